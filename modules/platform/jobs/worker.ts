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
import pg from 'pg';
import { DAY, SECOND } from '../browser.ts';
import type { Log } from '../log.ts';
import type { JobEvent, JobHandler, JobSchedule } from './handler.ts';
import { beat, release, releaseDead } from './heartbeat.ts';
import { queueLogger } from './queue.ts';
import { makeTasks } from './tasks.ts';

export interface WorkerOptions<C> {
  /** Tells where the database is; the worker holds a few connections of its own beside it. */
  pool: pg.Pool;
  /** What the handlers are given. */
  context: C;
  handlers: readonly JobHandler<C>[];
  schedules: readonly JobSchedule<C>[];
  log: Log;
  /** Jobs at a time; 10 by default. */
  concurrency?: number;
  /** Jobs fetched at once and kept in the process; 0 for none. Twice the concurrency by default. */
  localQueue?: number;
  /** Milliseconds between looks for jobs that nobody told of (later ones, tries again). */
  pollEvery?: number;
  /** Milliseconds between signs of life. */
  heartbeatEvery?: number;
  /** Milliseconds without a sign of life after which a worker's jobs are free. */
  deadAfter?: number;
  /** Milliseconds that a stop waits for the jobs in hand; their signal aborts when three quarters are over. */
  grace?: number;
  onEvent?: (event: JobEvent) => void;
}

export interface RunningWorker {
  /** Finishes the jobs in hand, gives the others back. Never throws. */
  stop(): Promise<void>;
}

const RESTART_AFTER = SECOND;

/**
 * Runs jobs until it is stopped. Says every `heartbeatEvery` that it lives, frees the jobs of workers that died, and
 * begins anew when the database goes away under it. @throws when the database cannot be reached at the start
 */
export async function startWorker<C>(options: WorkerOptions<C>): Promise<RunningWorker> {
  const worker = new Worker(options);
  await worker.start();
  return worker;
}

class Worker<C> implements RunningWorker {
  readonly #options: WorkerOptions<C>;
  readonly #log: Log;
  readonly #pool: pg.Pool;
  readonly #tasks: TaskList;
  readonly #stopping = new AbortController();
  #workerPool: WorkerPool | null = null;
  #runner: Runner | null = null;
  #loop: Promise<void> = Promise.resolve();
  #beating: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions<C>) {
    this.#options = options;
    this.#log = options.log;
    // Connections of its own: signs of life must not wait behind the handlers' queries.
    const {
      types: _types,
      Client: _client,
      ...connection
    } = options.pool.options as pg.PoolConfig & { Client?: unknown };
    // The pool hides its password from copies.
    const { password } = options.pool.options as pg.PoolConfig;
    this.#pool = new pg.Pool({
      ...connection,
      password,
      min: 0,
      max: 4,
      application_name: 'shieldhub worker',
    });
    this.#pool.on('error', (error) => this.#log.warn({ err: error }, 'A connection of the worker was lost'));
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#tasks = makeTasks({
      context: options.context,
      handlers: options.handlers,
      schedules: options.schedules,
      log: options.log,
      onEvent: options.onEvent ?? (() => undefined),
      beforeRetry: (job, permanent) => this.#beforeRetry(String(job.id), job.attempts, permanent),
    });
  }

  async start(): Promise<void> {
    try {
      await this.#run();
    } catch (error) {
      await this.#pool.end();
      throw error;
    }
    this.#loop = this.#keepRunning();
    this.#beating = this.#keepBeating();
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#loop;
    this.#stopping.abort();
    const runner = this.#runner;
    const forced = new AbortController();
    void pause(this.#grace, undefined, { signal: forced.signal, ref: false })
      .then(() => this.#workerPool?.forcefulShutdown('The worker was stopped'))
      .catch(() => undefined);
    await runner
      ?.stop()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'The worker stopped untidily'));
    forced.abort();
    await Promise.allSettled([this.#loop, this.#beating]);
    await this.#pool.end();
  }

  get #grace(): number {
    return this.#options.grace ?? 20 * SECOND;
  }

  async #run(): Promise<void> {
    const { concurrency = 10, localQueue = 2 * concurrency, pollEvery = 2 * SECOND } = this.#options;
    const events = new EventEmitter() as WorkerEvents;
    events.on('pool:create', ({ workerPool }) => {
      this.#workerPool = workerPool;
    });
    this.#runner = await run({
      pgPool: this.#pool,
      taskList: this.#tasks,
      parsedCronItems: parseCronItems(
        this.#options.schedules.map(({ name, cron, attempts }) => ({
          task: name,
          match: cron,
          identifier: name,
          options: {
            backfillPeriod: missedMatters(cron) ? DAY : 0,
            maxAttempts: attempts,
            jobKey: name,
            jobKeyMode: 'preserve_run_at' as const,
          },
        })),
      ),
      concurrency,
      pollInterval: pollEvery,
      noHandleSignals: true,
      logger: queueLogger(this.#log),
      events,
      gracefulShutdownAbortTimeout: (this.#grace * 3) / 4,
      preset: {
        worker: {
          ...(localQueue > 0 ? { localQueue: { size: localQueue } } : {}),
          // Without a batch the queue does not wait for its own writes when it stops, nor catch their errors.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    await this.#beat();
  }

  /** Begins anew after the database went away. */
  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#runner?.promise.catch((error: unknown) => {
        if (!signal.aborted) this.#log.error({ err: error }, 'The worker broke off');
      });
      const ended = this.#workerPool?.id;
      if (ended) {
        await release(this.#pool, ended).catch((error: unknown) =>
          this.#log.warn({ err: error }, 'The jobs of a stopped worker were not freed'),
        );
      }
      if (signal.aborted) return;
      await this.#restart();
    }
  }

  async #restart(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(RESTART_AFTER, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#run();
        return;
      } catch (error) {
        this.#log.error({ err: error }, 'The worker cannot reach the database');
      }
    }
  }

  async #keepBeating(): Promise<void> {
    const { heartbeatEvery = 10 * SECOND } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#beat();
      } catch (error) {
        this.#log.warn({ err: error }, 'The worker could not say that it lives');
      }
      await pause(heartbeatEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  async #beat(): Promise<void> {
    const { deadAfter = 30 * SECOND } = this.#options;
    if (this.#workerPool) await beat(this.#pool, this.#workerPool.id);
    const freed = await releaseDead(this.#pool, deadAfter);
    if (freed > 0) this.#log.warn({ jobs: freed }, 'Jobs of a dead worker were freed');
  }

  /** The queue waits e^n seconds after the n-th try; up to as much again by chance, so that not all come at once. */
  async #beforeRetry(id: string, attempt: number, permanent: boolean): Promise<void> {
    const spread = permanent ? 0 : Math.random() * Math.exp(Math.min(attempt, 10));
    await this.#pool.query(
      `update graphile_worker._private_jobs set run_at = greatest(now(), run_at) + $2::float8 * interval '1 second',
         max_attempts = case when $3 then attempts else max_attempts end
       where id = $1 and locked_by = $4`,
      [id, spread, permanent, this.#workerPool?.id],
    );
  }
}

/** What runs once a day or less makes up for a time that nobody was there; what runs often does not. */
function missedMatters(cron: string): boolean {
  return /^\d+ \d+ /.test(cron);
}
