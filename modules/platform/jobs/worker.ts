import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '../browser.ts';
import type { Log } from '../log.ts';
import type { JobEvent, JobHandler, JobSchedule } from './handler.ts';
import { beat, freeJobs, listHeld, release, releaseDead } from './heartbeat.ts';
import { prepareRetry } from './retry.ts';
import { Session } from './session.ts';
import { makeTasks } from './tasks.ts';

export interface WorkerOptions<C> {
  /** Gives the database's address. The worker opens a few additional connections of its own. */
  pool: pg.Pool;
  /** The address for its own connections, if those of the pool lead to a pooler; null for the same. */
  directUrl?: string | null;
  /** Passed to the handlers. */
  context: C;
  handlers: readonly JobHandler<C>[];
  schedules: readonly JobSchedule<C>[];
  log: Log;
  /** How many jobs run at a time; 10 by default. */
  concurrency?: number;
  /** How many jobs are fetched ahead; 0 for none. Twice the concurrency by default. */
  localQueue?: number;
  /** Milliseconds between polls for jobs without a notification (delayed jobs and retries). */
  pollEvery?: number;
  /** Milliseconds between heartbeats. */
  heartbeatEvery?: number;
  /** Milliseconds without a heartbeat after which a worker's jobs are freed. */
  deadAfter?: number;
  /** Milliseconds that a stop waits for running jobs; their signal aborts after three quarters of it. */
  grace?: number;
  onEvent?: (event: JobEvent) => void;
}

export interface RunningWorker {
  /** Finishes running jobs and returns the fetched ones to the queue. Never throws. */
  stop(): Promise<void>;
}

const RESTART_AFTER = SECOND;

/** How many jobs of a kind that has slots of its own run at a time: mails and texts of priority 0, and webhooks. */
const ownSlots = { mail: 2, text: 2, webhook: 20 } as const;

/**
 * Runs jobs until it is stopped. Jobs of priority 0 have runners of their own, one for mails and one for texts, which
 * fetch nothing ahead: other jobs that wait or hang cannot take their slots (D125). Webhooks have one, because a
 * receiver that hangs must not delay anything else.
 * @throws when the database cannot be reached at the start
 */
export async function startWorker<C>(options: WorkerOptions<C>): Promise<RunningWorker> {
  const bySlots = Map.groupBy(options.handlers, ({ job }) => job.sends ?? 'others');
  const lanes: WorkerOptions<C>[] = [{ ...options, handlers: bySlots.get('others') ?? [] }];
  for (const sent of ['mail', 'text', 'webhook'] as const) {
    const handlers = bySlots.get(sent);
    if (handlers)
      lanes.push({ ...options, schedules: [], concurrency: ownSlots[sent], localQueue: 0, handlers });
  }
  const runners: Runner<C>[] = [];
  const stop = async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
  };
  try {
    for (const lane of lanes) runners.push(await Runner.start(lane));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * One runner of the queue. Sends a heartbeat every `heartbeatEvery`, frees the jobs of dead workers, and restarts
 * the queue after a lost database connection.
 */
class Runner<C> implements RunningWorker {
  readonly #log: Log;
  readonly #pool: pg.Pool;
  readonly #heartbeatEvery: number;
  readonly #deadAfter: number;
  readonly #open: () => Promise<Session>;
  readonly #stopping = new AbortController();
  #session: Session | null = null;
  /** Jobs locked by this worker but not running, as the previous heartbeat saw them. */
  #suspects: ReadonlySet<string> = new Set();
  #loops: Promise<unknown> = Promise.resolve();

  private constructor(options: WorkerOptions<C>) {
    const { log, schedules, concurrency = 10 } = options;
    this.#log = log;
    this.#pool = ownPool(options);
    this.#heartbeatEvery = options.heartbeatEvery ?? 10 * SECOND;
    this.#deadAfter = options.deadAfter ?? 30 * SECOND;
    const tasks = makeTasks({
      pool: this.#pool,
      context: options.context,
      handlers: options.handlers,
      schedules,
      log,
      onEvent: options.onEvent ?? (() => undefined),
      beforeRetry: (job, failure) => {
        const lockedBy = this.#session?.id ?? '';
        return prepareRetry(this.#pool, { ...job, lockedBy, spread: Math.random() }, failure);
      },
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

  /** @throws when the database cannot be reached */
  static async start<C>(options: WorkerOptions<C>): Promise<Runner<C>> {
    const runner = new Runner(options);
    await runner.#start();
    return runner;
  }

  async #start(): Promise<void> {
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

  /** Restarts the queue after the database connection was lost. */
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

  /** Read again after every wait. */
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
        this.#log.warn({ err: error }, 'The worker could not record its heartbeat');
      }
      await pause(this.#heartbeatEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  async #beat(session: Session): Promise<void> {
    await beat(this.#pool, session.id);
    const dead = await releaseDead(this.#pool, this.#deadAfter);
    if (dead > 0) this.#log.warn({ jobs: dead }, 'Jobs of a dead worker were freed');
    const lost = await this.#freeLost(session);
    if (lost > 0) this.#log.warn({ jobs: lost }, 'Jobs whose fetching was cut off were freed');
    if (session.isDeaf && !this.#isStopping()) {
      this.#log.warn({}, 'The worker hears nothing from the queue and begins anew');
      await session.stop();
    }
  }

  /**
   * The connection may break after the database has locked jobs for this worker and before the worker receives them. Such
   * jobs are locked but not running. Two heartbeats in a row must see them, because a job that has just finished looks the
   * same.
   */
  async #freeLost(session: Session): Promise<number> {
    const inHand = new Set(session.inHand);
    const held = await listHeld(this.#pool, session.id, this.#deadAfter);
    const suspects = held.filter((id) => !inHand.has(id));
    const lost = suspects.filter((id) => this.#suspects.has(id));
    this.#suspects = new Set(suspects);
    return lost.length === 0 ? 0 : freeJobs(this.#pool, session.id, lost);
  }
}

/** The worker's own connections, so that heartbeats do not wait behind the handlers' queries. */
function ownPool({
  pool,
  directUrl,
  log,
}: Pick<WorkerOptions<never>, 'pool' | 'directUrl' | 'log'>): pg.Pool {
  const options = pool.options as pg.PoolConfig & { Client?: unknown };
  const { types: _types, Client: _client, ...shared } = options;
  // The pool's options do not show the password when copied.
  const connection = directUrl ? { connectionString: directUrl } : { ...shared, password: options.password };
  const own = new pg.Pool({ ...connection, min: 0, max: 4, application_name: 'shieldhub worker' });
  own.on('error', (error) => {
    // After the end, the database may close before the last connection does.
    if (!own.ending) log.warn({ err: error }, 'A connection of the worker was lost');
  });
  own.on('connect', (client) => client.on('error', () => undefined));
  return own;
}
