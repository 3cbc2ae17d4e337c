import type pg from 'pg';
import { SECOND } from '../browser.ts';
import type { Log } from '../log.ts';
import type { Visit } from '../visit.ts';
import { ReadBatches } from './read-batches.ts';
import { type Database, openDatabase } from './sql.ts';

/** A replica that is further behind is left out (D142). */
const MOST_LAG = 10 * SECOND;
const LOOK_EVERY = SECOND / 2;

/** Where the primary was at a moment of `performance.now()`. */
interface Sample {
  position: number;
  at: number;
}

/** Positions in the log are bytes from its beginning. */
const primaryPosition = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`;
const replicaPosition = `select pg_is_in_recovery() as recovers,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position`;

/**
 * A streaming replica from which may be read what need not be of this moment (D142). A session reads from it only what
 * the replica has replayed since the session last wrote. It is left out while it lags or does not answer.
 */
export class Replica {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly #primary: pg.Pool;
  readonly #log: Log;
  readonly #wrote = new WeakSet<Visit>();
  /** From which the replica is known to have replayed everything; null while it is left out. */
  #replayed: number | null = null;
  #samples: Sample[] = [];
  #caughtUpAt: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #saidOut = false;

  private constructor(pool: pg.Pool, primary: pg.Pool, log: Log) {
    this.pool = pool;
    this.db = openDatabase(new ReadBatches(pool));
    this.#primary = primary;
    this.#log = log;
    // A server that restarts may for a moment be behind what it had replayed before. All its connections break then.
    pool.on('error', () => this.#leaveOut('a connection to it broke'));
  }

  /**
   * @param pool connections to the replica
   * @param primary connections to the primary
   */
  static async open(pool: pg.Pool, primary: pg.Pool, log: Log): Promise<Replica> {
    const replica = new Replica(pool, primary, log);
    await replica.#look();
    return replica;
  }

  /** Whether a session may read from it. @param writtenTo where the primary was after the session's last write */
  mayServe(visit: Visit, writtenTo: number | null): boolean {
    return this.#replayed !== null && this.#replayed >= (writtenTo ?? 0) && !this.#wrote.has(visit);
  }

  /** The rest of this request reads from the primary. */
  noteWrite(visit: Visit): void {
    this.#wrote.add(visit);
  }

  /** After an error of a statement there. */
  noteFailure(error: unknown): void {
    this.#leaveOut(error instanceof Error ? error.message : String(error));
  }

  get isLeftOut(): boolean {
    return this.#replayed === null;
  }

  /** By how many milliseconds it is behind the primary at most; null before it was ever seen to have caught up. */
  get lag(): number | null {
    return this.#caughtUpAt === null ? null : performance.now() - this.#caughtUpAt;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.pool.end();
  }

  async #look(): Promise<void> {
    try {
      const at = performance.now();
      const primary = await this.#primary.query<{ position: number }>(primaryPosition);
      this.#samples.push({ position: primary.rows[0]?.position ?? 0, at });
      const { rows } = await this.pool.query<{ recovers: boolean; position: number | null }>(replicaPosition);
      this.#judge(rows[0]);
    } catch (error) {
      this.noteFailure(error);
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY);
    this.#timer.unref();
  }

  #judge(seen: { recovers: boolean; position: number | null } | undefined): void {
    if (!seen?.recovers || seen.position === null) {
      this.#leaveOut('it is no replica');
      return;
    }
    const { position } = seen;
    const replayed = this.#samples.filter((sample) => sample.position <= position);
    if (replayed.length > 0) {
      this.#caughtUpAt = replayed.at(-1)?.at ?? null;
      this.#samples = this.#samples.slice(replayed.length);
    }
    // Only the oldest samples that it has not replayed say how far it is behind.
    if (this.#samples.length > 1_000) this.#samples.length = 1_000;
    const { lag } = this;
    if (lag === null || lag > MOST_LAG) {
      this.#leaveOut('it lags');
      return;
    }
    if (this.#saidOut) this.#log.info({}, 'The replica is read from again');
    this.#saidOut = false;
    this.#replayed = position;
  }

  #leaveOut(reason: string): void {
    this.#replayed = null;
    if (this.#saidOut || this.#isClosed) return;
    this.#saidOut = true;
    this.#log.warn({ reason }, 'The replica is left out: everything is read from the primary');
  }
}
