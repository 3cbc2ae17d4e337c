import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '#cli/build.ts';
import { findPostmaster, prepareBinaries, stopPostmaster } from '#embedded-database/index.ts';
import { MINUTE, SECOND } from '#modules/platform/index.ts';
import type { Measured } from './figures.ts';

/** Longer than any start or stop takes on a busy machine. */
const PATIENCE = 10 * MINUTE;

/**
 * Runs the same as `npm start`: once as after `npm ci`, without database, build and compiled sources, and once again
 * with all of them.
 */
export async function measureStarts(): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-bench-'));
  try {
    await rm(join(projectFolder, 'build'), { recursive: true, force: true });
    await rm(join(projectFolder, 'node_modules', '.cache', 'node'), { recursive: true, force: true });
    const first = await start(folder);
    const later = await start(folder);
    return [
      { name: 'npm start, first time', unit: 's', seen: first.seconds, goal: { atMost: 20 } },
      {
        name: 'npm start, first time: processor time',
        unit: 's',
        seen: first.computed,
        goal: { atMost: 40 },
      },
      { name: 'npm start, later', unit: 's', seen: later.seconds, goal: { atMost: 5 } },
      { name: 'npm start, later: processor time', unit: 's', seen: later.computed, goal: { atMost: 10 } },
    ];
  } finally {
    await stopDatabaseOf(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Start {
  /** Seconds until it prints its address. */
  seconds: number;
  /** Seconds of processor time of all its processes until then. Other load on the machine affects this less. */
  computed: number;
}

/**
 * Starts it without npm, which does not forward all signals and ends earlier than its program.
 * @throws Error if it ends too early, or takes longer than PATIENCE to start or to stop
 */
async function start(folder: string): Promise<Start> {
  const started = performance.now();
  const portal = spawn(process.execPath, [join(projectFolder, 'cli', 'shield.ts'), 'up'], {
    cwd: projectFolder,
    env: { ...process.env, DATA_FOLDER: folder, PORT: '4790', STRIPE_SANDBOX_PORT: '4791' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  const ended = once(portal, 'exit');
  const ready = new Promise<void>((done) => {
    let said = '';
    portal.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ShieldHub runs at')) done();
    });
  });
  const early = await Promise.race([ready, ended]);
  if (early) throw new Error(`the portal ended before it ran: ${early.join(' ')}`);
  const seconds = (performance.now() - started) / SECOND;
  const server = findPostmaster(prepareBinaries(folder).folder);
  const computed = (await computedBy(portal.pid)) + (await computedBy(server?.pid));
  portal.kill('SIGINT');
  const [code, signal] = await ended;
  portal.stdout.destroy();
  if (code !== 0) throw new Error(`the portal did not stop as asked: ${code ?? signal}`);
  return { seconds, computed };
}

/** If a portal failed, its database may still run. */
async function stopDatabaseOf(dataFolder: string): Promise<void> {
  const { folder } = prepareBinaries(dataFolder);
  const left = findPostmaster(folder);
  if (left) await stopPostmaster(folder, left.pid);
}

/** The unit of `/proc/PID/stat`: ticks per second. */
const TICKS = 100;

/** Seconds of processor time of a process and its ended children; NaN if the system does not provide it. */
async function computedBy(pid = 0): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system, childrenUser, childrenSystem] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return ((user ?? Number.NaN) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)) / TICKS;
}
