import type { JobHelpers, TaskList } from 'graphile-worker';
import { describeError, type Log } from '../log.ts';
import type { JobEvent, JobHandler, JobRun, JobSchedule } from './handler.ts';

export interface TaskOptions<C> {
  context: C;
  handlers: readonly JobHandler<C>[];
  schedules: readonly JobSchedule<C>[];
  log: Log;
  onEvent(event: JobEvent): void;
  /** Before a failed job goes back: spreads the next try, or makes it the last. */
  beforeRetry(job: JobHelpers['job'], permanent: boolean): Promise<void>;
}

interface Task {
  name: string;
  timeout: number;
  run(payload: unknown, run: JobRun): Promise<void>;
}

/** The queue's task list: what each job name runs, with its timeout, its log and its events. */
export function makeTasks<C>(options: TaskOptions<C>): TaskList {
  const { context } = options;
  const tasks: Task[] = [
    ...options.handlers.map(({ job, run }) => ({
      name: job.name,
      timeout: job.timeout,
      run: (payload: unknown, by: JobRun) => run(context, job.payload.parse(payload) as never, by),
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
  { log, onEvent, beforeRetry }: TaskOptions<C>,
  task: Task,
  payload: unknown,
  { job, abortSignal }: JobHelpers,
): Promise<void> {
  const id = String(job.id);
  const started = performance.now();
  const jobLog = log.child({ job: task.name, jobId: id, attempt: job.attempts });
  const tell = (kind: JobEvent['kind'], message?: string) =>
    onEvent({
      kind,
      name: task.name,
      id,
      attempt: job.attempts,
      duration: performance.now() - started,
      ...(message === undefined ? {} : { message }),
    });
  try {
    const lastAttempt = job.attempts >= job.max_attempts;
    await withTimeout(task, abortSignal, (signal) =>
      task.run(payload, { id, name: task.name, attempt: job.attempts, lastAttempt, signal, log: jobLog }),
    );
    tell('done');
  } catch (error) {
    const permanent = isPermanent(error);
    const over = permanent || job.attempts >= job.max_attempts;
    const message = messageOf(error);
    if (over) jobLog.error({ err: error }, 'A job gave up');
    else jobLog.warn({ err: error }, 'A job failed and will be tried again');
    tell(over ? 'gave-up' : 'failed', message);
    await beforeRetry(job, permanent).catch((failure: unknown) =>
      jobLog.warn({ err: failure }, 'The next try could not be spread'),
    );
    // What is thrown here is stored with the job.
    throw new Error(message);
  }
}

/** A try that goes on after its time is given up on; its handler hears of it by the signal. */
async function withTimeout(
  task: Task,
  stopping: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The job took longer than ${task.timeout} ms`);
      timeout.abort(error);
      reject(error);
    }, task.timeout);
  });
  try {
    await Promise.race([run(AbortSignal.any([stopping, timeout.signal])), expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Trying again is no use: an error says so by `permanent: true`. */
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
