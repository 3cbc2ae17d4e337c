import type { JobHelpers, TaskList } from 'graphile-worker';
import type pg from 'pg';
import { describeError, type Log } from '../log.ts';
import { restOf } from '../providers/outage.ts';
import { traced } from '../tracing/index.ts';
import { endJob } from './ending.ts';
import type { JobEvent, JobHandler, JobRun, JobSchedule } from './handler.ts';
import type { Failure } from './retry.ts';

export interface TaskOptions<C> {
  pool: pg.Pool;
  context: C;
  handlers: readonly JobHandler<C>[];
  schedules: readonly JobSchedule<C>[];
  log: Log;
  onEvent(event: JobEvent): void;
  /** Before a failed job returns to the queue: decides about its next try. */
  beforeRetry(job: JobHelpers['job'], failure: Failure): Promise<void>;
}

interface Task {
  name: string;
  timeout: number;
  run(payload: unknown, run: JobRun): Promise<void>;
}

/** The queue's task list: the handler of each job name, with timeout, log and events. */
export function makeTasks<C>(options: TaskOptions<C>): TaskList {
  const { context } = options;
  const tasks: Task[] = [
    ...options.handlers.map(({ job, run }) => ({
      name: job.name,
      timeout: job.timeout,
      run: (payload: unknown, by: JobRun) => run(context, payload, by),
    })),
    ...options.schedules.map(({ name, timeout, run }) => ({
      name,
      timeout,
      run: (_payload: unknown, by: JobRun) => run(context, by),
    })),
  ];
  const twice = tasks.find((task, index) => tasks.findIndex((other) => other.name === task.name) !== index);
  if (twice) throw new Error(`The job '${twice.name}' has two handlers`);
  return Object.fromEntries(
    tasks.map((task) => [
      task.name,
      (payload: unknown, helpers: JobHelpers) => attempt(options, task, payload, helpers),
    ]),
  );
}

async function attempt<C>(
  { pool, log, onEvent, beforeRetry }: TaskOptions<C>,
  task: Task,
  payload: unknown,
  { job, abortSignal }: JobHelpers,
): Promise<void> {
  const started = performance.now();
  const run = new Attempt(task.name, job, log, abortSignal);
  const tell = (kind: JobEvent['kind'], message?: string) =>
    onEvent({
      kind,
      name: task.name,
      id: run.id,
      attempt: run.attempt,
      duration: performance.now() - started,
      ...(message === undefined ? {} : { message }),
    });
  try {
    await traced(task.name, { 'shield.attempt': run.attempt }, () =>
      withTimeout(run, task.timeout, task.run(payload, run)),
    );
  } catch (error) {
    const permanent = isPermanent(error);
    const rest = permanent ? null : restOf(error);
    const over = permanent || (run.lastAttempt && rest === null);
    const message = messageOf(error);
    if (over) run.log.error({ err: error }, 'A job failed for the last time');
    else run.log.warn({ err: error }, 'A job failed and will be tried again');
    tell(over ? 'gave-up' : 'failed', message);
    await beforeRetry(job, { permanent, rest }).catch((failure: unknown) =>
      run.log.warn({ err: failure }, 'The next retry could not be delayed'),
    );
    // The queue stores the message of this error with the job.
    throw new Error(message);
  }
  // The queue returns a failed job only if it is still this worker's.
  if (!(await endJob(pool, job))) throw new Error('The job was freed during its try');
  tell('done');
}

/** Log and signal are created on first use, because most jobs need neither. */
class Attempt implements JobRun {
  readonly id: string;
  readonly name: string;
  readonly attempt: number;
  readonly lastAttempt: boolean;
  readonly triedSince: Date | null;
  readonly #log: Log;
  readonly #stopping: AbortSignal;
  readonly #timeout = new AbortController();
  #jobLog: Log | undefined;
  #signal: AbortSignal | undefined;

  constructor(name: string, job: JobHelpers['job'], log: Log, stopping: AbortSignal) {
    this.id = String(job.id);
    this.name = name;
    this.attempt = job.attempts;
    this.lastAttempt = job.attempts >= job.max_attempts;
    // Whoever tries a failed job again begins with its first try.
    this.triedSince = job.attempts > 1 || job.last_error !== null ? job.created_at : null;
    this.#log = log;
    this.#stopping = stopping;
  }

  get log(): Log {
    this.#jobLog ??= this.#log.child({ job: this.name, jobId: this.id, attempt: this.attempt });
    return this.#jobLog;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#stopping, this.#timeout.signal]);
    return this.#signal;
  }

  timeOut(reason: Error): void {
    this.#timeout.abort(reason);
  }
}

/** Abandons a try after its timeout; the handler is told by the signal. */
async function withTimeout(run: Attempt, timeout: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The job took longer than ${timeout} ms`);
      run.timeOut(error);
      reject(error);
    }, timeout);
  });
  try {
    await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an error says, by `permanent: true`, that retrying is useless. */
function isPermanent(error: unknown): boolean {
  return error instanceof Error && 'permanent' in error && error.permanent === true;
}

/** What went wrong, without statements, values and addresses. */
function messageOf(error: unknown): string {
  const described = describeError(error);
  const message =
    described && typeof described === 'object' && 'message' in described
      ? String(described.message)
      : 'failed';
  return message.slice(0, 500);
}
