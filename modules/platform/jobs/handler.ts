import type { Log } from '../log.ts';
import type { JobType } from './job.ts';

/** One try of a job, as its handler sees it. */
export interface JobRun {
  id: string;
  name: string;
  /** 1 for the first try. */
  attempt: number;
  lastAttempt: boolean;
  /** Aborts at the job's timeout and when the worker has to stop. */
  signal: AbortSignal;
  log: Log;
}

/**
 * What does a job. Safe to run twice: a worker may die after the work and before the queue knows. An error brings
 * the job back later, unless it has `permanent: true`.
 */
export interface JobHandler<C> {
  job: JobType<unknown>;
  run(context: C, payload: never, run: JobRun): Promise<void>;
}

/** Something done again and again, by real time in UTC; each time as a job, in one process only. */
export interface JobSchedule<C> {
  name: string;
  /** `minute hour day month weekday`. */
  cron: string;
  attempts: number;
  timeout: number;
  run(context: C, run: JobRun): Promise<void>;
}

/** What became of one try. */
export interface JobEvent {
  /** `gave-up`: it will not be tried again. */
  kind: 'done' | 'failed' | 'gave-up';
  name: string;
  id: string;
  attempt: number;
  /** Milliseconds that the try took. */
  duration: number;
  /** Never carries a personal value. */
  message?: string;
}
