import type { Portal, Work } from './contract.ts';
import { column } from './database/column.ts';
import { type Database, type Fragment, sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { type RowOwners, rowOwners } from './legal-holds.ts';

/** Work on many rows, done in batches in the order of a key. */
export interface Sweep {
  /** `module.what`, also its name in the log. */
  name: string;
  /** The number of rows per batch. A batch is one transaction, which must take much less time than a statement may. */
  size: number;
  /** The keys of the next `size` rows after `after`, in ascending order. `after` is null at the start. */
  keys(work: Work<null>, after: string | null, size: number): Promise<string[]>;
  /**
   * Handles these rows.
   * @returns how many of them it changed; also the rows that it could not handle, if it goes on with the others
   */
  run(work: Work<null>, keys: readonly string[]): Promise<number | { changed: number; failures: Failure[] }>;
  /** Of a sweep that deletes: whom its rows are about. It leaves those of somebody who is on legal hold (D140). */
  owners?: RowOwners;
}

export interface SweepRun {
  name: string;
  /** The number of rows handled so far. */
  handled: number;
  /** Rows changed so far. */
  changed: number;
  startedAt: Date;
  updatedAt: Date;
  /** null while the run is not finished, even if it was interrupted. */
  finishedAt: Date | null;
}

/** A row that a sweep could not handle. */
export interface Failure {
  key: string;
  /** Without secrets. */
  reason: string;
}

interface SweepRow {
  position: string | null;
  handled: number;
  changed: number;
  finished_at: Date | null;
}

/**
 * Runs a sweep to its end. Each batch is committed together with its position, so that an interrupted run continues
 * with the first row that was not handled. If two processes run the same sweep, they share the batches.
 * @param options.size the number of rows per batch; that of the sweep by default
 * @param options.signal stops between two batches
 * @returns the counts of the whole run, including what was done before an interruption
 */
export async function runSweep(
  portal: Portal,
  sweep: Sweep,
  options: { size?: number; signal?: AbortSignal } = {},
): Promise<{ handled: number; changed: number }> {
  await portal.work(sweep.name, async ({ db, now }) => {
    const joined = await db
      .selectFrom('sweep_run')
      .select('name')
      .where('name', '=', sweep.name)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    // The statements below would wait for the other process's batches, and begin another run if these were the last.
    if (joined) return;
    const isDone = db
      .selectFrom('sweep_run')
      .select('name')
      .where('name', '=', sweep.name)
      .where('finished_at', 'is not', null);
    await db.deleteFrom('sweep_failure').where('name', 'in', isDone).execute();
    const fresh = {
      position: null,
      handled: 0,
      changed: 0,
      started_at: now,
      updated_at: now,
      finished_at: null,
    };
    await db
      .insertInto('sweep_run')
      .values({ name: sweep.name, ...fresh })
      .onConflict((same) =>
        same.column('name').doUpdateSet(fresh).where('sweep_run.finished_at', 'is not', null),
      )
      .execute();
  });
  for (;;) {
    options.signal?.throwIfAborted();
    const run = await portal.work(sweep.name, (work) => runBatch(work, sweep, options.size ?? sweep.size));
    if (run.finished_at) return { handled: run.handled, changed: run.changed };
  }
}

async function runBatch(work: Work<null>, sweep: Sweep, size: number): Promise<SweepRow> {
  const run = await work.db
    .selectFrom('sweep_run')
    .select(['position', 'handled', 'changed', 'finished_at'])
    .where('name', '=', sweep.name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (run.finished_at) return run;
  const keys = await sweep.keys(work, run.position, size);
  const { free } = await withoutHeld(work, sweep, keys);
  const done = free.length > 0 ? await sweep.run(work, free) : 0;
  const { changed, failures } = typeof done === 'number' ? { changed: done, failures: [] } : done;
  if (failures.length > 0) {
    await work.db
      .insertInto('sweep_failure')
      .values(failures.map((failure) => ({ name: sweep.name, ...failure })))
      .execute();
  }
  const next: SweepRow = {
    position: keys.at(-1) ?? null,
    handled: run.handled + keys.length,
    changed: run.changed + changed,
    finished_at: keys.length < size ? work.now : null,
  };
  await work.db
    .updateTable('sweep_run')
    .set({ ...next, updated_at: work.now })
    .where('name', '=', sweep.name)
    .execute();
  return next;
}

/** Leaves out the rows about somebody who is on legal hold. */
async function withoutHeld(
  work: Pick<Work, 'rows'>,
  { owners }: Sweep,
  keys: string[],
): Promise<{ free: string[]; held: number }> {
  if (!owners || keys.length === 0) return { free: keys, held: 0 };
  const held = new Set((await work.rows(owners.held(keys))).map(({ key }) => key));
  const free = held.size === 0 ? keys : keys.filter((key) => !held.has(key));
  return { free, held: held.size };
}

/** What a run of a sweep would handle now, and what legal holds keep from it. Changes nothing. */
export async function countDue(portal: Portal, sweep: Sweep): Promise<{ due: number; held: number }> {
  const total = { due: 0, held: 0 };
  for (let after: string | null = null; ; ) {
    const keys = await portal.work(sweep.name, async (work) => {
      const found = await sweep.keys(work, after, sweep.size);
      const { free, held } = await withoutHeld(work, sweep, found);
      total.due += free.length;
      total.held += held;
      return found;
    });
    if (keys.length < sweep.size) return total;
    after = keys.at(-1) ?? null;
  }
}

/** The rows that the last run of a sweep could not handle, in the order of their keys. */
export function listSweepFailures(db: Database, name: string): Promise<Failure[]> {
  return db
    .selectFrom('sweep_failure')
    .select(['key', 'reason'])
    .where('name', '=', name)
    .orderBy('key')
    .execute();
}

/** The last run of each sweep, ordered by name. */
export async function listSweeps(db: Database): Promise<SweepRun[]> {
  return db
    .selectFrom('sweep_run')
    .select([
      'name',
      'handled',
      'changed',
      'started_at as startedAt',
      'updated_at as updatedAt',
      'finished_at as finishedAt',
    ])
    .orderBy('name')
    .execute();
}

/**
 * A sweep that deletes the rows that `ended` selects, but those about somebody who is on legal hold.
 * @param purged.key the table's primary key, a single column
 */
export function purge(purged: {
  name: string;
  table: string;
  key: string;
  ended(now: Date): Fragment;
  /** The people whom a row `t` is about, as the inside of `in (...)`, so that a legal hold keeps it. */
  people?: Fragment;
  /** The companies. */
  companies?: Fragment;
}): Sweep {
  const table = sql.table(purged.table);
  const key = sql.ref(purged.key);
  const row = { key: column.text };
  const nextKeys = statement({
    name: `${purged.name}.next-keys`,
    row,
    examples: [
      [new Date(0), null, 1],
      [new Date(0), '', 1],
    ],
    sql: (now: Date, after: string | null, size: number) => sql`
      select ${key}::text as key from ${table}
      where (${purged.ended(now)}) ${after === null ? sql`` : sql`and ${key} > ${after}`}
      order by ${table}.${key} limit ${size}`,
  });
  const deleteKeys = statement({
    name: `${purged.name}.delete`,
    row,
    sql: (keys: readonly string[]) => sql`
      delete from ${table} where ${key} = any(${sql.val(keys)}) returning ${key}::text as key`,
  });
  return {
    name: purged.name,
    size: 5_000,
    keys: async (work, after, size) =>
      (await work.rows(nextKeys(work.now, after, size))).map((row) => row.key),
    run: async (work, keys) => (await work.rows(deleteKeys(keys))).length,
    ...(purged.people || purged.companies ? { owners: rowOwners(purged) } : {}),
  };
}
