import type { z } from 'zod';
import { MINUTE, type ProviderName, SECOND } from '../browser.ts';
import { column } from '../database/column.ts';
import { type Database, sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';

/**
 * The order in which due jobs run (D125). 0: security codes, recovery and security notices, which have runners of
 * their own. 1: what a person waits for on a page. 2: other mails and texts. 3: mass work and what sweeps find.
 */
export type JobPriority = JobTurn['priority'];

/**
 * The time of one try by what the job does, in milliseconds. Each is longer than what the adapters allow themselves, so
 * that a try is never repeated while its first call still waits for an answer.
 */
export const tryLimits = {
  /** Reads and writes rows of the database. */
  rows: MINUTE,
  /** A text message: one call of at most 15 seconds. */
  text: 30 * SECOND,
  /** One mail, with its attachments: at most 40 seconds by SMTP. */
  mail: MINUTE,
  /** Mails to several people about one event, one after the other. */
  mails: 3 * MINUTE,
  /** Calls of an outside service: each ends after 30 seconds, or after three tries of 15 seconds. */
  service: 2 * MINUTE,
  /** Makes, moves or deletes files. */
  files: 5 * MINUTE,
} as const;

/**
 * When a job runs. Jobs of priority 0 also say what they send: mails and texts have slots of their own, so that neither
 * waits while the other's provider hangs. So have webhooks, because the receivers of companies may hang.
 */
export type JobTurn =
  | { priority: 0; sends: 'mail' | 'text' }
  | { priority: 2; sends: 'webhook' }
  | { priority: 1 | 2 | 3; sends?: never };

/** The contract of a job: what its payload is, when it runs, and how often and how long it is tried. */
export type JobType<P> = JobTurn & {
  /** `module.verb-object`. */
  name: string;
  /** Ids only: payloads are stored unencrypted in the queue's tables. */
  payload: z.ZodType<P>;
  /** Tries until it is listed as failed. */
  attempts: number;
  /** Milliseconds for one try. */
  timeout: number;
  /** The outside service without which it fails. */
  service?: ProviderName;
};

const serviceOfJob = new Map<string, ProviderName>();

/** @returns the jobs that call a service, by their names */
export const jobsOfService = (service: ProviderName): string[] =>
  [...serviceOfJob].filter(([, each]) => each === service).map(([name]) => name);

/**
 * Declares a job. With 8 tries the last comes about 45 minutes after the first (a wait of e^n seconds and up to
 * a random delay of the same length), with 12 about 12 hours.
 */
export function job<P>(
  declared: JobTurn & Omit<JobType<P>, keyof JobTurn | 'attempts'> & { attempts?: number },
): JobType<P> {
  if (declared.service) serviceOfJob.set(declared.name, declared.service);
  return { attempts: 8, ...declared };
}

export interface EnqueueOptions {
  /** At most one waiting job per key: a later one replaces one that has not started. */
  key?: string | undefined;
  /** Milliseconds of real time until it may start. What is due by the portal's clock is found by a sweep instead. */
  delay?: number | undefined;
  /** With a key: the waiting job keeps its start time, so that repeated enqueuing cannot delay it forever. */
  keepTime?: boolean | undefined;
}

interface NewJob {
  name: string;
  /** JSON. */
  payload: string;
  delay: number;
  attempts: number;
  priority: JobPriority;
  key: string | null;
  keyMode: 'preserve_run_at' | 'replace';
}

const addJob = statement({
  name: 'platform.add-job',
  prepared: true,
  unread: true,
  row: {},
  sql: ({ name, payload, delay, attempts, priority, key, keyMode }: NewJob) => sql`
    select from graphile_worker.add_job(${name}, payload => ${payload}::json,
      run_at => clock_timestamp() + ${delay}::float8 * interval '1 millisecond',
      max_attempts => ${attempts}::int, priority => ${priority}::int, job_key => ${key}, job_key_mode => ${keyMode})`,
});

/** @param specs a JSON list of `graphile_worker.job_spec` */
const addJobs = statement({
  name: 'platform.add-jobs',
  prepared: true,
  row: { added: column.count },
  sql: (specs: string) => sql`
    select count(*) as added from graphile_worker.add_jobs(array(
      select json_populate_recordset(null::graphile_worker.job_spec, ${specs}::json)
    ))`,
});

/** Enqueues a job in the transaction of the state change that needs it, so that both commit or neither does. */
export async function enqueueJob<P>(
  db: Database,
  type: JobType<P>,
  payload: P,
  { key, delay, keepTime }: EnqueueOptions = {},
): Promise<void> {
  await addJob({
    name: type.name,
    payload: JSON.stringify(type.payload.parse(payload)),
    delay: delay ?? 0,
    attempts: type.attempts,
    priority: type.priority,
    key: key ?? null,
    keyMode: keepTime ? 'preserve_run_at' : 'replace',
  }).execute(db);
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
      priority: type.priority,
      job_key: key,
      run_at: delay ? new Date(start + delay).toISOString() : undefined,
    }));
    await addJobs(JSON.stringify(specs)).execute(db);
  }
  return jobs.length;
}

/** One statement cannot write the same key twice. */
function lastOfEachKey<P>(jobs: readonly JobToEnqueue<P>[]): readonly JobToEnqueue<P>[] {
  return [...new Map(jobs.map((entry, index) => [entry.key ?? index, entry])).values()];
}
