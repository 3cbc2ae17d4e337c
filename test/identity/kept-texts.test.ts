import { expect, test } from 'vitest';
import {
  forgetKeptText,
  identitySweeps,
  keepText,
  listKeptTexts,
  login,
  logout,
  mayKeepText,
  shownForMark,
} from '#modules/identity/index.ts';
import { DAY, HOUR, MINUTE, runSweep } from '#modules/platform/index.ts';
import {
  actAs,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  type Registered,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

/** What was typed into a form whose session had ended. */

const portal = await testPortal();
const page = '/user/disputes/new';

async function markOf({ visitor }: Pick<Registered, 'visitor'>): Promise<string> {
  const caller = await visitor.caller();
  if (!caller) throw new Error('nobody is logged in');
  return shownForMark(portal.keys, caller);
}

async function keep(
  visitor: Visitor,
  mark: string,
  text = 'Not my case',
  form = 'dispute',
): Promise<boolean> {
  return (await visitor.perform(keepText, { page, form, values: { text }, mark })).kept;
}

const listed = async (visitor: Visitor) => (await visitor.perform(listKeptTexts, { page })).forms;

test('what was typed after the session ended by itself comes back after the next login, for half an hour', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(person);
  portal.clock.advance(11 * HOUR);
  expect(await person.visitor.caller()).toBeNull();
  expect(await person.visitor.perform(mayKeepText, {})).toEqual({ may: true });
  expect(await keep(person.visitor, mark, 'First')).toBe(true);
  expect(await keep(person.visitor, mark, 'Second')).toBe(true);
  const { rows } = await portal.pool.query('select values_sealed from kept_text where account_id = $1', [
    person.accountId,
  ]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('Second');

  const stranger = await newPersonWithoutTwoStep(portal);
  expect(await listed(stranger.visitor)).toEqual({});
  await stranger.visitor.perform(forgetKeptText, { page, form: 'dispute' });
  await person.visitor.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  expect(await listed(person.visitor)).toEqual({ dispute: { text: 'Second' } });
  expect((await person.visitor.perform(listKeptTexts, { page: '/user/profile' })).forms).toEqual({});
  await person.visitor.perform(forgetKeptText, { page, form: 'dispute' });
  expect(await listed(person.visitor)).toEqual({});

  expect(await keep(person.visitor, mark)).toBe(true);
  portal.clock.advance(29 * MINUTE);
  expect(Object.keys(await listed(person.visitor))).toEqual(['dispute']);
  portal.clock.advance(MINUTE);
  expect(await listed(person.visitor)).toEqual({});
  const [sweep] = identitySweeps.filter(({ name }) => name === 'identity.kept-texts');
  if (!sweep) throw new Error('no sweep');
  await runSweep(portal, sweep);
  expect((await portal.pool.query('select 1 from kept_text')).rowCount).toBe(0);
});

test('nothing is kept without a session that ended by itself within twelve hours, on its host, for its account', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const other = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(person);
  expect(await keep(portal.visitor(), mark)).toBe(false);
  expect(await keep(other.visitor, mark)).toBe(false);
  expect(
    await keep(
      person.visitor,
      mark.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
  ).toBe(false);
  expect(await keep(person.visitor, mark, 'x'.repeat(50_000))).toBe(false);

  const staff = await newStaff(portal);
  const acting = await actAs(portal, person, staff);
  expect(await keep(acting, mark)).toBe(false);

  const elsewhere = portal.visitor({ host: 'acme.localhost:3000' });
  elsewhere.cookies.set('session', person.visitor.cookies.get('session') ?? '');
  portal.clock.advance(HOUR);
  expect(await keep(elsewhere, mark)).toBe(false);
  portal.clock.advance(12 * HOUR);
  expect(await keep(person.visitor, mark)).toBe(false);
  portal.clock.advance(DAY);
  expect(await person.visitor.perform(mayKeepText, {})).toEqual({ may: false });

  const leaving = await newPersonWithoutTwoStep(portal);
  const theirs = await markOf(leaving);
  const copy = new Map(leaving.visitor.cookies);
  await leaving.visitor.perform(logout, {});
  for (const [name, value] of copy) leaving.visitor.cookies.set(name, value);
  expect(await keep(leaving.visitor, theirs)).toBe(false);
});

test('the first of several tabs that leads to the log-in page takes nothing from what the others have to keep', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(person);
  portal.clock.advance(HOUR);
  expect(await keep(person.visitor, mark, 'In the first tab', 'first')).toBe(true);
  await person.visitor.perform(logout, {});
  expect(await keep(person.visitor, mark, 'In the second tab', 'second')).toBe(true);
  await person.visitor.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  expect(await listed(person.visitor)).toEqual({
    first: { text: 'In the first tab' },
    second: { text: 'In the second tab' },
  });
});

test('an account keeps twenty forms, the newest', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(person);
  for (let at = 0; at < 22; at += 1) {
    portal.clock.advance(1000);
    await keep(person.visitor, mark, 'Typed', `form-${at}`);
  }
  const kept = Object.keys(await listed(person.visitor));
  expect(kept).toHaveLength(20);
  expect(kept).not.toContain('form-1');
  expect(kept).toContain('form-21');
});
