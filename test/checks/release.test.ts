import { expect, onTestFinished, test } from 'vitest';
import { handlers } from '#jobs/index.ts';
import { migrations } from '#migrations/index.ts';
import { cloneDatabase } from '#test/database.ts';
import { testPortal } from '#test/portal.ts';
import { runAsOwner } from '#test/sql.ts';
import { collectRelease, findReleaseFaults, readRelease, writeRelease } from './release.ts';

/**
 * Rules on columns of the former release that are newer than it, each with why its code keeps to them. Emptied when a
 * release is made.
 */
const judged: Readonly<Record<string, string>> = {};

const portal = await testPortal();

test.runIf(process.env.RELEASE)('a release is made: what its code reads and writes is kept', async () => {
  expect(handlers.length).toBeGreaterThan(0);
  writeRelease(await collectRelease(portal, migrations.at(-1)?.name ?? ''));
});

test('the code of the former release reads and writes the new schema', async () => {
  const release = readRelease();
  expect(Object.keys(release.tables).length).toBeGreaterThan(50);
  expect(Object.keys(release.statements).length).toBeGreaterThan(100);
  expect(
    await findReleaseFaults(release, portal.databaseUrl, judged),
    'expand now, and contract in the release after the next (docs/operations/upgrade.md)',
  ).toEqual([]);
});

test.each([
  [
    'alter table account rename column firstname to givenname',
    /^account cannot be read: column "firstname" does not exist$/,
  ],
  ['alter table session alter column agent type varchar(500)', /^session: agent was text and is varchar$/],
  ['alter table session add column place text not null', /^session\.place is new and required/],
  [`alter table session add constraint short check (agent <> 'x')`, /^session\.short may refuse/],
  ['create unique index planted on session (agent)', /^session\.planted may refuse/],
  [
    'alter table throttle drop column allowed',
    /^platform\.count-hit: column "allowed" of relation "throttle" does not exist$/,
  ],
])('%s would be told', async (change, told) => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await runAsOwner(database, change);
  expect(await findReleaseFaults(readRelease(), database.url)).toContainEqual(expect.stringMatching(told));
});

test('a column that the former release does not know may be added, with a rule of its own', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await runAsOwner(database, `alter table session add column place text check (place <> '')`);
  expect(await findReleaseFaults(readRelease(), database.url, judged)).toEqual([]);
});
