import { type RawBuilder, type Sweep, sql } from '#modules/platform/index.ts';
import { refreshConnections } from './refresh.ts';

/** The connections whose status has changed by the passing of time. */
export const dueConnections = refreshing('network.sweep-due', (now) => sql`status_until <= ${now}`);

/** Every connection, once a night: finds nothing to change unless something was missed. */
export const allConnections = refreshing('network.sweep', () => sql`true`);

function refreshing(name: string, wanted: (now: Date) => RawBuilder<unknown>): Sweep {
  return {
    name,
    size: 1_000,
    async keys(work, after, size) {
      const beyond = after === null ? sql`` : sql`and id > ${after}`;
      const rows = await work.rows(sql<{ id: string }>`
        select id from connection
        where cancelled_at is null and removed_at is null and ${wanted(work.now)} ${beyond}
        order by id limit ${size}`);
      return rows.map((row) => row.id);
    },
    run: (work, connectionIds) => refreshConnections(work, { connectionIds }),
  };
}
