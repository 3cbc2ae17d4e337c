import { beforeAll, expect, it } from 'vitest';
import { fillDatabase } from '#cli/fill/index.ts';
import { recountOverview } from '#modules/admin/index.ts';
import { allConnections } from '#modules/network/index.ts';
import { runSweep, sql } from '#modules/platform/index.ts';
import { production } from '#test/platform/production.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';
import { shield } from './terminal.ts';

const portal = await testPortal({ now: new Date('2026-03-10T15:30:00Z') });
const people = 2_000;

beforeAll(() =>
  fillDatabase(portal.ownerUrl, { people, now: portal.clock.now(), passwordHash: 'no password' }),
);

it('makes data whose stored columns are what the portal itself would make of them', async () => {
  const counts = await portal.work('test.count', (work) =>
    rowOf(
      work,
      sql<Record<string, number>>`
      select (select count(*) from account) as accounts, (select count(*) from connection) as connections,
        (select count(*) from connection where connection_type <> 'INDIVIDUAL') as of_companies,
        (select count(*) from connection where removed_at is null and cancelled_at is null) as live,
        (select count(distinct status) from connection) as statuses,
        (select count(*) from connection join company on company.id = owner_id
          where company_name = 'Big Builders' and connection_type = 'INDIVIDUAL' and removed_at is null and cancelled_at is null) as of_big,
        (select count(*) from connection join account on account.id = owner_id
          where emailaddress = 'person1@example.com') as of_person`,
    ),
  );
  expect(counts).toEqual({
    accounts: people + 6 + 2,
    // The last ones are the people that the first company has removed.
    connections: 5 * people + (counts?.of_companies ?? 0) + people / 200,
    of_companies: expect.any(Number),
    live: expect.any(Number),
    statuses: 12,
    of_big: people / 10,
    of_person: expect.any(Number),
  });
  expect(counts?.of_person).toBeGreaterThan(90);
  expect(counts?.of_companies).toBeGreaterThan(people / 10);
  expect(await runSweep(portal, allConnections)).toMatchObject({ handled: counts?.live, changed: 0 });
  expect(await recountOverview(portal)).toBe(0);
});

it('leaves a database alone that has accounts', async () => {
  const { code, err } = await shield(['db', 'fill', '--people', '200'], {
    DATABASE_URL: portal.databaseUrl,
    DATABASE_OWNER_URL: portal.ownerUrl,
  });
  expect(code).toBe(1);
  expect(err).toMatch(/^The database has accounts/);
});

it('adds demo data to no database that has accounts, and to none in production', async () => {
  const at = {
    DATABASE_URL: portal.databaseUrl,
    DATABASE_OWNER_URL: portal.ownerUrl,
    DATA_FOLDER: portal.config.dataFolder,
  };
  expect(await shield(['db', 'seed'], at)).toEqual({
    code: 0,
    out: 'The database has accounts, so no demo data was added.',
    err: '',
  });
  const { DATABASE_URL, DATABASE_OWNER_URL } = at;
  expect(await shield(['db', 'seed'], { ...production, DATABASE_URL, DATABASE_OWNER_URL })).toEqual({
    code: 78,
    out: '',
    err: 'Demo data cannot be added in production.',
  });
});

it.each(['0', '199', '2000001', 'many'])('refuses to fill with %s people', async (count) => {
  const { code, err } = await shield(['db', 'fill', '--people', count], {
    DATABASE_URL: portal.databaseUrl,
    DATABASE_OWNER_URL: portal.ownerUrl,
  });
  expect(code).toBe(64);
  expect(err).toContain('expected 200 to 2000000');
});
