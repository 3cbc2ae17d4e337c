import type { z } from 'zod';
import { MINUTE } from '../browser.ts';
import { type Database, sql } from '../database/sql.ts';

/** The contract of a job: what its payload is, and how often and how long it is tried. */
export interface JobType<P> {
  /** `module.verb-object`. */
  name: string;
  /** Ids only: payloads are stored unencrypted in the queue's tables. */
  payload: z.ZodType<P>;
  /** Tries until it is listed as failed. */
  attempts: number;
  /** Milliseconds for one try. */
  timeout: number;
}

/**
 * Declares a job. With 8 tries the last comes about 45 minutes after the first (a wait of e^n seconds and up to
 * a random delay of the same length), with 12 about 12 hours.
 */
export function job<P>(declared: {
  name: string;
  payload: z.ZodType<P>;
  attempts?: number;
  timeout?: number;
}): JobType<P> {
  return { attempts: 8, timeout: 5 * MINUTE, ...declared };
}

export interface EnqueueOptions {
  /** At most one waiting job per key: a later one replaces one that has not started. */
  key?: string | undefined;
  /** Milliseconds of real time until it may start. What is due by the portal's clock is found by a sweep instead. */
  delay?: number | undefined;
  /** With a key: the waiting job keeps its start time, so that repeated enqueuing cannot delay it forever. */
  keepTime?: boolean | undefined;
}

/**
 * Enqueues a job in the transaction of the state change that needs it, so that both commit or neither does.
 * @returns the job's id
 */
export async function enqueueJob<P>(
  db: Database,
  type: JobType<P>,
  payload: P,
  { key, delay, keepTime }: EnqueueOptions = {},
): Promise<string> {
  const json = JSON.stringify(type.payload.parse(payload));
  const mode = keepTime ? 'preserve_run_at' : 'replace';
  const { rows } = await sql<{ id: string | number }>`
    select id from graphile_worker.add_job(${type.name}, payload => ${json}::json,
      run_at => clock_timestamp() + ${delay ?? 0}::float8 * interval '1 millisecond',
      max_attempts => ${type.attempts}::int, job_key => ${key ?? null}, job_key_mode => ${mode})`.execute(db);
  return String(rows[0]?.id);
}

export interface JobToEnqueue<P> {
  payload: P;
  key?: string | undefined;
  /** Milliseconds. */
  delay?: number | undefined;
}

const BATCH = 10_000;

/** Enqueues many jobs of one kind, 10,000 per statement. @returns how many */
export async function enqueueJobs<P>(
  db: Database,
  type: JobType<P>,
  jobs: readonly JobToEnqueue<P>[],
): Promise<number> {
  const start = Date.now();
  for (let at = 0; at < jobs.length; at += BATCH) {
    const specs = lastOfEachKey(jobs.slice(at, at + BATCH)).map(({ payload, key, delay }) => ({
      identifier: type.name,
      payload: type.payload.parse(payload),
      max_attempts: type.attempts,
      job_key: key,
      run_at: delay ? new Date(start + delay).toISOString() : undefined,
    }));
    await sql`
      select count(*) from graphile_worker.add_jobs(array(
        select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)
      ))`.execute(db);
  }
  return jobs.length;
}

/** One statement cannot write the same key twice. */
function lastOfEachKey<P>(jobs: readonly JobToEnqueue<P>[]): readonly JobToEnqueue<P>[] {
  if (!jobs.some((entry) => entry.key !== undefined)) return jobs;
  return [...new Map(jobs.map((entry, index) => [entry.key ?? index, entry])).values()];
}
