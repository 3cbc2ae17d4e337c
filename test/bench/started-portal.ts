import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '#cli/build.ts';
import { findPostmaster, prepareBinaries, stopPostmaster } from '#embedded-database/index.ts';
import { MINUTE, SECOND } from '#modules/platform/index.ts';

/** The portal as `npm start` runs it, with its own database and the demo data. */

/** Longer than any start or stop takes on a busy machine. */
const PATIENCE = 10 * MINUTE;

export const portalPort = 4790;

export interface StartedPortal {
  /** Seconds until it printed its address. */
  seconds: number;
  /** Seconds of processor time of all its processes until now. Other load on the machine affects this less. */
  computed(): Promise<number>;
  stop(): Promise<void>;
}

/** @param run is given a folder for the data of a portal, which is deleted afterwards */
export async function withDataFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-bench-'));
  try {
    return await run(folder);
  } finally {
    await stopDatabaseOf(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a terminal of this portal has in its environment. */
export const environmentOf = (folder: string) => ({
  ...process.env,
  DATA_FOLDER: folder,
  PORT: String(portalPort),
  STRIPE_SANDBOX_PORT: '4791',
});

/**
 * Starts it without npm, which does not forward all signals and ends earlier than its program.
 * @throws Error if it ends too early, or takes longer than PATIENCE to start or to stop
 */
export async function startPortal(folder: string): Promise<StartedPortal> {
  const started = performance.now();
  const portal = spawn(process.execPath, [join(projectFolder, 'cli', 'shield.ts'), 'up'], {
    cwd: projectFolder,
    env: environmentOf(folder),
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
  return {
    seconds: (performance.now() - started) / SECOND,
    async computed() {
      const server = findPostmaster(prepareBinaries(folder).folder);
      return (await computedBy(portal.pid)) + (await computedBy(server?.pid));
    },
    async stop() {
      portal.kill('SIGINT');
      const [code, signal] = await ended;
      portal.stdout.destroy();
      if (code !== 0) throw new Error(`the portal did not stop as asked: ${code ?? signal}`);
    },
  };
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
