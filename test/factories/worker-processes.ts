import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
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
    if (!running.delete(child)) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  const endAll = async () => {
    for (const child of [...running]) await end(child);
  };
  afterAll(endAll);

  return {
    async start(): Promise<WorkerProcess> {
      const file = join(import.meta.dirname, 'worker-child.ts');
      const child = spawn(process.execPath, [file, portal.databaseUrl, portal.config.dataFolder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      await once(child.stdout, 'data');
      return { kill: () => end(child) };
    },
    killAll: endAll,
    /** What waits for its moment becomes due at once. */
    hurry: () =>
      portal.pool.query(`select graphile_worker.reschedule_jobs(array(
        select id from graphile_worker.jobs where locked_at is null and run_at > now()), run_at => now())`),
  };
}
