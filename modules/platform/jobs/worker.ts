import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '../browser.ts';
import type { Log } from '../log.ts';
import type { JobEvent, JobHandler, JobSchedule } from './handler.ts';
import { beat, freeJobs, listHeld, release, releaseDead } from './heartbeat.ts';
import { Session } from './session.ts';
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
  readonly #log: Log;
  readonly #pool: pg.Pool;
  readonly #heartbeatEvery: number;
  readonly #deadAfter: number;
  readonly #open: () => Promise<Session>;
  readonly #stopping = new AbortController();
  #session: Session | null = null;
  /** Jobs that are locked in our name and not in hand, as the beat before saw them. */
  #suspects: ReadonlySet<string> = new Set();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: WorkerOptions<C>) {
    const { log, schedules, concurrency = 10 } = options;
    this.#log = log;
    this.#pool = ownPool(options.pool, log);
    this.#heartbeatEvery = options.heartbeatEvery ?? 10 * SECOND;
    this.#deadAfter = options.deadAfter ?? 30 * SECOND;
    const tasks = makeTasks({
      context: options.context,
      handlers: options.handlers,
      schedules,
      log,
      onEvent: options.onEvent ?? (() => undefined),
      beforeRetry: (job, permanent) => this.#beforeRetry(String(job.id), job.attempts, permanent),
    });
    this.#open = () =>
      Session.open({
        pool: this.#pool,
        tasks,
        schedules,
        log,
        concurrency,
        localQueue: options.localQueue ?? 2 * concurrency,
        pollEvery: options.pollEvery ?? 2 * SECOND,
        grace: options.grace ?? 20 * SECOND,
      });
  }

  async start(): Promise<void> {
    try {
      this.#session = await this.#open();
    } catch (error) {
      await this.#pool.end();
      throw error;
    }
    this.#loops = Promise.allSettled([this.#keepRunning(this.#session), this.#keepBeating()]);
  }

  async stop(): Promise<void> {
    if (!this.#stopping.signal.aborted) {
      this.#stopping.abort();
      await this.#session?.stop();
      await this.#loops;
      await this.#pool.end();
    }
    await this.#loops;
  }

  /** Begins anew after the database went away. */
  async #keepRunning(first: Session): Promise<void> {
    for (let session: Session | null = first; session; session = await this.#reopen()) {
      this.#session = session;
      await session.ended;
      this.#session = null;
      await this.#release(session);
    }
  }

  async #reopen(): Promise<Session | null> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(RESTART_AFTER, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return null;
      try {
        const session = await this.#open();
        if (!this.#isStopping()) return session;
        await session.stop();
        await this.#release(session);
      } catch (error) {
        this.#log.error({ err: error }, 'The worker cannot reach the database');
      }
    }
    return null;
  }

  /** Asked anew after every wait. */
  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #release(session: Session): Promise<void> {
    try {
      await release(this.#pool, session.id);
    } catch (error) {
      this.#log.warn({ err: error }, 'The jobs of a stopped worker were not freed');
    }
  }

  async #keepBeating(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (this.#session) await this.#beat(this.#session);
      } catch (error) {
        this.#log.warn({ err: error }, 'The worker could not say that it lives');
      }
      await pause(this.#heartbeatEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  async #beat(session: Session): Promise<void> {
    await beat(this.#pool, session.id);
    const dead = await releaseDead(this.#pool, this.#deadAfter);
    if (dead > 0) this.#log.warn({ jobs: dead }, 'Jobs of a dead worker were freed');
    const lost = await this.#freeLost(session);
    if (lost > 0) this.#log.warn({ jobs: lost }, 'Jobs whose fetching broke off were freed');
    if (session.isDeaf && !this.#isStopping()) {
      this.#log.warn({}, 'The worker hears nothing from the queue and begins anew');
      await session.stop();
    }
  }

  /**
   * The connection may break after the database locked jobs for us and before we heard of it: they are ours and
   * nobody runs them. Two beats must see the same, as a job that was just finished looks alike.
   */
  async #freeLost(session: Session): Promise<number> {
    const inHand = new Set(session.inHand);
    const held = await listHeld(this.#pool, session.id, this.#deadAfter);
    const suspects = held.filter((id) => !inHand.has(id));
    const lost = suspects.filter((id) => this.#suspects.has(id));
    this.#suspects = new Set(suspects);
    return lost.length === 0 ? 0 : freeJobs(this.#pool, session.id, lost);
  }

  /** The queue waits e^n seconds after the n-th try; up to as much again by chance, so that not all come at once. */
  async #beforeRetry(id: string, attempt: number, permanent: boolean): Promise<void> {
    const spread = permanent ? 0 : Math.random() * Math.exp(Math.min(attempt, 10));
    await this.#pool.query(
      `update graphile_worker._private_jobs set run_at = greatest(now(), run_at) + $2::float8 * interval '1 second',
         max_attempts = case when $3 then attempts else max_attempts end
       where id = $1 and locked_by = $4`,
      [id, spread, permanent, this.#session?.id],
    );
  }
}

/** Connections of the worker's own: signs of life must not wait behind the handlers' queries. */
function ownPool(pool: pg.Pool, log: Log): pg.Pool {
  const options = pool.options as pg.PoolConfig & { Client?: unknown };
  const { types: _types, Client: _client, ...connection } = options;
  // The pool hides its password from copies.
  const { password } = options;
  const own = new pg.Pool({ ...connection, password, min: 0, max: 4, application_name: 'shieldhub worker' });
  own.on('error', (error) => {
    // Once it ends, the database may be gone before the last connection has said goodbye.
    if (!own.ending) log.warn({ err: error }, 'A connection of the worker was lost');
  });
  own.on('connect', (client) => client.on('error', () => undefined));
  return own;
}
