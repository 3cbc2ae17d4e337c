import { isIPv6 } from 'node:net';
import type { Clock } from './clock.ts';
import { hashToken } from './crypto/tokens.ts';
import { column, type StatementRow } from './database/column.ts';
import { type Database, sql } from './database/sql.ts';
import { statement } from './database/statement.ts';

export interface ThrottleLimit {
  /** Hits allowed in any period of length `per`. */
  limit: number;
  /** Milliseconds. */
  per: number;
}

export interface ThrottleAnswer {
  allowed: boolean;
  /** Hits that would still be allowed now. */
  remaining: number;
  /** In milliseconds: when the next hit is allowed; 0 if this one was. */
  retryAfter: number;
}

const counters = {
  allowed: column.boolean,
  hits: column.integer,
  previous_hits: column.integer,
  window_start: column.instant,
};
type Row = StatementRow<typeof counters>;

interface Hit {
  key: string;
  limit: number;
  per: number;
  now: Date;
}

const countHit = statement({
  name: 'platform.count-hit',
  prepared: true,
  row: counters,
  examples: [[{ key: 'a key', limit: 1, per: 1, now: new Date(0) }]],
  sql: ({ key, limit, per, now }: Hit) => {
    const window = windowAt(now, per);
    const used = usedSql(now, window, per);
    return sql`
      insert into throttle as t (key_hash, window_start, hits, previous_hits, allowed, expires_at)
      values (${hashToken(key)}, ${window}, ${limit > 0 ? 1 : 0}, 0, ${limit > 0}, ${expiry(window, per)})
      on conflict (key_hash) do update set
        allowed = ${used} + 1 <= ${limit},
        hits = case when t.window_start >= ${window} then t.hits else 0 end
          + case when ${used} + 1 <= ${limit} then 1 else 0 end,
        previous_hits = case
          when t.window_start >= ${window} then t.previous_hits
          when t.window_start = ${before(window, per)} then t.hits
          else 0 end,
        window_start = greatest(t.window_start, ${window}),
        expires_at = greatest(t.expires_at, ${expiry(window, per)})
      returning allowed, hits, previous_hits, window_start`;
  },
});

const readHits = statement({
  name: 'platform.read-hits',
  prepared: true,
  row: counters,
  examples: [[{ key: 'a key', limit: 1, per: 1, now: new Date(0) }]],
  sql: ({ key, limit, per, now }: Hit) => {
    const window = windowAt(now, per);
    return sql`
      select ${usedSql(now, window, per)} + 1 <= ${limit} as allowed,
        case when t.window_start >= ${window} then t.hits else 0 end as hits,
        case when t.window_start >= ${window} then t.previous_hits
          when t.window_start = ${before(window, per)} then t.hits else 0 end as previous_hits,
        greatest(t.window_start, ${window}) as window_start
      from throttle t where t.key_hash = ${hashToken(key)}`;
  },
});

/**
 * Counts hits by key in PostgreSQL, so that a limit holds across processes (D13). A sliding window made of two
 * counters: that of the current window, plus that of the previous one, weighted by the part that still overlaps.
 * Refused hits do not count. Runs outside the operation's transaction, so that a refusal does not roll the count back.
 * If the database cannot be reached, its error refuses everyone.
 */
export class Throttles {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * The same counts within a transaction, which a rollback undoes. An operation that holds a connection must not wait for
   * another one: as many requests at once as the pool has connections would block each other.
   */
  within({ db }: { db: Database }): Throttles {
    return new Throttles(db, this.#clock);
  }

  /** Counts one hit if it is allowed. */
  async hit(key: string, { limit, per }: ThrottleLimit): Promise<ThrottleAnswer> {
    const now = this.#clock.now();
    const { rows } = await countHit({ key, limit, per, now }).execute(this.#db);
    return answer(rows[0], { limit, per }, now);
  }

  /** The result that a hit would get, without counting it. */
  async peek(key: string, { limit, per }: ThrottleLimit): Promise<ThrottleAnswer> {
    const now = this.#clock.now();
    const { rows } = await readHits({ key, limit, per, now }).execute(this.#db);
    const none = { allowed: limit > 0, hits: 0, previous_hits: 0, window_start: windowAt(now, per) };
    return answer(rows[0] ?? none, { limit, per }, now);
  }

  /** Undoes a counted hit that should not count. */
  async takeBack(key: string): Promise<void> {
    await this.#db
      .updateTable('throttle')
      .set(({ eb }) => ({ hits: eb('hits', '-', 1) }))
      .where('key_hash', '=', hashToken(key))
      .where('hits', '>', 0)
      .execute();
  }

  async clear(key: string): Promise<void> {
    await this.#db.deleteFrom('throttle').where('key_hash', '=', hashToken(key)).execute();
  }
}

/**
 * The key under which hits of an address are counted. An IPv6 user usually has a whole /64 network, so only the first
 * 64 bits count.
 * @returns the address itself if it is not IPv6
 */
export function throttleSource(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  const network = [...groups, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function windowAt(now: Date, per: number): Date {
  return new Date(Math.floor(now.getTime() / per) * per);
}

function before(window: Date, per: number): Date {
  return new Date(window.getTime() - per);
}

/** The time from which neither counter of the row overlaps the window. */
function expiry(window: Date, per: number): Date {
  return new Date(window.getTime() + 2 * per);
}

/** The part of the previous window, from 1 to 0, that overlaps the period of length `per` ending now. */
function overlap(now: Date, window: Date, per: number): number {
  return Math.min(1, Math.max(0, 1 - (now.getTime() - window.getTime()) / per));
}

function usedSql(now: Date, window: Date, per: number) {
  const share = overlap(now, window, per);
  return sql`(case
    when t.window_start >= ${window} then t.hits + t.previous_hits * ${share}::float8
    when t.window_start = ${before(window, per)} then t.hits * ${share}::float8
    else 0 end)`;
}

function answer(row: Row | undefined, { limit, per }: ThrottleLimit, now: Date): ThrottleAnswer {
  if (!row) throw new Error('The query of the throttle returned no row');
  const window = row.window_start;
  const used = row.hits + row.previous_hits * overlap(now, window, per);
  const remaining = Math.max(0, Math.floor(limit - used));
  return {
    allowed: row.allowed,
    remaining,
    retryAfter: row.allowed ? 0 : wait(row, { limit, per }, now, window),
  };
}

/** Milliseconds until the weighted count falls to `limit - 1`, in this window or the next. */
function wait(row: Row, { limit, per }: ThrottleLimit, now: Date, window: Date): number {
  const elapsed = now.getTime() - window.getTime();
  const fadeTo = (count: number, room: number) =>
    count <= 0 ? 0 : Math.ceil(per * (1 - Math.max(0, room) / count));
  if (limit <= 0) return per;
  if (row.hits <= limit - 1) return Math.max(1, fadeTo(row.previous_hits, limit - 1 - row.hits) - elapsed);
  return Math.max(1, per + fadeTo(row.hits, limit - 1) - elapsed);
}
