/**
 * Databases for tests. One PostgreSQL server serves everybody who runs tests in this checkout. It is started if it does
 * not run, and stops by itself. For each state of the migrations there is one migrated template database, and every
 * test file works on a clone of it.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '#modules/platform/database/address.ts';
import { migrate, setUpDemoPortalAt } from './migrate.ts';
import { fingerprintOf } from './source-fingerprint.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.data', 'test');
const stateFile = join(folder, 'server.json');
const lockFile = join(folder, 'server.lock');
const START_LIMIT = 60_000;
/** Of each kind. */
export const TEMPLATES_KEPT = 3;

interface ServerState {
  port: number;
  /** Process ids. */
  keeper: number;
  server: number;
}

export interface TestDatabase extends DatabaseAddress {
  name: string;
  drop(): Promise<void>;
}

/** As in production, one role owns the databases, and the portal works with another one. */
const ownerRole = 'shieldhub';
const portalRole = 'shieldhub_portal';

function addressOf(port: number, name: string): DatabaseAddress {
  const as = (role: string) => `postgres://${role}:${role}@127.0.0.1:${port}/${name}`;
  return { url: as(portalRole), ownerUrl: as(ownerRole) };
}

async function createRoles(port: number): Promise<void> {
  const admin = await connect(port);
  try {
    for (const [role, may] of [
      [ownerRole, 'login createdb'],
      [portalRole, 'login'],
    ])
      await admin.query(`do $$ begin create role ${role} ${may} password '${role}';
        exception when duplicate_object or unique_violation then null; end $$`);
  } finally {
    await admin.end();
  }
}

function runs(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

async function readState(): Promise<ServerState | undefined> {
  const text = await readFile(stateFile, 'utf8').catch(() => undefined);
  return text ? (JSON.parse(text) as ServerState) : undefined;
}

/** As the server's superuser. */
async function connect(port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
  });
  // If the server ends while a client is idle, the process must not end. The next query fails instead.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The port of a running server; undefined if none runs. */
async function findServer(): Promise<number | undefined> {
  const state = await readState();
  if (!state) return undefined;
  try {
    const client = await connect(state.port);
    await client.end();
    return state.port;
  } catch {
    return undefined;
  }
}

/** Runs `work` in one process at a time. The lock of an ended process is taken over. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const lock = await open(lockFile, 'wx');
      await lock.writeFile(String(process.pid));
      await lock.close();
      break;
    } catch {
      const owner = Number(await readFile(lockFile, 'utf8').catch(() => ''));
      if (owner && !runs(owner)) await rm(lockFile, { force: true });
      await pause(100);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

/** The port of the shared test server, which is started if it does not run. */
export async function testServer(): Promise<number> {
  const found = await findServer();
  if (found) return found;
  await mkdir(folder, { recursive: true });
  return alone(async () => {
    const startedMeanwhile = await findServer();
    if (startedMeanwhile) return startedMeanwhile;
    await rm(stateFile, { force: true });
    const log = await open(join(folder, 'server.log'), 'w');
    const keeper = spawn(process.execPath, [join(import.meta.dirname, 'database-keeper.ts'), folder], {
      cwd: root,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    keeper.unref();
    await log.close();
    const limit = Date.now() + START_LIMIT;
    while (Date.now() < limit) {
      const port = existsSync(stateFile) ? await findServer() : undefined;
      if (port) return port;
      await pause(100);
    }
    throw new Error('the PostgreSQL server of the tests did not start: see .data/test/server.log');
  });
}

/** The process id of the shared server; undefined if none runs. */
export async function readServerProcess(): Promise<number | undefined> {
  return (await readState())?.server;
}

/** Asks the shared server to stop if nobody else uses it. */
export async function releaseServer(): Promise<void> {
  const state = await readState();
  if (state && runs(state.keeper)) process.kill(state.keeper, 'SIGUSR2');
}

/** Everything that the template depends on. */
const templateSources = [
  'migrations',
  'modules/platform/database/roles.ts',
  'modules/platform/database/schema.ts',
  'cli/demo/portal.ts',
  'cli/setup/portal-file.ts',
  'cli/setup/starter-catalogue.ts',
  'cli/setup/starter-consents.ts',
  'cli/setup/starter-terms.ts',
  'cli/setup/starter-texts.ts',
  'node_modules/graphile-worker/package.json',
  'node_modules/@mikro-orm/migrations/package.json',
];

/** The name of the migrated template database, which is built if this state of the migrations is new. */
export async function testTemplate(port: number): Promise<string> {
  const template = `template_${await fingerprintOf(templateSources)}`;
  await keepTemplate(port, template, 'template0', async (database) => {
    await migrate(database);
    await setUpDemoPortalAt(database.url);
  });
  return template;
}

/**
 * Builds a template database unless there is one of this name. Of templates of the same kind (the name up to `_`), only
 * the newest are kept.
 * @param fill puts the contents into the database at the given address
 */
async function keepTemplate(
  port: number,
  name: string,
  from: string,
  fill: (database: DatabaseAddress) => Promise<void>,
): Promise<void> {
  const [kind = ''] = name.split('_');
  const admin = await connect(port);
  try {
    if (await exists(admin, name)) return;
    await admin.query('select pg_advisory_lock(hashtext($1))', [kind]);
    if (await exists(admin, name)) return;
    await createRoles(port);
    const building = `building_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database "${building}" template "${from}" owner ${ownerRole}`);
    try {
      await fill(addressOf(port, building));
    } catch (error) {
      await admin.query(`drop database if exists "${building}" with (force)`);
      throw error;
    }
    await admin.query(`alter database "${building}" rename to "${name}"`);
    await dropOldTemplates(admin, kind);
  } finally {
    await admin.end();
  }
}

async function exists(admin: pg.Client, name: string): Promise<boolean> {
  const answer = await admin.query('select 1 from pg_database where datname = $1', [name]);
  return answer.rows.length > 0;
}

async function dropOldTemplates(admin: pg.Client, kind: string): Promise<void> {
  const old = await admin.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, $1) order by oid desc offset ${TEMPLATES_KEPT}`,
    [`${kind}_`],
  );
  for (const { datname } of old.rows)
    await admin.query(`drop database if exists "${datname}"`).catch(() => undefined);
}

/**
 * A clone of a template that is kept between runs as `name`. If it does not exist, it is made from the migrated
 * template.
 * @param fill as for `keepTemplate`
 */
export async function cloneFilled(
  name: string,
  fill: (database: DatabaseAddress) => Promise<void>,
): Promise<TestDatabase> {
  const { port, template } = await prepared();
  await keepTemplate(port, name, template, fill);
  return createFrom(port, name);
}

/** A separate database for one test file: migrated and set up, without accounts. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { port, template } = await prepared();
  return createFrom(port, template);
}

/** A database without any schema, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const port = await testServer();
  await createRoles(port);
  return createFrom(port, 'template0');
}

let preparing: Promise<{ port: number; template: string }> | undefined;

/**
 * The server and the migrated template, which each process looks for once: whoever runs tests holds the server, and
 * reading all migrations for each file of tests would take longer than the clone.
 */
function prepared(): Promise<{ port: number; template: string }> {
  preparing ??= (async () => {
    const port = await testServer();
    return { port, template: await testTemplate(port) };
  })();
  return preparing;
}

async function createFrom(port: number, template: string): Promise<TestDatabase> {
  const name = `clone_${process.pid}_${randomBytes(5).toString('hex')}`;
  const admin = await connect(port);
  try {
    // The other strategy also writes each page to the log, which takes three times as long for such a small database.
    await admin.query(
      `create database "${name}" template "${template}" owner ${ownerRole} strategy file_copy`,
    );
  } finally {
    await admin.end();
  }
  return {
    name,
    ...addressOf(port, name),
    async drop() {
      const client = await connect(port);
      try {
        // The connections of a closed pool end slightly later, and PostgreSQL waits for them for five seconds. If they
        // were terminated, their errors would fail a test.
        await client
          .query(`drop database if exists "${name}"`)
          .catch(() => client.query(`drop database if exists "${name}" with (force)`));
      } finally {
        await client.end();
      }
    },
  };
}

/**
 * Keeps the server from stopping by itself.
 * @returns a function that ends this
 */
export async function holdServer(): Promise<() => Promise<void>> {
  const client = await connect(await testServer());
  return () => client.end();
}
