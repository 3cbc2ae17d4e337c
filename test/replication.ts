/** A primary and a streaming replica of PostgreSQL, from the programs that npm installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  bareEnvironment,
  makeDataFolder,
  prepareBinaries,
  readPostmaster,
} from '#embedded-database/index.ts';
import type { DatabaseAddress } from '#modules/platform/index.ts';
import { freePort } from './free-port.ts';

const START_LIMIT = 60_000;
const [ownerRole, portalRole, name] = ['shieldhub', 'shieldhub_portal', 'shieldhub'];

export interface Replication {
  /** The primary, with an empty database of two roles. */
  primary: DatabaseAddress;
  /** The same database at the replica, with the portal's role. */
  readUrl: string;
  /** The replica goes on receiving, and shows nothing of it until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the replica has replayed everything. */
  catchUp(): Promise<void>;
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplication(): Promise<Replication> {
  const home = mkdtempSync(join(tmpdir(), 'shieldhub-replication-'));
  chmodSync(home, 0o755);
  const { binaries } = prepareBinaries(home);
  const folders = { primary: join(home, 'primary'), replica: join(home, 'replica') };
  await makeDataFolder(binaries, folders.primary, { password: 'postgres' });
  const ports = { primary: await freePort(), replica: await freePort() };

  const begin = async (which: 'primary' | 'replica', more: Record<string, string>) => {
    const settings = {
      wal_level: 'replica',
      max_wal_senders: '4',
      wal_keep_size: '1GB',
      hot_standby: 'on',
      hot_standby_feedback: 'on',
      max_connections: '100',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      log_min_messages: 'panic',
      jit: 'off',
      timezone: 'UTC',
      ...more,
    };
    const words = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const server = spawn(binaries.postgres, ['-D', folders[which], '-p', String(ports[which]), ...words], {
      ...binaries.owner,
      cwd: '/',
      stdio: ['ignore', 'inherit', 'inherit'],
      env: bareEnvironment(),
    });
    const limit = Date.now() + START_LIMIT;
    while (Date.now() < limit && server.exitCode === null) {
      const found = readPostmaster(folders[which]);
      if (found?.pid === server.pid && found?.ready) return server;
      await pause(50);
    }
    server.kill('SIGQUIT');
    throw new Error(`the ${which} did not start`);
  };
  const on = async <T>(
    which: 'primary' | 'replica',
    run: (admin: pg.Client) => Promise<T>,
    database = 'postgres',
  ) => {
    const admin = new pg.Client({
      connectionString: `postgres://postgres:postgres@127.0.0.1:${ports[which]}/${database}`,
    });
    admin.on('error', () => undefined);
    await admin.connect();
    try {
      return await run(admin);
    } finally {
      await admin.end();
    }
  };

  const primary = await begin('primary', {});
  await on('primary', async (admin) => {
    for (const role of [ownerRole, portalRole])
      await admin.query(`create role ${role} login password '${role}'`);
    await admin.query(`create database ${name} owner ${ownerRole}`);
    await admin.query('checkpoint');
    await admin.query(`select pg_backup_start('replica', true)`);
    mkdirSync(folders.replica, { mode: 0o700 });
    for (const entry of readdirSync(folders.primary).filter((each) => !each.startsWith('postmaster.')))
      cpSync(join(folders.primary, entry), join(folders.replica, entry), { recursive: true });
    const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    writeFileSync(join(folders.replica, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(folders.replica, 'standby.signal'), '');
  });
  if (binaries.owner.uid !== undefined)
    execFileSync('chown', ['-R', `${binaries.owner.uid}:${binaries.owner.gid}`, folders.replica]);
  const follow = () =>
    begin('replica', {
      primary_conninfo: `host=127.0.0.1 port=${ports.primary} user=postgres password=postgres`,
    });
  let replica: ChildProcess = await follow();
  const end = async (server: ChildProcess, signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const as = (role: string, port: number) => `postgres://${role}:${role}@127.0.0.1:${port}/${name}`;
  return {
    primary: { url: as(portalRole, ports.primary), ownerUrl: as(ownerRole, ports.primary) },
    readUrl: as(portalRole, ports.replica),
    pause: () => on('replica', async (admin) => void (await admin.query('select pg_wal_replay_pause()'))),
    resume: () => on('replica', async (admin) => void (await admin.query('select pg_wal_replay_resume()'))),
    async catchUp() {
      const { rows } = await on('primary', (admin) =>
        admin.query<{ position: string }>('select pg_current_wal_flush_lsn() as position'),
      );
      const limit = Date.now() + START_LIMIT;
      while (Date.now() < limit) {
        const reached = await on('replica', (admin) =>
          admin.query<{ is: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [
            rows[0]?.position,
          ]),
        );
        if (reached.rows[0]?.is) return;
        await pause(50);
      }
      throw new Error('the replica did not catch up');
    },
    killReplica: () => end(replica, 'SIGQUIT'),
    async startReplica() {
      replica = await follow();
    },
    async stop() {
      await end(replica, 'SIGQUIT');
      await end(primary, 'SIGQUIT');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
