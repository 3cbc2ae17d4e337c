import { newId, sql, type Work } from '#modules/platform/index.ts';
import type { ConnectionEventKind } from './rules.ts';

/** Writes down what happened to connections. @param actorId who did it; null for the portal itself */
export async function recordHistory(
  work: Pick<Work, 'rows' | 'now'>,
  kind: ConnectionEventKind,
  connectionIds: readonly string[],
  actorId: string | null,
): Promise<void> {
  if (connectionIds.length === 0) return;
  await work.rows(sql`
    insert into connection_event (id, connection_id, kind, actor_account_id, at)
    select made.id, made.connection_id, ${kind}, ${actorId}, ${work.now}
    from unnest(${sql.val(connectionIds.map(() => newId()))}::uuid[], ${sql.val([...connectionIds])}::uuid[])
      as made (id, connection_id)`);
}
