import { addressSweep, type Sweep, sql, type Work } from '#modules/platform/index.ts';
import { refreshUnchanged } from './connections/refresh.ts';

/** Brings the addresses of invitations and share links to the one form. */
export const networkAddressSweeps: readonly Sweep[] = [
  addressSweep({
    name: 'network.invited-addresses',
    table: 'connection',
    key: 'id',
    address: 'to_email',
    taken: (wanted) => sql`o.owner_id = t.owner_id and o.connection_type = t.connection_type
      and o.to_email = ${wanted}::citext and o.id <> t.id and o.cancelled_at is null and o.removed_at is null`,
  }),
  addressSweep({ name: 'network.shared-addresses', table: 'share_link', key: 'id', address: 'to_email' }),
];

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
