import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { TestPortal } from '#test/portal.ts';

/** Another worker of the portal, on the same database. */
export interface WorkerProcess {
  kill(): Promise<void>;
}

/** Separate workers on the database of a test's portal. */
export function workerProcesses(portal: TestPortal) {
  const running = new Set<ChildProcess>();
  const end = async (child: ChildProcess) => {
    if (!running.delete(child) || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  const endAll = async () => {
    for (const child of [...running]) await end(child);
  };
  afterAll(endAll);

  return {
    /** Starts it, again if it ends before it works, as systemd does: PostgreSQL may not be back yet. */
    async start(): Promise<WorkerProcess> {
      const file = join(import.meta.dirname, 'worker-child.ts');
      for (;;) {
        const child = spawn(process.execPath, [file, portal.databaseUrl, portal.config.dataFolder], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        running.add(child);
        const works = once(child.stdout, 'data').then(() => true);
        if (await Promise.race([works, once(child, 'close').then(() => false)]))
          return { kill: () => end(child) };
        running.delete(child);
        await pause(500);
      }
    },
    killAll: endAll,
    /** What waits for its moment becomes due at once. */
    hurry: () =>
      portal.pool.query(`select graphile_worker.reschedule_jobs(array(
        select id from graphile_worker.jobs where locked_at is null and run_at > now()), run_at => now())`),
  };
}
