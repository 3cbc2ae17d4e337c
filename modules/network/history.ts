import { newId, sql, statement, type Work } from '#modules/platform/index.ts';

/** The kinds of events in a connection's history, with the texts for both sides. A CHECK of the table lists the same kinds. */
export const connectionEvents = {
  invited: 'Invited',
  resent: 'Invitation resent',
  attached: 'Registered',
  bounced: 'Email could not be delivered',
  accepted: 'Accepted',
  ignored: 'Ignored',
  cancelled: 'Invitation canceled',
  'sharing-on': 'Sharing turned on',
  'sharing-off': 'Sharing turned off',
  'report-on': 'Report shared',
  'report-off': 'Report sharing turned off',
  'renewal-requested': 'Renewal requested',
  removed: 'Removed',
  left: 'Left the network',
} as const;
export type ConnectionEventKind = keyof typeof connectionEvents;

const insertEvents = statement({
  name: 'network.record-history',
  row: {},
  unread: true,
  sql: (
    eventIds: readonly string[],
    connectionIds: readonly string[],
    kind: ConnectionEventKind,
    actorId: string | null,
    at: Date,
  ) => sql`
    insert into connection_event (id, connection_id, kind, actor_account_id, at)
    select made.id, made.connection_id, ${kind}, ${actorId}, ${at}
    from unnest(${sql.val(eventIds)}::uuid[], ${sql.val(connectionIds)}::uuid[]) as made (id, connection_id)`,
});

/** Adds the same event to the history of connections. @param actorId who did it; null if it happened automatically */
export async function recordHistory(
  work: Pick<Work, 'rows' | 'now'>,
  kind: ConnectionEventKind,
  connectionIds: readonly string[],
  actorId: string | null,
): Promise<void> {
  if (connectionIds.length === 0) return;
  const eventIds = connectionIds.map(() => newId());
  await work.rows(insertEvents(eventIds, connectionIds, kind, actorId, work.now));
}
