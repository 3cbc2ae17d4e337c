import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import { DAY } from '../browser.ts';
import type { Log } from '../log.ts';
import type { JobSchedule } from './handler.ts';
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

/** One run of the queue, from its start until it stops or breaks off; its id is what it locks jobs under. */
export class Session {
  readonly id: string;
  /** Resolves at the end, whatever it was. */
  readonly ended: Promise<void>;
  readonly #runner: Runner;
  readonly #workerPool: WorkerPool;
  readonly #options: SessionOptions;
  readonly #inHand: Set<string>;
  readonly #heard: { at: number };

  private constructor(
    options: SessionOptions,
    runner: Runner,
    workerPool: WorkerPool,
    inHand: Set<string>,
    heard: { at: number },
  ) {
    this.#options = options;
    this.#runner = runner;
    this.#workerPool = workerPool;
    this.#inHand = inHand;
    this.#heard = heard;
    this.id = workerPool.id;
    this.ended = runner.promise.catch((error: unknown) =>
      options.log.error({ err: error }, 'The worker broke off'),
    );
  }

  /** @throws when the database cannot be reached */
  static async open(options: SessionOptions): Promise<Session> {
    const events = new EventEmitter() as WorkerEvents;
    let workerPool: WorkerPool | undefined;
    events.on('pool:create', (created) => {
      workerPool = created.workerPool;
    });
    const inHand = new Set<string>();
    const heard = { at: performance.now() };
    keepTrack(events, inHand, heard);
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
    return new Session(options, runner, workerPool, inHand, heard);
  }

  /** Ids of the jobs that it fetched and has not finished. */
  get inHand(): readonly string[] {
    return [...this.#inHand];
  }

  /**
   * Nothing in hand, and for several polls no answer about what there is to do: the queue keeps the error of its
   * first question for ever if that one fails.
   */
  get isDeaf(): boolean {
    return this.#inHand.size === 0 && performance.now() - this.#heard.at > 5 * this.#options.pollEvery;
  }

  /** Finishes the jobs in hand, gives the others back; after the grace the former too. */
  async stop(): Promise<void> {
    const finished = new AbortController();
    void pause(this.#options.grace, undefined, { signal: finished.signal, ref: false })
      .then(() => this.#workerPool.forcefulShutdown('The worker was stopped'))
      .catch(() => undefined);
    // Stopping what has stopped by itself is an error to the queue, not to us.
    await this.#runner.stop().catch(() => undefined);
    await this.ended;
    finished.abort();
  }
}

function keepTrack(events: WorkerEvents, inHand: Set<string>, heard: { at: number }): void {
  const hear = () => {
    heard.at = performance.now();
  };
  events.on('worker:getJob:empty', hear);
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    hear();
    for (const job of jobs) inHand.add(String(job.id));
  });
  events.on('job:start', ({ job }) => {
    hear();
    inHand.add(String(job.id));
  });
  events.on('localQueue:returnJobs', ({ jobs }) => {
    for (const job of jobs) inHand.delete(String(job.id));
  });
  events.on('job:complete', ({ job }) => {
    hear();
    inHand.delete(String(job.id));
  });
}

function cronItem({ name, cron, attempts }: SessionOptions['schedules'][number]) {
  return {
    task: name,
    match: cron,
    identifier: name,
    options: {
      backfillPeriod: missedMatters(cron) ? DAY : 0,
      maxAttempts: attempts,
      jobKey: name,
      jobKeyMode: 'preserve_run_at' as const,
    },
  };
}

/** What runs once a day or less makes up for a time that nobody was there; what runs often does not. */
function missedMatters(cron: string): boolean {
  return /^\d+ \d+ /.test(cron);
}
