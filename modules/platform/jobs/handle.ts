import { MINUTE } from '../browser.ts';
import type { Portal } from '../contract.ts';
import type { JobHandler, JobRun, JobSchedule } from './handler.ts';
import type { JobType } from './job.ts';

/** Declares the handler of a job. */
export function handle<P>(
  job: JobType<P>,
  run: (portal: Portal, payload: P, run: JobRun) => Promise<void>,
): JobHandler<Portal> {
  return { job, run: async (portal, payload, by) => run(portal, job.payload.parse(payload), by) };
}

/** Declares a recurring job. By default 3 tries of 15 minutes each. */
export function schedule(declared: {
  name: string;
  cron: string;
  attempts?: number;
  timeout?: number;
  run: (portal: Portal, run: JobRun) => Promise<void>;
}): JobSchedule<Portal> {
  return { attempts: 3, timeout: 15 * MINUTE, ...declared };
}
