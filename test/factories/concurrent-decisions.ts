import { expect } from 'vitest';
import { eventually } from '#test/eventually.ts';
import type { ServedPortal } from './served-portal.ts';

/** The tables that a decision about a check reads and changes, in addition to its application. */
const decided = ['cra_order', 'id_verification', 'manual_package', 'dispute', 'monitored_profile'];

/**
 * Runs several decisions about one check. All of them have begun and wait for the same rows before the first of them
 * can decide.
 */
export async function decideConcurrently(
  { pool }: Pick<ServedPortal, 'pool'>,
  applicationId: string,
  decisions: readonly (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  const gate = await pool.connect();
  await gate.query('begin');
  await gate.query('select 1 from application where id = $1 for update', [applicationId]);
  for (const table of decided) {
    await gate.query(`select 1 from ${table} where application_id = $1 for update`, [applicationId]);
  }
  const ends = Promise.allSettled(decisions.map((decide) => decide()));
  try {
    await eventually(async () => {
      // Uses another connection, because a transaction sees the activity of others as it was when it first read it.
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(decisions.length);
    });
  } finally {
    await gate.query('rollback');
    gate.release();
  }
  return ends;
}
