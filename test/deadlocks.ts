import { afterAll, expect } from 'vitest';
import type { TestPortal } from './portal.ts';

/**
 * Fails the test file if two transactions of it waited for each other. PostgreSQL ends one of them after a second, which
 * is tried again: its user gets the right answer, but has waited.
 */
export function expectNoDeadlocks({ pool }: Pick<TestPortal, 'pool'>): void {
  afterAll(async () => {
    const { rows } = await pool.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
}
