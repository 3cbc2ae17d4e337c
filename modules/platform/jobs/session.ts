import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Job,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import { DAY, SECOND } from '../browser.ts';
import type { Log } from '../log.ts';
import type { JobSchedule } from './handler.ts';
import type { JobPriority } from './job.ts';
import { queueLogger } from './queue.ts';

export interface SessionOptions {
  pool: pg.Pool;
  tasks: TaskList;
  schedules: readonly Pick<JobSchedule<never>, 'name' | 'cron' | 'attempts'>[];
  log: Log;
  concurrency: number;
  localQueue: number;
  /** Milliseconds. */
  pollEvery: number;
  /** Milliseconds. */
  grace: number;
}

/** State collected from the queue's events. */
class Track {
  /** The jobs that were fetched and are not finished. One that was freed and fetched again is there twice. */
  readonly inHand = new Set<Job>();
  /** When the queue last answered, by performance.now(). */
  heardAt = performance.now();

  constructor(events: WorkerEvents) {
    const hear = () => {
      this.heardAt = performance.now();
    };
    events.on('worker:getJob:empty', hear);
    events.on('localQueue:getJobs:complete', ({ jobs }) => {
      hear();
      for (const job of jobs) this.inHand.add(job);
    });
    events.on('job:start', ({ job }) => {
      hear();
      this.inHand.add(job);
    });
    events.on('job:complete', ({ job }) => {
      hear();
      this.inHand.delete(job);
    });
    events.on('localQueue:returnJobs', ({ jobs }) => {
      for (const job of jobs) this.inHand.delete(job);
    });
  }
}

/**
 * A queue that stops while none of its queries is open returns the jobs that it had fetched ahead in a promise that
 * nobody holds (graphile-worker 0.18.0). Without a database, that promise fails and ends the process. So the queue
 * counts one more open query until it has begun to return them, and then waits for the end and takes the error.
 */
function waitForReturnedJobs(events: WorkerEvents): void {
  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    if (newMode !== 'RELEASED') return;
    // Both are private in the library's type.
    const count: unknown = Reflect.get(localQueue, 'backgroundCount');
    const decrease: unknown = Reflect.get(localQueue, 'decreaseBackgroundCount');
    if (typeof count !== 'number' || typeof decrease !== 'function') return;
    Reflect.set(localQueue, 'backgroundCount', count + 1);
    setImmediate(() => decrease.call(localQueue));
  });
}

/** Stopping a queue without running jobs takes milliseconds. One that takes longer is stuck. */
const IDLE_STOP_LIMIT = 2 * SECOND;
/** A forced stop tries for 5 seconds to return its jobs. */
const FORCED_STOP_LIMIT = 7 * SECOND;

/** One run of the queue, from its start until it stops or fails. It locks jobs under its id. */
export class Session {
  readonly id: string;
  readonly #runner: Runner;
  readonly #workerPool: WorkerPool;
  readonly #options: SessionOptions;
  readonly #track: Track;
  readonly #end = Promise.withResolvers<void>();
  #ended = false;
  #stopping: Promise<void> | null = null;

  private constructor(options: SessionOptions, runner: Runner, workerPool: WorkerPool, track: Track) {
    this.#options = options;
    this.#runner = runner;
    this.#workerPool = workerPool;
    this.#track = track;
    this.id = workerPool.id;
    runner.promise
      .catch((error: unknown) => options.log.error({ err: error }, 'The worker stopped after an error'))
      .finally(() => this.#over());
    // The queue stops itself when it cannot store the result of jobs, and may get stuck doing so.
    runner.events.on('pool:fatalError', () => void this.stop());
  }

  /** @throws when the database cannot be reached */
  static async open(options: SessionOptions): Promise<Session> {
    const events = new EventEmitter() as WorkerEvents;
    let workerPool: WorkerPool | undefined;
    events.on('pool:create', (created) => {
      workerPool = created.workerPool;
    });
    waitForReturnedJobs(events);
    const track = new Track(events);
    const runner = await run({
      pgPool: options.pool,
      taskList: options.tasks,
      parsedCronItems: parseCronItems(options.schedules.map(cronItem)),
      concurrency: options.concurrency,
      pollInterval: options.pollEvery,
      noHandleSignals: true,
      logger: queueLogger(options.log),
      events,
      gracefulShutdownAbortTimeout: (options.grace * 3) / 4,
      preset: {
        worker: {
          ...(options.localQueue > 0 ? { localQueue: { size: options.localQueue } } : {}),
          // Without a batch the queue does not wait for its own writes when it stops, nor catch their errors.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    if (!workerPool) throw new Error('The queue did not start');
    return new Session(options, runner, workerPool, track);
  }

  /** Resolves at the end, after success and failure alike. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** Ids of the jobs that were fetched and have not finished. */
  get inHand(): readonly string[] {
    return [...this.#track.inHand].map(({ id }) => String(id));
  }

  /**
   * Whether the queue is idle and has had no answer for several polls. If its first query fails, it keeps that error
   * forever.
   */
  get isDeaf(): boolean {
    const silent = performance.now() - this.#track.heardAt;
    return this.#track.inHand.size === 0 && silent > 5 * this.#options.pollEvery;
  }

  /** Finishes running jobs and returns the others; by force after the grace period or when the queue is stuck. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    // The queue reports an error when it is already stopping; that is expected.
    this.#runner.stop().catch(() => undefined);
    const limit = performance.now() + this.#options.grace;
    let idleLimit = Number.POSITIVE_INFINITY;
    while (!this.#ended && performance.now() < Math.min(limit, idleLimit)) {
      await Promise.race([this.ended, pause(50)]);
      const idle = this.#track.inHand.size === 0;
      idleLimit = idle ? Math.min(idleLimit, performance.now() + IDLE_STOP_LIMIT) : Number.POSITIVE_INFINITY;
    }
    if (this.#ended) return;
    Promise.resolve(this.#workerPool.forcefulShutdown('The worker was stopped')).catch(() => undefined);
    await Promise.race([this.ended, pause(FORCED_STOP_LIMIT, undefined, { ref: false })]);
    this.#over();
  }

  #over(): void {
    this.#ended = true;
    this.#end.resolve();
  }
}

/** The priority of a schedule's runs: they find work, which has its own priority. */
const SCHEDULED = 3;

function cronItem({ name, cron, attempts }: SessionOptions['schedules'][number]) {
  return {
    task: name,
    match: cron,
    identifier: name,
    options: {
      backfillPeriod: missedMatters(cron) ? DAY : 0,
      maxAttempts: attempts,
      priority: SCHEDULED satisfies JobPriority,
      jobKey: name,
      jobKeyMode: 'preserve_run_at' as const,
    },
  };
}

/** A schedule that runs daily or less often is caught up after downtime; a frequent one is not. */
function missedMatters(cron: string): boolean {
  return /^\d+ \d+ /.test(cron);
}
