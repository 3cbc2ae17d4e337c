import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { pooledUrl } from '#test/pooled-url.ts';

const file = join(import.meta.dirname, '../../deploy/database/pgbouncer.ini');
/** The user `nobody`, because PgBouncer refuses to run as root. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * PgBouncer with the file of deploy/, in front of any database of the server of a database on this machine. Only addresses are replaced.
 * @param program the path of pgbouncer
 * @param databaseUrl a database there, with the role that may use it
 * @returns its port
 */
export async function startPooler(program: string, databaseUrl: string): Promise<number> {
  const { port: serverPort, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'shieldhub-pooler-'));
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  let text = readFileSync(file, 'utf8');
  for (const [line, by] of [
    [/^shieldhub = host=\S+ port=\S+ dbname=\S+/m, `* = host=127.0.0.1 port=${serverPort}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    // Each file of tests has a database of its own, and drops it.
    [/^auth_file = .*$/m, `auth_file = ${users}\nserver_idle_timeout = 5\nunix_socket_dir =`],
  ] as const) {
    expect(text, `pgbouncer.ini has a line ${line}`).toMatch(line);
    text = text.replace(line, by);
  }
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(path, text);
  if (ordinary.uid) for (const each of [folder, users, path]) chownSync(each, ordinary.uid, ordinary.gid);
  const pooler = spawn(program, ['-q', path], { stdio: ['ignore', 'ignore', 'inherit'], ...ordinary });
  const ended = once(pooler, 'exit');
  onTestFinished(async () => {
    pooler.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = pooledUrl(databaseUrl, port);
  await expect
    .poll(
      async () => {
        const client = new pg.Client({ connectionString: url });
        client.on('error', () => undefined);
        try {
          await client.connect();
          return (
            await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)
          ).rows;
        } catch (error) {
          return (error as Error).message;
        } finally {
          await client.end().catch(() => undefined);
        }
      },
      { timeout: 30_000 },
    )
    .toEqual([{ limit: '1min' }]);
  return port;
}
