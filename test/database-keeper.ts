/**
 * Runs the PostgreSQL server of the tests: `node test/database-keeper.ts FOLDER`. test/database.ts starts it as a
 * detached process for everybody who runs tests in this checkout. It writes FOLDER/server.json when it is ready. It
 * stops when nobody has been connected for a while, and on SIGUSR2 at once if nobody is connected.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  bareEnvironment,
  makeDataFolder,
  prepareBinaries,
  readPostmaster,
} from '#embedded-database/index.ts';
import { databaseFolder } from './database-folder.ts';
import { freePort } from './free-port.ts';

const IDLE_LIMIT = 20 * 60_000;
const LOOK_EVERY = 15_000;
const START_LIMIT = 30_000;
const STALE_CLONE = '2 hours';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node test/database-keeper.ts FOLDER');
const stateFile = `${folder}/server.json`;
mkdirSync(folder, { recursive: true });
const { binaries, folder: onDisk } = prepareBinaries(folder);
const dataFolder = databaseFolder(folder, onDisk);

/** Settings for speed, because the data need not survive a crash. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '30min',
  autovacuum_naptime: '5min',
  max_connections: '400',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  // By default, at least the first five executions of a statement on a connection are planned anew. Tests open many
  // connections and execute most statements only a few times on each, so most of them would always be planned.
  plan_cache_mode: 'force_generic_plan',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'fatal',
};

/** @throws Error if it ends before it is ready */
async function start(port: number): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(binaries.postgres, ['-D', dataFolder, '-p', String(port), ...flags], {
    ...binaries.owner,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit'],
    env: bareEnvironment(),
  });
  const limit = Date.now() + START_LIMIT;
  while (Date.now() < limit && server.exitCode === null) {
    const found = readPostmaster(dataFolder);
    if (found?.pid === server.pid && found?.ready) return server;
    await pause(25);
  }
  server.kill('SIGQUIT');
  throw new Error('PostgreSQL did not start');
}

const port = await freePort();
// A cluster that was not shut down properly may be damaged, because it runs without fsync. It is created again.
const server = await start(port).catch(async () => {
  // The number of iterations is stored with each password that is set. It is low, because a test opens dozens of
  // connections.
  const settings = { scram_iterations: '1' };
  await makeDataFolder(binaries, dataFolder, { password: 'postgres', settings });
  return start(port);
});
const admin = new pg.Client({
  connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
});
await admin.connect();
await writeFile(`${stateFile}.new`, JSON.stringify({ port, keeper: process.pid, server: server.pid }));
await rename(`${stateFile}.new`, stateFile);

async function connected(): Promise<number> {
  const answer = await admin.query<{ count: string }>(
    `select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return Number(answer.rows[0]?.count ?? 0);
}

/** Drops clones that killed tests have left; other tests drop their own. A clone may disappear during the check. */
async function dropStaleClones(): Promise<void> {
  const stale = await admin.query<{ datname: string }>(
    `select d.datname from pg_database d
     where d.datname like 'clone\\_%'
       and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)
       and (pg_stat_file('base/' || d.oid || '/PG_VERSION', true)).modification < now() - interval '${STALE_CLONE}'`,
  );
  for (const { datname } of stale.rows) await admin.query(`drop database if exists "${datname}"`);
}

async function stop(): Promise<never> {
  await rm(stateFile, { force: true });
  await admin.end();
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await gone;
  process.exit(0);
}

let lastUse = Date.now();
process.on('SIGTERM', stop);
process.on('SIGUSR2', async () => {
  if ((await connected()) === 0) await stop();
});
server.once('exit', () => process.exit(1));
admin.on('error', () => undefined);
setInterval(async () => {
  if ((await connected()) > 0) lastUse = Date.now();
  else if (Date.now() - lastUse > IDLE_LIMIT) await stop();
  await dropStaleClones();
}, LOOK_EVERY);
