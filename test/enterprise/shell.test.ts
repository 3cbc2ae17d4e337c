import { expect, it } from 'vitest';
import {
  deleteReleaseNote,
  getLastChanges,
  getReleaseNotes,
  getVitals,
  publishReleaseNote,
} from '#modules/admin/index.ts';
import { listReleaseNotes, markReleaseNotesRead, recordVitals } from '#modules/enterprise/index.ts';
import { vitalsSweep } from '#modules/enterprise/vitals.ts';
import { DAY, MINUTE, runSweep } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const unreadOf = async ({ visitor }: Registered) =>
  (await visitor.perform(listReleaseNotes, {})).notes
    .filter(({ unread }) => unread)
    .map(({ title }) => title);

it('F32: a release note is unread for each person until they have seen it, and never for who came later', async () => {
  const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
  const [reader, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  portal.clock.advance(MINUTE);
  await staff.visitor.perform(publishReleaseNote, { title: 'Dark mode', body: 'Pages follow your system.' });
  expect(await unreadOf(reader)).toEqual(['Dark mode']);
  portal.clock.advance(MINUTE);
  await reader.visitor.perform(markReleaseNotesRead, {});
  expect(await unreadOf(reader)).toEqual([]);
  expect(await unreadOf(other)).toEqual(['Dark mode']);
  portal.clock.advance(MINUTE);
  await staff.visitor.perform(publishReleaseNote, { title: 'Passkeys', body: 'Sign in without a password.' });
  expect(await unreadOf(reader)).toEqual(['Passkeys']);
  expect(await unreadOf(other)).toEqual(['Passkeys', 'Dark mode']);
  expect(await unreadOf(await newPersonWithoutTwoStep(portal))).toEqual([]);

  const { changes } = await staff.visitor.perform(getLastChanges, { of: 'portal' });
  expect(changes['release-note.Passkeys']).toMatchObject({
    by: 'Ada Minton',
    at: expect.any(Date),
  });
  const { notes } = await staff.visitor.perform(getReleaseNotes, {});
  const removed = notes.find(({ title }) => title === 'Dark mode')?.id ?? '';
  await staff.visitor.perform(deleteReleaseNote, { id: removed });
  expect(await unreadOf(other)).toEqual(['Passkeys']);
  await expect(staff.visitor.perform(deleteReleaseNote, { id: removed })).rejects.toMatchObject({
    code: 'not-found',
  });
});

/** This many visits of a page, each from a different network address. */
async function visits(page: string, values: readonly number[]): Promise<void> {
  for (const [index, value] of values.entries())
    await portal
      .visitor({ address: `198.18.7.${index}` })
      .perform(recordVitals, { page, vitals: [{ name: 'LCP', value }] });
}

it('F35: shows what three quarters of the visits stay under, by page, within a tenth', async () => {
  const staff = await newStaff(portal);
  await visits('routes/user/home', [100, 200, 300, 400, 500, 600, 700, 800]);
  await visits('routes/network/page', [2_000]);
  await portal.visitor().perform(recordVitals, {
    page: 'routes/user/home',
    vitals: [
      { name: 'CLS', value: 0.05 },
      { name: 'TTFB', value: 0 },
    ],
  });
  const { pages } = await staff.visitor.perform(getVitals, {});
  const home = pages.find(({ page }) => page === 'routes/user/home');
  expect(home?.samples).toBe(8);
  expect(home?.p75.LCP).toBeGreaterThanOrEqual(600);
  expect(home?.p75.LCP).toBeLessThan(660);
  expect(home?.p75.CLS).toBeGreaterThanOrEqual(0.05);
  expect(home?.p75.CLS).toBeLessThan(0.055);
  expect(home?.p75.TTFB).toBe(1);
  expect(pages.find(({ page }) => page === 'routes/network/page')?.p75.LCP).toBeGreaterThanOrEqual(2_000);
});

it('F35: counts the last 28 days, the first of them too', async () => {
  const staff = await newStaff(portal);
  const daysAgo = (days: number) =>
    new Date(portal.clock.now().getTime() - days * DAY).toISOString().slice(0, 10);
  for (const [days, page] of [
    [28, 'routes/counted'],
    [29, 'routes/forgotten'],
  ] as const) {
    await portal.pool.query(
      `insert into web_vital (day, page, metric, bucket, count) values ($1, $2, 'LCP', 10, 4), ($1, $2, 'LCP', 20, 1)`,
      [daysAgo(days), page],
    );
  }
  const { pages } = await staff.visitor.perform(getVitals, {});
  const counted = pages.filter(({ page }) => ['routes/counted', 'routes/forgotten'].includes(page));
  expect(counted).toEqual([{ page: 'routes/counted', samples: 5, p75: { LCP: 1.1 ** 10 } }]);
  await portal.pool.query(`delete from web_vital where page in ('routes/counted', 'routes/forgotten')`);
});

it('F35: a bucket holds the value at which exactly three quarters are reached', async () => {
  const staff = await newStaff(portal);
  await portal.pool.query(
    `insert into web_vital (day, page, metric, bucket, count)
     values ($1, 'routes/quarters', 'LCP', 10, 3), ($1, 'routes/quarters', 'LCP', 20, 1),
       ($1, 'routes/quarters', 'CLS', 30, 1)`,
    [portal.clock.now().toISOString().slice(0, 10)],
  );
  const { pages } = await staff.visitor.perform(getVitals, {});
  expect(pages.find(({ page }) => page === 'routes/quarters')?.p75).toEqual({
    LCP: 1.1 ** 10,
    CLS: 1.1 ** 30 / 1000,
  });
  await portal.pool.query(`delete from web_vital where page = 'routes/quarters'`);
});

it('F32: the 20 newest notes are shown, and one that is published while they are read counts as read', async () => {
  const staff = await newStaff(portal);
  const reader = await newPersonWithoutTwoStep(portal);
  for (let at = 1; at <= 21; at += 1) {
    portal.clock.advance(MINUTE / 2);
    await staff.visitor.perform(publishReleaseNote, { title: `Note ${at}`, body: 'What is new.' });
  }
  const newest = Array.from({ length: 20 }, (_, at) => `Note ${21 - at}`);
  const titles = (notes: { title: string }[]) => notes.map(({ title }) => title);
  expect(titles((await reader.visitor.perform(listReleaseNotes, {})).notes)).toEqual(newest);
  expect(titles((await staff.visitor.perform(getReleaseNotes, {})).notes)).toEqual(newest);
  portal.clock.stop();
  await staff.visitor.perform(publishReleaseNote, { title: 'Last', body: 'What is new.' });
  await reader.visitor.perform(markReleaseNotesRead, {});
  expect(await unreadOf(reader)).toEqual([]);
  portal.clock.run();
  await portal.pool.query('delete from release_note');
});

it('keeps the measures of 90 days', async () => {
  const today = portal.clock.now().getTime();
  const daysAgo = async (days: number, page: string) => {
    await visits(page, [100]);
    await portal.pool.query('update web_vital set day = $1 where page = $2', [
      new Date(today - days * DAY).toISOString().slice(0, 10),
      page,
    ]);
  };
  await daysAgo(90, 'routes/terms');
  await daysAgo(91, 'routes/support');
  await runSweep(portal, vitalsSweep);
  const { rows } = await portal.pool.query<{ page: string }>(
    `select distinct page from web_vital where page in ('routes/terms', 'routes/support')`,
  );
  expect(rows).toEqual([{ page: 'routes/terms' }]);
  await portal.pool.query(`delete from web_vital where page = 'routes/terms'`);
});

it.each([
  ['a page with a long name', { page: 'a'.repeat(61) }],
  ['a page with an id', { page: 'routes/admin/user/01900000-0000-7000-8000-000000000000' }],
  ['an address', { page: '/user?code=ABC123' }],
  ['a measure that is none', { vitals: [{ name: 'NAME', value: 1 }] }],
  ['a value below zero', { vitals: [{ name: 'LCP', value: -1 }] }],
  ['a value that no page takes', { vitals: [{ name: 'LCP', value: 600_001 }] }],
  ['nothing', { vitals: [] }],
  ['many', { vitals: Array.from({ length: 6 }, () => ({ name: 'LCP', value: 1 })) }],
])('F35: refuses %s, and keeps nothing of it', async (_what, wrong) => {
  const before = await portal.db.selectFrom('web_vital').selectAll().execute();
  const answer = await portal.visitor().call('POST', '/general/vitals', {
    page: 'routes/user/home',
    vitals: [{ name: 'LCP', value: 1 }],
    ...wrong,
  });
  expect(answer.status).toBe(400);
  expect(await portal.db.selectFrom('web_vital').selectAll().execute()).toEqual(before);
});

it('F35: never extends a session, and is forgotten after 90 days', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const report = { page: 'routes/user/profile', vitals: [{ name: 'FCP', value: 20 }] };
  for (let turn = 0; turn < 2; turn += 1) {
    portal.clock.advance(16 * MINUTE);
    await person.visitor.call('POST', '/general/vitals', report, { polling: true });
  }
  expect(await person.visitor.caller()).toBeNull();
  const countKept = async () => {
    // The two reports are of two days where midnight was between them.
    const rows = await portal.db
      .selectFrom('web_vital')
      .select('count')
      .where('page', '=', 'routes/user/profile')
      .execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  expect(await countKept()).toBe(2);
  portal.clock.advance(91 * DAY);
  await portal.runSchedule('enterprise.sweep');
  expect(await countKept()).toBe(0);
});

it('F35: counts 300 pages a day at most, so that nobody fills the table', async () => {
  // A page of the day before is a new one on this day.
  await visits('routes/yy/yy', [5]);
  portal.clock.advance(DAY);
  const day = portal.clock.now().toISOString().slice(0, 10);
  await portal.pool.query(
    `insert into web_vital (day, page, metric, bucket, count)
     select $1::date, 'routes/' || chr(97 + n / 26) || chr(97 + n % 26), 'LCP', 1, 1 from generate_series(0, 299) n`,
    [day],
  );
  for (const page of ['routes/zz/zz', 'routes/yy/yy']) await visits(page, [5]);
  await visits('routes/aa', [5]);
  const rows = await portal.db
    .selectFrom('web_vital')
    .select('page')
    .where('metric', '=', 'LCP')
    .where('bucket', '>', 1)
    .where('day', '=', day)
    .execute();
  expect(rows.map(({ page }) => page)).toEqual(['routes/aa']);
  // The limit of the day is reached; the tests after this one use another day.
  portal.clock.advance(DAY);
});
