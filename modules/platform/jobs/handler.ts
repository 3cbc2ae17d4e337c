import type { Log } from '../log.ts';
import type { JobType } from './job.ts';

/** One try of a job, as its handler sees it. */
export interface JobRun {
  id: string;
  name: string;
  /** 1 for the first try. */
  attempt: number;
  lastAttempt: boolean;
  /** When it was enqueued, by the queue's clock, if an earlier try may have done a part of it; null for the first try. */
  triedSince: Date | null;
  /** Aborts at the job's timeout and when the worker must stop. */
  signal: AbortSignal;
  log: Log;
}

/**
 * Runs a job. Must be safe to run twice, because a worker may die between the work and the queue's update. After an
 * error the job is retried later, unless the error has `permanent: true`.
 */
export interface JobHandler<C> {
  job: JobType<unknown>;
  /** @param payload as the queue kept it; checked by the job's schema before the work begins */
  run(context: C, payload: unknown, run: JobRun): Promise<void>;
}

/** A recurring job by real time in UTC. Each run happens in one process only. */
export interface JobSchedule<C> {
  name: string;
  /** `minute hour day month weekday`. */
  cron: string;
  attempts: number;
  timeout: number;
  run(context: C, run: JobRun): Promise<void>;
}

/** The result of one try. */
export interface JobEvent {
  /** `gave-up`: it will not be tried again. */
  kind: 'done' | 'failed' | 'gave-up';
  name: string;
  id: string;
  attempt: number;
  /** Milliseconds that the try took. */
  duration: number;
  /** Never contains a personal value. */
  message?: string;
}
