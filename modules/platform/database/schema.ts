import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { SECOND } from '../browser.ts';
import { exitCodes, StartError } from '../start-error.ts';
import type { DatabaseAddress } from './address.ts';
import { connect } from './connect.ts';
import { lastMigrationOf } from './dump.ts';
import { grantRights } from './roles.ts';

export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface MigrationState {
  name: string;
  /** null if it has not run. */
  executedAt: Date | null;
}

/**
 * Migrates a database to the newest schema as its owner: the queue's tables first, then the portal's, then the
 * privileges of the role that the portal works with. A lock makes processes that start at the same time migrate one
 * after the other.
 * @param schema the text of `dumpSchema` after some of the migrations, which is run instead of them in an empty database
 * @returns the names of the migrations that ran
 * @throws StartError if the database cannot be reached as its owner, has no role for the portal, or a table is in use
 */
export function migrateDatabase(
  database: DatabaseAddress,
  migrations: readonly MigrationClass[],
  schema?: string,
): Promise<string[]> {
  const { ownerUrl } = database;
  return alone(ownerUrl, async (owner) => {
    await runMigrations({ connectionString: ownerUrl, logger: undefined });
    const ran = await withMigrator(ownerUrl, migrations, async (migrator) => {
      const made = schema ? await makeFromDump(owner, migrator, migrations, schema) : [];
      return [...made, ...(await migrator.up()).map(({ name }) => name)];
    });
    await grantRights(owner, database);
    return ran;
  });
}

/**
 * Makes the schema that the first migrations would make, in a database in which none has run yet.
 * @returns the names of those migrations
 */
async function makeFromDump(
  owner: pg.Client,
  migrator: Migrator,
  migrations: readonly MigrationClass[],
  schema: string,
): Promise<string[]> {
  const storage = migrator.getStorage();
  await storage.ensureTable();
  if ((await storage.executed()).length > 0) return [];
  const last = lastMigrationOf(schema);
  const made = migrations.slice(0, migrations.findIndex(({ name }) => name === last) + 1);
  if (made.length === 0) return [];
  const names = made.map(({ name }) => `(${pg.escapeLiteral(name)})`).join(', ');
  await owner.query(`
    begin;
    -- Functions come before the tables that they read.
    set local check_function_bodies = off;
    ${schema};
    insert into mikro_orm_migrations (name) values ${names};
    commit`);
  return made.map(({ name }) => name);
}

/**
 * Reverts the newest migration.
 * @returns its name, or null if none has run
 * @throws StartError if a table is in use
 */
export function rollbackMigration(
  database: DatabaseAddress,
  migrations: readonly MigrationClass[],
): Promise<string | null> {
  const { ownerUrl } = database;
  return alone(ownerUrl, async (owner) => {
    const name = await withMigrator(
      ownerUrl,
      migrations,
      async (migrator) => (await migrator.down())[0]?.name ?? null,
    );
    await grantRights(owner, database);
    return name;
  });
}

/** All migrations in order, with the time each ran. Changes nothing. */
export async function listMigrations(
  databaseUrl: string,
  migrations: readonly MigrationClass[],
): Promise<MigrationState[]> {
  const client = await connect(databaseUrl);
  try {
    const { rows: tables } = await client.query<{ there: boolean }>(
      `select to_regclass('mikro_orm_migrations') is not null as there`,
    );
    const { rows } = tables[0]?.there
      ? await client.query<{ name: string; at: Date }>(
          'select name, executed_at as at from mikro_orm_migrations',
        )
      : { rows: [] };
    const executed = new Map(rows.map(({ name, at }) => [name, at]));
    return migrations.map(({ name }) => ({ name, executedAt: executed.get(name) ?? null }));
  } finally {
    await client.end();
  }
}

/**
 * In milliseconds: how long a migration waits for a table that others use. Whoever comes after it waits behind it, so it
 * gives up, changes nothing, and can be run again.
 */
const LOCK_LIMIT = 2 * SECOND;

/**
 * `lock_not_available` and `deadlock_detected` of PostgreSQL. It looks for a deadlock after a second of waiting, and a
 * migration waits no longer than two, so of a migration and a request that wait for each other, the migration gives up.
 */
const notHad: readonly unknown[] = ['55P03', '40P01'];

/**
 * Runs `run` with the mapper's migrator, as the owner of the database.
 * @throws StartError if somebody else uses a table that a migration needs
 */
export async function withMigrator<T>(
  databaseUrl: string,
  migrations: readonly MigrationClass[],
  run: (migrator: Migrator) => Promise<T>,
): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    driverOptions: { lock_timeout: LOCK_LIMIT },
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    // Each migration is a transaction of its own, which holds no table that only an earlier one needed.
    migrations: { migrationsList: [...migrations], snapshot: false, silent: true, allOrNothing: false },
  });
  try {
    return await run(orm.migrator as Migrator);
  } catch (cause) {
    if (!notHad.includes((cause as { code?: unknown }).code)) throw cause;
    throw new StartError(
      `Another session uses a table that is to be changed. The migration has changed nothing: it waits no longer than ${LOCK_LIMIT / SECOND} seconds, because everybody behind it waits too. Run it again, or end that session (docs/operations/troubles.md, "Stuck migration").`,
      exitCodes.inUse,
      { cause },
    );
  } finally {
    await orm.close();
  }
}

/** Allows one caller at a time for this database. */
async function alone<T>(databaseUrl: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(databaseUrl);
  try {
    await client.query(`select pg_advisory_lock(hashtext('shieldhub.migrate'))`);
    return await run(client);
  } finally {
    await client.end();
  }
}
