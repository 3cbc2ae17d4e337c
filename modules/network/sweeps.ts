import type { Sweep, Work } from '#modules/platform/index.ts';
import { refreshUnchanged } from './connections/refresh.ts';

/** Refreshes the connections whose status is due to change by the passing of time. */
export const dueConnections = refreshing('network.sweep-due', (work) =>
  selectOpen(work).where('status_until', '<=', work.now),
);

/** Refreshes all connections every night. It changes only rows whose refresh was missed. */
export const allConnections = refreshing('network.sweep', selectOpen);

function selectOpen({ db }: Pick<Work, 'db'>) {
  return db
    .selectFrom('connection')
    .select('id')
    .where('cancelled_at', 'is', null)
    .where('removed_at', 'is', null);
}

function refreshing(
  name: string,
  wanted: (work: Pick<Work, 'db' | 'now'>) => ReturnType<typeof selectOpen>,
): Sweep {
  return {
    name,
    size: 1_000,
    async keys(work, after, size) {
      const next = wanted(work).orderBy('id').limit(size);
      const rows = await (after === null ? next : next.where('id', '>', after)).execute();
      return rows.map((row) => row.id);
    },
    run: refreshUnchanged,
  };
}
