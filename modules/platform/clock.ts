import { z } from 'zod';
import { column } from './database/column.ts';
import { type Database, sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import type { Notifications } from './notifications.ts';
import { getSetting, setting } from './settings.ts';

/** The portal's time. Only implementations of this interface read the machine's time. */
export interface Clock {
  now(): Date;
}

export const realClock: Clock = { now: () => new Date() };

/** A clock for tests: runs from `start` and can be moved. */
export class TestClock implements Clock {
  #offset: number;
  /** When it was stopped, in the machine's time. */
  #stopped: number | null = null;

  constructor(start: Date = new Date()) {
    this.#offset = start.getTime() - Date.now();
  }

  now(): Date {
    return new Date((this.#stopped ?? Date.now()) + this.#offset);
  }

  /** @param ms milliseconds to move forward */
  advance(ms: number): void {
    this.#offset += ms;
  }

  set(to: Date): void {
    this.#offset = to.getTime() - (this.#stopped ?? Date.now());
  }

  /**
   * Stops the time until `run`. Only `advance` and `set` move it until then. For tests of something that changes at an
   * exact moment.
   */
  stop(): void {
    this.#stopped = Date.now();
  }

  run(): void {
    this.#stopped = null;
  }
}

const CHANNEL = 'clock';
const offset = setting({ key: 'clock.offset', schema: z.number().int().nonnegative(), initial: 0 });

/** A single statement, so that two processes that move the clock at the same time both take effect. */
const moveClock = statement({
  name: 'platform.move-clock',
  row: { value: column.json(z.number()) },
  sql: (ms: number) => sql`
    with moved as (
      insert into setting (key, value, updated_at) values (${offset.key}, to_jsonb(${ms}::bigint), now())
      on conflict (key) do update
        set value = to_jsonb((setting.value #>> '{}')::bigint + ${ms}::bigint), updated_at = excluded.updated_at
      returning value
    ), told as (
      select pg_notify(${CHANNEL}, value #>> '{}') from moved
    )
    select moved.value from moved, told`,
});

/**
 * Moves the development clock forward in every process on the database.
 * @param ms milliseconds, more than 0
 * @returns by how many milliseconds it is now ahead of the machine's clock
 */
export async function advanceClock(db: Database, ms: number): Promise<number> {
  if (!Number.isSafeInteger(ms) || ms <= 0)
    throw new RangeError('The clock can only be moved forward, by whole milliseconds');
  const { rows } = await moveClock(ms).execute(db);
  return Number(rows[0]?.value);
}

/** The development clock: the machine's time plus an offset that all processes on the database share. */
export class DevelopmentClock implements Clock {
  readonly #db: Database;
  #offset = 0;
  #stopListening: () => void = () => undefined;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async open(db: Database, notifications: Notifications): Promise<DevelopmentClock> {
    const clock = new DevelopmentClock(db);
    clock.#stopListening = await notifications.listen(CHANNEL, async (payload) => {
      clock.#move(payload === null ? await getSetting(db, offset) : Number(payload));
    });
    clock.#move(await getSetting(db, offset));
    return clock;
  }

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** @param ms milliseconds, more than 0 */
  async advance(ms: number): Promise<void> {
    this.#move(await advanceClock(this.#db, ms));
  }

  close(): void {
    this.#stopListening();
  }

  /** Never moves the clock back, so that an older notification that arrives late is ignored. */
  #move(to: number): void {
    this.#offset = Math.max(this.#offset, to);
  }
}
