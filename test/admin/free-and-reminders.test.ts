import { expect, test } from 'vitest';
import { limitForm } from '#modules/admin/forms.ts';
import { getLastChanges, getLimits, saveLimits } from '#modules/admin/index.ts';
import { type DayField, dayRules } from '#modules/admin/statuses.ts';
import { getSearchAllowance, search } from '#modules/network/index.ts';
import { readDays } from '#modules/platform/fields/days.ts';
import { DAY, listAudit } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const atFirst = (await (await staffAgain()).perform(getLimits, {})).limits;

const days = {
  reminder_days: '45, 30, 14, 7, 1',
  application_days: '3, 7, 14',
  score_days: '3, 7, 21',
  invitation_days: '3, 7, 14',
  card_days: '30, 7',
};

async function save(free_people: '2' | '3' | '5', reminder_days: string) {
  const visitor = await staffAgain();
  const { seen } = await visitor.perform(getLimits, {});
  return visitor.perform(saveLimits, { free_people, ...days, reminder_days, seen });
}

test('F52: the limit of free searches counts from the next search on, and names who changed it', async () => {
  const searcher = await newPerson(portal);
  const look = async () => {
    const found = await newScoredPerson(portal, { searchable: true });
    const { freesearchexceeded, freesearchesleft } = await searcher.visitor.perform(search, {
      searchterm: found.emailaddress,
    });
    return [freesearchexceeded, freesearchesleft];
  };
  expect(atFirst).toEqual({ free_people: '5', ...days });
  await save('5', '45, 30, 14, 7, 1');
  const visitor = await staffAgain();
  const { changes: earlier } = await visitor.perform(getLastChanges, { of: 'portal' });
  await save('2', '45, 30, 14, 7, 1');
  expect(await searcher.visitor.perform(getSearchAllowance, {})).toEqual({ limit: 2, left: 2 });
  expect([await look(), await look(), await look()]).toEqual([
    [false, 1],
    [false, 0],
    [true, 0],
  ]);
  await save('3', '45, 30, 14, 7, 1');
  expect([await look(), await look()]).toEqual([
    [false, 0],
    [true, 0],
  ]);
  const { changes } = await visitor.perform(getLastChanges, { of: 'portal' });
  expect(changes).toMatchObject({ 'free-people': { by: 'Grace Okafor' } });
  expect(changes['reminder-days']).toEqual(earlier['reminder-days']);
  await save('5', '45, 30, 14, 7, 1');
});

test('renewal reminders follow the days, and nobody is reminded again after a change', async () => {
  await save('5', '20 5, 10');
  expect((await (await staffAgain()).perform(getLimits, {})).limits.reminder_days).toBe('20, 10, 5');
  const person = await newScoredPerson(portal, { days: 45 });
  const told: number[] = [];
  for (let left = 45; left >= -1; left -= 1) {
    // They were reminded at 10 days, so that the new day 11 is already passed.
    if (left === 9)
      await portal.pool.query(
        `update setting set value = '[20, 11, 5]' where key = 'applications.reminder-days'`,
      );
    for (let times = 0; times < 2; times += 1) await portal.runSchedule('applications.renewal-reminders');
    await portal.runJobs();
    const mails = (await listOutbox(portal.db, { to: person.emailaddress })).filter(({ subject }) =>
      /expire/.test(subject ?? ''),
    );
    while (told.length < mails.length) told.push(left);
    portal.clock.advance(DAY);
  }
  expect(told.slice(0, 3)).toEqual([20, 10, 5]);
  expect(told).toHaveLength(4);
});

const wrong: [DayField, string][] = [
  ...['', '0', '46', '7, 7', '7, x', '1 2 3 4 5 6 7 8 9 10 11', '7.5'].map((typed): [DayField, string] => [
    'reminder_days',
    typed,
  ]),
  ['application_days', '61'],
  ['application_days', '1, 2, 3, 4'],
  ['score_days', '3, 7'],
  ['score_days', '3, 7, 30'],
  ['invitation_days', '30'],
  ['invitation_days', '1, 2, 3, 4'],
  ['card_days', '61'],
];

test.each(wrong)(
  'refuses for %s the days “%s”, with what is right, and changes nothing',
  async (field, typed) => {
    expect(readDays(typed, dayRules[field])).toBeNull();
    const asked = { free_people: '5' as const, ...days, [field]: typed };
    expect(limitForm.schema.safeParse(asked).error?.issues.map(({ path }) => path)).toContainEqual([field]);
    const again = (await staffAgain()).perform(saveLimits, asked);
    expect(await refusalOf(again)).toMatchObject({ code: 'invalid-input' });
  },
);

test.each([
  ['reminder_days', '1 30,7', '30, 7, 1'],
  ['application_days', '20; 5', '5, 20'],
  ['score_days', '28 2 10', '2, 10, 28'],
  ['invitation_days', '9, 4', '4, 9'],
  ['card_days', '7 60', '60, 7'],
] as const)(
  'keeps %s in the order in which they pass, and says who changed them',
  async (field, typed, kept) => {
    const visitor = await staffAgain();
    await visitor.perform(saveLimits, { free_people: '5', ...days });
    await visitor.perform(saveLimits, { free_people: '5', ...days, [field]: typed });
    expect((await visitor.perform(getLimits, {})).limits).toEqual({
      free_people: '5',
      ...days,
      [field]: kept,
    });
    const { entries } = await listAudit(portal.db, portal.keys, {});
    expect(entries[0]).toMatchObject({ detail: { before: days[field], after: kept } });
    const { changes } = await visitor.perform(getLastChanges, { of: 'portal' });
    expect(changes).toHaveProperty(field.replace('_', '-'));
    await visitor.perform(saveLimits, { free_people: '5', ...days });
  },
);

test('is refused where somebody else saved in the meantime', async () => {
  const visitor = await staffAgain();
  const { seen } = await visitor.perform(getLimits, {});
  await visitor.perform(saveLimits, { ...days, free_people: '10', reminder_days: '30', seen });
  const late = visitor.perform(saveLimits, { ...days, free_people: '20', reminder_days: '30', seen });
  expect((await refusalOf(late)).code).toBe('admin.changed-meanwhile');
  expect((await visitor.perform(getLimits, {})).limits).toMatchObject({
    free_people: '10',
    reminder_days: '30',
  });
});

/** Sessions end while the clock moves. */
async function staffAgain() {
  return (await newStaff(portal, { firstname: 'Grace', lastname: 'Okafor' })).visitor;
}
