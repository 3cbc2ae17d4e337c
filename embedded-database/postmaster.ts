import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#modules/platform/browser.ts';
import { type Binaries, bareEnvironment } from './binaries.ts';

/** What a running server writes into postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/**
 * A sixteenth of the machine's memory, in MB. The server allocates it only as needed, so little data needs little
 * memory.
 */
function sharedBuffers(): number {
  return Math.round(Math.min(2048, Math.max(128, totalmem() / 16 / 1_000_000)));
}

/** Server settings for one developer: durable, on loopback only, and no statement values in the log. */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: `${sharedBuffers()}MB`,
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const logLimit = 5_000_000;

/** Reads postmaster.pid (lines: process id, folder, start, port, socket, address, shared memory, status). */
export function readPostmaster(clusterFolder: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number.isInteger(port) ? port : 0, ready: lines[7]?.trim() === 'ready' };
}

/** The server of this folder, if its process is running and is a PostgreSQL server. */
export function findPostmaster(clusterFolder: string): Postmaster | null {
  const found = readPostmaster(clusterFolder);
  return found && /postgres/.test(processName(found.pid) ?? '') ? found : null;
}

/**
 * Starts a server in its own session, so that Ctrl-C in the terminal reaches only the portal, which finishes requests
 * before it stops the database.
 * @param more settings in addition to those of every server
 * @returns when it accepts connections
 * @throws Error with the last lines of its log
 */
export async function startPostmaster(
  binaries: Binaries,
  clusterFolder: string,
  port: number,
  logFile: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Postmaster> {
  if (readPostmaster(clusterFolder) && !findPostmaster(clusterFolder)) {
    // A killed server left the file, and another process has its process id now.
    rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
  }
  const log = openSync(logFile, sizeOf(logFile) > logLimit ? 'w' : 'a', 0o600);
  const logStart = sizeOf(logFile);
  const flags = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(binaries.postgres, ['-D', clusterFolder, '-p', String(port), ...flags], {
    ...binaries.owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: bareEnvironment(),
  });
  closeSync(log);
  server.unref();
  let ended: string | null = null;
  server.on('error', (error) => {
    ended = error.message;
  });
  server.on('exit', (code, signal) => {
    ended ??= `ended with ${code ?? signal}`;
  });
  const limit = performance.now() + 60 * SECOND;
  while (performance.now() < limit) {
    if (ended !== null)
      throw new Error(`PostgreSQL ${ended}: ${readFrom(logFile, logStart) || 'it wrote nothing'}`);
    const found = readPostmaster(clusterFolder);
    if (found && found.pid === server.pid && found.ready) return found;
    await pause(15);
  }
  server.kill('SIGQUIT');
  throw new Error('PostgreSQL was not ready within 60 s');
}

/** A fast shutdown: rolls back open transactions and writes everything that was committed. */
export async function stopPostmaster(clusterFolder: string, pid: number): Promise<void> {
  const gone = () => readPostmaster(clusterFolder)?.pid !== pid || processName(pid) === null;
  signal(pid, 'SIGINT');
  const limit = performance.now() + 30 * SECOND;
  while (!gone()) {
    if (performance.now() > limit) {
      signal(pid, 'SIGQUIT');
      return;
    }
    await pause(20);
  }
  // The file disappears shortly before the process ends.
  while (processName(pid) !== null && performance.now() < limit) await pause(5);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Name of a running process; null when there is none or it is a zombie. */
export function processName(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = line.lastIndexOf(')');
      return line[end + 2] === 'Z' ? null : line.slice(line.indexOf('(') + 1, end);
    }
    const line = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
  } catch {
    return null;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function readFrom(file: string, start: number): string {
  const text = readFileSync(file).subarray(start).toString('utf8').trim();
  return text.split('\n').slice(-3).join(' / ');
}
