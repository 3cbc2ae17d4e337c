import { z } from 'zod';
import {
  countDue,
  listSweeps,
  operation,
  type Portal,
  runSweep,
  staffOrTerminal,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { legalHold, listHolds } from './holds.ts';
import { retentionTable } from './table.ts';

/** What is kept how long and why, for staff, and what carries it out (D140). */

const keptData = z.object({
  name: z.string(),
  what: z.string(),
  why: z.string(),
  how_long: z.string(),
  basis: z.string(),
  end: z.string(),
  /** Whether regular work deletes it; otherwise it ends with something else, or not at all. */
  automatic: z.boolean(),
  /** When that was last done; null if never. */
  last_run: z.date().nullable(),
  /** Rows that the last run deleted or emptied. */
  last_changed: z.int(),
});

export const getRetention = operation({
  name: 'admin.get-retention',
  summary: 'What is kept how long and why, when it was last carried out, and the legal holds.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({}),
  output: z.object({ kinds: z.array(keptData), holds: z.array(legalHold) }),
  async run(work) {
    const runs = new Map((await listSweeps(work.db)).map((run) => [run.name, run]));
    const kinds = retentionTable.map(
      ({ howLong, sweeps, tables: _tables, decisions: _decisions, ...kind }) => {
        const done = sweeps.flatMap(({ name }) => runs.get(name) ?? []);
        const ended = done.flatMap(({ finishedAt }) => (finishedAt ? [finishedAt.getTime()] : []));
        return {
          ...kind,
          how_long: howLong,
          automatic: sweeps.length > 0,
          last_run: ended.length > 0 ? new Date(Math.max(...ended)) : null,
          last_changed: done.reduce((sum, { changed }) => sum + changed, 0),
        };
      },
    );
    return { kinds, holds: await listHolds(work) };
  },
});

export const retentionRun = z.object({
  dry_run: z.boolean(),
  kinds: z.array(
    z.object({
      name: z.string(),
      /** Rows that are deleted or emptied, or would be. */
      rows: z.int(),
      /** Rows that a legal hold keeps. */
      held: z.int(),
    }),
  ),
});
export type RetentionRun = z.output<typeof retentionRun>;

/**
 * Carries out the table now, as the nightly schedules do; with `dryRun` it only counts. Rows in several sweeps of one
 * kind are counted together.
 */
export async function runRetention(
  portal: Portal,
  { dryRun, signal }: { dryRun: boolean; signal?: AbortSignal },
): Promise<RetentionRun> {
  const kinds: RetentionRun['kinds'] = [];
  for (const { name, sweeps } of retentionTable) {
    if (sweeps.length === 0) continue;
    const sum = { name, rows: 0, held: 0 };
    for (const sweep of sweeps) {
      const { due, held } = await countDue(portal, sweep);
      sum.held += held;
      sum.rows += dryRun ? due : (await runSweep(portal, sweep, signal ? { signal } : {})).changed;
    }
    kinds.push(sum);
  }
  if (!dryRun) {
    await portal.work('admin.run-retention', (work) =>
      work.audit({
        action: adminAudit.retentionRun,
        detail: Object.fromEntries(
          kinds.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]),
        ),
      }),
    );
  }
  return { dry_run: dryRun, kinds };
}
