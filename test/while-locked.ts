import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { TestPortal } from './portal.ts';

/**
 * Runs `act` while another transaction holds what `lock` locks, and lets it go on once `waiting` transactions wait for
 * it: so all of them have read what was there before.
 * @param meanwhile runs while they wait
 */
export async function whileLocked<T>(
  { pool }: Pick<TestPortal, 'pool'>,
  lock: { sql: string; values: readonly unknown[] },
  act: () => Promise<T>,
  { waiting = 1, meanwhile }: { waiting?: number; meanwhile?: () => Promise<unknown> } = {},
): Promise<T> {
  const gate = await pool.connect();
  await gate.query('begin');
  await gate.query(lock.sql, [...lock.values]);
  const acting = act();
  acting.catch(() => undefined);
  try {
    await untilWaiting({ pool }, waiting);
    await meanwhile?.();
  } finally {
    await gate.query('rollback');
    gate.release();
  }
  return acting;
}

/** Resolves when so many transactions wait for a lock. */
export function untilWaiting({ pool }: Pick<TestPortal, 'pool'>, waiting: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(waiting);
  });
}
