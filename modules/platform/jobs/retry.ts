import type pg from 'pg';
import { SECOND } from '../browser.ts';

/** A try that failed. */
interface FailedTry {
  id: string;
  attempts: number;
  /** Under whose name the job is locked; another worker may have it by now. Null if nobody else can. */
  lockedBy: string | null;
  /** A random share, from 0 to 1, so that jobs that failed together are not tried together. */
  spread: number;
}

/** Why a try failed, for what becomes of its job. */
export interface Failure {
  /** Trying again is useless. */
  permanent: boolean;
  /** How long the outside service rests that the job met, in milliseconds; null if it failed by itself. */
  rest: number | null;
}

/**
 * Decides about the next try of a job that is about to return to the queue, which adds e^n seconds after the n-th try.
 * A job that met an outside service at rest waits until it is asked again, and the try does not count: an outage of
 * hours uses up no job.
 */
export async function prepareRetry(
  pool: pg.Pool,
  job: FailedTry,
  { permanent, rest }: Failure,
): Promise<void> {
  const delay = permanent ? 0 : rest === null ? job.spread * queueDelay(job.attempts) : restDelay(job, rest);
  await pool.query(
    `update graphile_worker._private_jobs set run_at = greatest(now(), run_at) + $2::float8 * interval '1 second',
       attempts = attempts - case when $3 then 1 else 0 end,
       max_attempts = case when $4 then attempts else max_attempts end
     where id = $1 and ($5::text is null or locked_by = $5)`,
    [job.id, delay, rest !== null, permanent, job.lockedBy],
  );
}

/** What the queue adds itself, in seconds. */
const queueDelay = (attempts: number) => Math.exp(Math.min(attempts, 10));

const restDelay = ({ attempts, spread }: FailedTry, rest: number) =>
  Math.max(0, ((1 + spread) * rest) / SECOND - queueDelay(attempts - 1));
