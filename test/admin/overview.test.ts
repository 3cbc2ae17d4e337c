import { expect, it } from 'vitest';
import { foldOverviewCounts, getOverview, getOverviewCharts, recountOverview } from '#modules/admin/index.ts';
import { applicationStatuses, statusLabel } from '#modules/applications/index.ts';
import { DAY, HOUR, sql } from '#modules/platform/index.ts';
import { giveScore, newApplication, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

const portal = await testPortal();
/** A new member of staff each time, because the clock moves and staff sessions are short. */
const overview = async () => (await newStaff(portal)).visitor.perform(getOverview, {});
const change = (statement: string) => portal.work('test.change', (work) => rowsOf(work, sql.raw(statement)));

/** The same figures, counted from the tables themselves. */
async function counted() {
  const now = portal.clock.now();
  const valid = sql`ended_at is null and (expiration + time '11:00') at time zone 'UTC' > ${now}::timestamptz`;
  const row = await portal.work('test.count', (work) =>
    rowOf(
      work,
      sql<Omit<Awaited<ReturnType<typeof overview>>, 'by_score'>>`
      select (select count(*) from account where role = 'USER') as people,
        (select count(*) from account where role = 'USER'
          and registered_at > ${new Date(now.getTime() - 30 * DAY)}::timestamptz) as registered_lately,
        (select count(*) from shield_score where ${valid}) as valid_scores,
        (select count(*) from application where status not in ('done', 'cancelled', 'refunded')) as open_applications,
        (select count(*) from application
          where status in ('newrequiresapproval', 'monitorrequiresapproval')) as waiting_for_approval,
        (select count(*) from company) as companies`,
    ),
  );
  const scores = await portal.work('test.count', (work) =>
    rowsOf(
      work,
      sql<{ score: string; people: number }>`
      select score, count(*) as people from shield_score where ${valid} group by score order by score`,
    ),
  );
  return { ...row, by_score: scores };
}

it('equals what the tables hold, whatever changed them and however often the counts were merged', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => newPersonWithoutTwoStep(portal)));
  const [first, second, third] = people;
  await newCompany(portal);
  await giveScore(portal, first?.accountId ?? '', { score: 'IC01', days: 100 });
  await giveScore(portal, second?.accountId ?? '', { score: 'IC03', days: 1 });
  await newApplication(portal, third?.accountId ?? '', 'inprogress');
  expect(await overview()).toEqual(await counted());
  const graded = (await overview()).by_score.map(({ score }) => score);
  expect(graded).toEqual(expect.arrayContaining(['IC01', 'IC03']));

  await change(`update account set registered_at = registered_at - interval '29 days 23 hours 59 minutes'
    where id = '${first?.accountId}'`);
  await change(`update account set registered_at = registered_at - interval '30 days 1 minute'
    where id = '${second?.accountId}'`);
  await change(
    `update account set role = 'ADMIN', two_step_method = 'EMAIL' where id = '${third?.accountId}'`,
  );
  await change(`update shield_score set ended_at = now() where account_id = '${first?.accountId}'`);
  expect(await overview()).toEqual(await counted());
  await foldOverviewCounts(portal);
  expect(await overview()).toEqual(await counted());

  const before = (await overview()).valid_scores;
  portal.clock.advance(2 * DAY + 12 * HOUR);
  expect(await overview()).toEqual(await counted());
  expect((await overview()).valid_scores).toBeLessThan(before);
  expect(await recountOverview(portal)).toBe(0);
});

it('counts who joined within thirty days to the moment, on both sides of the midnight after it', async () => {
  const [exact, later, midnight, before] = (
    await Promise.all([1, 2, 3, 4].map(() => newPersonWithoutTwoStep(portal)))
  ).map(({ accountId }) => accountId);
  portal.clock.stop();
  const since = new Date(portal.clock.now().getTime() - 30 * DAY);
  const nextDay = new Date(`${since.toISOString().slice(0, 10)}T00:00:00Z`).getTime() + DAY;
  for (const [id, at] of [
    [exact, since],
    [later, new Date(since.getTime() + 1)],
    [midnight, new Date(nextDay)],
    [before, new Date(nextDay - 1)],
  ] as const)
    await change(`update account set registered_at = '${at.toISOString()}' where id = '${id}'`);
  const expected = await counted();
  expect(await overview()).toEqual(expected);
  await change(
    `update account set registered_at = registered_at - interval '1 millisecond' where id = '${later}'`,
  );
  expect(await overview()).toMatchObject({ registered_lately: (expected.registered_lately ?? 0) - 1 });
  portal.clock.run();
});

it('merges what changed more than once alone', async () => {
  await newPersonWithoutTwoStep(portal);
  await newPersonWithoutTwoStep(portal);
  const kept = () =>
    portal.work('test.read', (work) =>
      rowsOf(work, sql<{ id: string; change: number }>`select id, change from overview_count order by id`),
    );
  const before = await kept();
  await foldOverviewCounts(portal);
  const once = await kept();
  expect(once.length).toBeLessThan(before.length);
  await foldOverviewCounts(portal);
  expect(await kept()).toEqual(once);
});

it('does not count a transaction that was rolled back', async () => {
  const before = await overview();
  await expect(
    portal.work('test.roll-back', async (work) => {
      await rowsOf(
        work,
        sql`update account set role = 'ADMIN', two_step_method = 'EMAIL' where role = 'USER'`,
      );
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await overview()).toEqual(before);
});

it('finds and mends a kept count that is wrong', async () => {
  await change(
    `insert into overview_count (figure, key, day, change) values ('companies', '', '2000-01-01', 7)`,
  );
  expect(await overview()).not.toEqual(await counted());
  expect(await recountOverview(portal)).toBe(1);
  expect(await overview()).toEqual(await counted());
});

it('draws the same rows by month and by status', async () => {
  const people = await Promise.all([1, 2, 3].map(() => newPersonWithoutTwoStep(portal)));
  const [first, second, third] = people.map(({ accountId }) => accountId);
  await giveScore(portal, first ?? '', { score: 'IC02', days: 40 });
  await giveScore(portal, second ?? '', { score: 'IC02', days: 0 });
  await newApplication(portal, third ?? '', 'submitted');
  await change(
    `update account set registered_at = registered_at - interval '3 months' where id = '${first}'`,
  );
  // The first day of the first month that is drawn.
  await change(
    `update account set registered_at = date_trunc('month', registered_at, 'UTC') - interval '11 months'
      where id = '${third}'`,
  );
  await change(
    `update account set registered_at = registered_at - interval '20 months' where id = '${second}'`,
  );
  const now = portal.clock.now();
  const rows = await portal.work('test.count', (work) =>
    rowsOf(
      work,
      sql<{ figure: string; key: string; count: number }>`
        select 'registered' as figure, to_char(registered_at at time zone 'UTC', 'YYYY-MM') as key, count(*)::int as count
          from account where role = 'USER' group by 2
        union all select 'expiring', to_char(expiration, 'YYYY-MM'), count(*)::int from shield_score
          where ended_at is null and (expiration + time '11:00') at time zone 'UTC' > ${now}::timestamptz group by 2
        union all select 'open', status, count(*)::int from application
          where status not in ('done', 'cancelled', 'refunded') group by 2`,
    ),
  );
  const countOf = (figure: string, key: string) =>
    rows.find((row) => row.figure === figure && row.key === key)?.count ?? 0;
  const charts = await (await newStaff(portal)).visitor.perform(getOverviewCharts, {});
  const month = now.toISOString().slice(0, 7);
  expect(charts.registered.at(-1)?.month).toBe(month);
  expect(charts.expiring[0]?.month).toBe(month);
  for (const figure of ['registered', 'expiring'] as const) {
    expect(charts[figure]).toHaveLength(12);
    expect(charts[figure]).toEqual(
      charts[figure].map((column) => ({ ...column, people: countOf(figure, column.month) })),
    );
  }
  expect(charts.registered.filter((column) => column.people > 0).length).toBeGreaterThan(1);
  expect(charts.open_applications).toEqual(
    applicationStatuses
      .map((status) => ({ status: statusLabel(status), people: countOf('open', status) }))
      .filter((row) => row.people > 0),
  );
  expect(charts.open_applications.length).toBeGreaterThan(0);
});
