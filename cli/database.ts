import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { migrations, schema } from '#migrations/index.ts';
import { hashPassword } from '#modules/identity/index.ts';
import {
  dumpSchema,
  exitCodes,
  formatCount,
  listMigrations,
  migrateDatabase,
  planOf,
  rollbackMigration,
} from '#modules/platform/index.ts';
import { onPortal, withMigrated, withOwner, withTables } from './connect.ts';
import { fillDatabase, filledAccounts } from './fill/index.ts';
import { hasAccounts, seedDatabase, waitForDatabase } from './seed.ts';
import { print, withShape } from './showing.ts';
import { type Command, printTable, type Terminal } from './terminal.ts';

const migrationStates = z.array(z.object({ name: z.string(), executedAt: z.date().nullable() }));
const schemaFile = join(import.meta.dirname, '..', 'migrations', 'schema.sql');

/** With `plan`, only says what would run, and whether the release before could still work afterwards. */
export const migrate: Command<{ plan?: boolean }> = (terminal, { plan }) =>
  plan ? showPlan(terminal) : runMigrations(terminal);

const showPlan = (terminal: Terminal) =>
  withMigrated(terminal, async (databaseUrl) => {
    const states = await listMigrations(databaseUrl, migrations);
    const waiting = new Set(states.filter(({ executedAt }) => !executedAt).map(({ name }) => name));
    const planned = await Promise.all(migrations.filter(({ name }) => waiting.has(name)).map(planOf));
    if (planned.length === 0) terminal.out('The database is up to date.');
    else
      printTable(
        terminal,
        ['migration', 'kind', 'statements', 'why'],
        planned.map(({ name, kind, contracts, statements }) => [
          name,
          kind,
          String(statements.length),
          contracts.join(', '),
        ]),
      );
    if (planned.some(({ kind }) => kind === 'contract'))
      terminal.err(
        'Those that contract must run after every process is of this release, or while none runs.',
      );
    return exitCodes.ok;
  });

const runMigrations = (terminal: Terminal) =>
  withTables(terminal, async (database) => {
    const ran = await migrateDatabase(database, migrations, schema);
    for (const name of ran) terminal.out(`migrated ${name}`);
    if (ran.length === 0) terminal.out('The database is up to date.');
    return exitCodes.ok;
  });

/** Exits with 1 if there are pending migrations, so that a deployment can check. */
export const status = withShape(migrationStates, (terminal, { json }) =>
  withMigrated(terminal, async (databaseUrl) => {
    const states = await listMigrations(databaseUrl, migrations);
    print(terminal, { json, shape: migrationStates, value: states }, () => {
      const rows = states.map(({ name, executedAt }) => [name, executedAt?.toISOString() ?? 'waits']);
      printTable(terminal, ['migration', 'executed'], rows);
    });
    return states.every(({ executedAt }) => executedAt) ? exitCodes.ok : exitCodes.failed;
  }),
);

export const rollback: Command = (terminal) =>
  withTables(terminal, async (database) => {
    const name = await rollbackMigration(database, migrations);
    terminal.out(name ? `reverted ${name}` : 'No migration has run.');
    return exitCodes.ok;
  });

export const dump: Command = (terminal) =>
  withTables(terminal, async (database) => {
    await migrateDatabase(database, migrations);
    await writeFile(schemaFile, await dumpSchema(database.url));
    terminal.out('Wrote migrations/schema.sql.');
    return exitCodes.ok;
  });

/**
 * @param whenTold waits until the start of a portal writes to stdin which database to fill; ends if stdin is closed
 * without one
 */
export const seed: Command<{ whenTold?: boolean }> = async (terminal, { whenTold }) => {
  const database = whenTold ? await waitForDatabase(process.stdin) : null;
  if (whenTold && !database) return exitCodes.ok;
  const environment = database
    ? { ...terminal.environment, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }
    : terminal.environment;
  return withOwner({ ...terminal, environment }, async (at) => {
    if (at.config.environment === 'production') {
      terminal.err('Demo data cannot be added in production.');
      return exitCodes.config;
    }
    await migrateDatabase(at.database, migrations, schema);
    const seeded = await seedDatabase(at);
    terminal.out(seeded ? 'Added the demo data.' : 'The database has accounts, so no demo data was added.');
    return exitCodes.ok;
  });
};

/** Adds any number of made-up people, to see the portal with as much data as it is meant for. */
export const fill: Command<{ people: number }> = (terminal, { people }) =>
  withOwner(terminal, async (at) => {
    if (at.config.environment === 'production') {
      terminal.err('Made-up data cannot be added in production.');
      return exitCodes.config;
    }
    await migrateDatabase(at.database, migrations, schema);
    if (await hasAccounts(at)) {
      terminal.err('The database has accounts. Use an empty one, for example with DATA_FOLDER=.data/filled.');
      return exitCodes.failed;
    }
    const [{ demoPassword }, { setUpDemoPortal }] = await Promise.all([
      import('./demo/index.ts'),
      import('./demo/portal.ts'),
    ]);
    await onPortal(at, setUpDemoPortal);
    const seconds = await fillDatabase(at.database.ownerUrl, {
      people,
      now: new Date(),
      passwordHash: await hashPassword(at.config, demoPassword),
    });
    terminal.out(`Added ${formatCount(people, 'person', 'people')} in ${seconds.toFixed(0)} s.`);
    const rows = filledAccounts(people).map(({ emailaddress, who }) => [emailaddress, who]);
    printTable(terminal, ['account', `password ${demoPassword}`], rows);
    return exitCodes.ok;
  });
