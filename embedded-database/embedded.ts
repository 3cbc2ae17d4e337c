import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '#modules/platform/browser.ts';
import type { DatabaseAddress } from '#modules/platform/database/address.ts';
import { exitCodes, StartError } from '#modules/platform/start-error.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { makeDataFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import {
  findPostmaster,
  type Postmaster,
  processName,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

/**
 * A PostgreSQL server with its files in the data folder, for development. Its addresses are those of the portal's
 * database.
 */
export interface EmbeddedDatabase extends DatabaseAddress {
  /**
   * Creates the portal's database unless it exists. It is made under another name and renamed when it is complete, so
   * that after a killed start the next one begins again.
   * @param fill puts the schema and the first data into the database at the given address
   * @returns false if it already existed
   */
  createDatabase(fill: (draft: DatabaseAddress) => Promise<void>): Promise<boolean>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  password: string;
  /** Prints one line on the terminal. */
  tell?: (line: string) => void;
  /** Settings of the server in addition to its own. */
  settings?: Readonly<Record<string, string>>;
}

/** The name of the database and of the role that owns it. */
const name = 'shieldhub';
/** The role that the portal works with. */
const portalRole = 'shieldhub_portal';
const draftName = 'shieldhub_new';
const stateFile = (dataFolder: string) => join(dataFolder, 'postgres.json');

/**
 * Starts the server, or takes over one that a killed portal left running. If the server's process dies, it is started
 * again on the same port.
 * @throws StartError if the folder is in use, or the server does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataFolder, password } = options;
  const lock = lockFolder(dataFolder);
  try {
    const { binaries, folder } = prepareBinaries(dataFolder);
    if (dirname(folder) !== dataFolder) options.tell?.(`The database is kept in ${folder}.`);
    if (!existsSync(join(folder, 'PG_VERSION'))) await initialize(binaries, folder, password);
    const startOn = (port: number) =>
      startPostmaster(binaries, folder, port, join(dataFolder, 'postgres.log'), options.settings);
    let server = (await takeOver(folder, password)) ?? (await startFirst(dataFolder, startOn));
    writeFileSync(stateFile(dataFolder), JSON.stringify({ port: server.port }));
    const { port } = server;
    await asAdmin({ port, password }, (admin) => createRoles(admin, password));
    const watch = superviseServer(
      () => server.pid,
      async () => {
        options.tell?.('PostgreSQL stopped. Starting it again.');
        server = await retry(() => startOn(port));
      },
    );
    return {
      ...addressOf(port, password, name),
      createDatabase: (fill) =>
        asAdmin({ port, password }, (admin) =>
          createDatabase(admin, () => fill(addressOf(port, password, draftName))),
        ),
      async stop() {
        await watch.end();
        await stopPostmaster(folder, server.pid);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    if (error instanceof StartError) throw error;
    const reason = wrongPassword(error)
      ? `secrets.json in ${dataFolder} does not belong to its database; delete the folder to start over`
      : error instanceof Error
        ? error.message
        : String(error);
    throw new StartError(`The embedded PostgreSQL does not start: ${reason}`, exitCodes.unavailable, {
      cause: error,
    });
  }
}

/** Whether a server was ever started in this data folder. */
export function hasEmbedded(dataFolder: string): boolean {
  return existsSync(stateFile(dataFolder));
}

/**
 * The database of a server that another process runs in this data folder; null if there is none. One that takes the
 * connection and does not answer is asked again for half a minute.
 */
export async function findEmbedded(dataFolder: string, password: string): Promise<DatabaseAddress | null> {
  let port: number;
  try {
    port = Number((JSON.parse(readFileSync(stateFile(dataFolder), 'utf8')) as { port?: unknown }).port);
  } catch {
    return null;
  }
  const address = addressOf(port, password, name);
  const limit = performance.now() + PATIENCE;
  do {
    const client = new pg.Client({ connectionString: address.url, connectionTimeoutMillis: 3 * SECOND });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return address;
    } catch (error) {
      void client.end().catch(() => undefined);
      if (!isBusy(error)) return null;
    }
  } while (performance.now() < limit);
  return null;
}

/** How long a busy machine may take to answer. */
const PATIENCE = 30 * SECOND;

/** Whether somebody listens there who has not answered yet. */
const isBusy = (error: unknown) =>
  (error as { code?: unknown }).code === '57P03' || (error instanceof Error && /timeout/.test(error.message));

function wrongPassword(error: unknown): boolean {
  return (error as { code?: unknown }).code === '28P01';
}

function addressOf(port: number, password: string, database: string): DatabaseAddress {
  const as = (role: string, secret: string) => `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  return { url: as(portalRole, portalPassword(password)), ownerUrl: as(name, password) };
}

/** The owner's password cannot be derived from this one, which is in the portal's URL. */
function portalPassword(password: string): string {
  return createHmac('sha256', password).update(portalRole).digest('hex');
}

/**
 * The files are written to another folder, which is renamed when it is complete, so that a killed start leaves nothing
 * that looks like a complete database.
 */
async function initialize(binaries: Binaries, folder: string, password: string): Promise<void> {
  const draft = `${folder}.new`;
  await makeDataFolder(binaries, draft, { password });
  renameSync(draft, folder);
}

/**
 * Finds a server that is still running after its portal was killed. Waits until it answers or has ended: one that is
 * being killed calls itself ready until it is gone.
 */
async function takeOver(folder: string, password: string): Promise<Postmaster | null> {
  const limit = performance.now() + PATIENCE;
  for (let found = findPostmaster(folder); found; found = findPostmaster(folder)) {
    if (found.ready && (await doesAnswer(found.port, password))) return found;
    if (performance.now() > limit) throw new Error(`process ${found.pid} neither answers nor exits`);
    await pause(50);
  }
  return null;
}

/** @throws Error if the server answers with a refusal, such as that of a wrong password */
async function doesAnswer(port: number, password: string): Promise<boolean> {
  try {
    await asAdmin({ port, password }, async () => undefined);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !isBusy(error)) throw error;
    return false;
  }
}

async function startFirst(
  dataFolder: string,
  startOn: (port: number) => Promise<Postmaster>,
): Promise<Postmaster> {
  const port = await choosePort(dataFolder);
  // Any other failure is told at once.
  return retry(
    () => startOn(port),
    (error) => error instanceof Error && error.message.includes('still in use'),
  );
}

async function choosePort(dataFolder: string): Promise<number> {
  const kept = readPort(dataFolder);
  return kept !== null && (await isFree(kept)) ? kept : freePort();
}

/** Starts again after a failure, because the child processes of a killed server keep its shared memory for a moment. */
async function retry(
  start: () => Promise<Postmaster>,
  mayPass: (error: unknown) => boolean = () => true,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt >= 60 || !mayPass(error)) throw error;
      await pause(500);
    }
  }
}

function superviseServer(pid: () => number, bringBack: () => Promise<void>): { end(): Promise<void> } {
  let ended = false;
  let busy: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (ended || busy || processName(pid()) !== null) return;
    busy = bringBack()
      .catch(() => undefined)
      .finally(() => {
        busy = null;
      });
  }, 0.5 * SECOND);
  timer.unref();
  return {
    async end() {
      ended = true;
      clearInterval(timer);
      await busy;
    },
  };
}

async function asAdmin<T>(
  { port, password }: { port: number; password: string },
  run: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 10 * SECOND,
  });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await run(admin);
  } finally {
    await admin.end();
  }
}

/** The owner owns only its database, and the portal's role owns nothing. */
async function createRoles(admin: pg.Client, password: string): Promise<void> {
  const { rows } = await admin.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [[name, portalRole]],
  );
  const wanted = [
    { role: name, may: 'login createdb', secret: password },
    { role: portalRole, may: 'login', secret: portalPassword(password) },
  ];
  for (const { role, may, secret } of wanted) {
    if (rows.some(({ rolname }) => rolname === role)) continue;
    await admin.query(`create role ${pg.escapeIdentifier(role)} ${may} password ${pg.escapeLiteral(secret)}`);
  }
}

async function createDatabase(admin: pg.Client, fill: () => Promise<void>): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount !== 0) return false;
  const draft = pg.escapeIdentifier(draftName);
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft} owner ${pg.escapeIdentifier(name)}`);
  // Commits need not wait for the disk, because a lost draft is created again. A checkpoint follows.
  await admin.query(`alter database ${draft} set synchronous_commit = off`);
  await fill();
  await admin.query('checkpoint');
  await admin.query(`alter database ${draft} reset synchronous_commit`);
  await admin.query(`alter database ${draft} rename to ${pg.escapeIdentifier(name)}`);
  return true;
}

function readPort(dataFolder: string): number | null {
  try {
    const { port } = JSON.parse(readFileSync(stateFile(dataFolder), 'utf8')) as { port?: unknown };
    return typeof port === 'number' && port > 0 && port < 65536 ? port : null;
  } catch {
    return null;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object'
          ? done(address.port)
          : fail(new Error('no free port')),
      );
    });
  });
}
