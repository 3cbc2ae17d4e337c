import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import { openForPeople } from '../crypto/person-keys.ts';
import type { Database, Tables } from '../database/sql.ts';
import type { JsonObject } from '../json.ts';
import { auditPlace } from './write.ts';

export interface AuditFilter {
  about?: string | undefined;
  /** Entries made by this account, by itself or as an admin in another person's session. */
  actor?: string | undefined;
  action?: string | undefined;
  object?: { type: string; id: string } | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** 50 by default, 500 at most. */
  limit?: number | undefined;
  /** `next` of the page before. */
  before?: string | undefined;
}

export interface AuditRecord {
  id: string;
  at: Date;
  operation: string;
  action: string;
  actorId: string | null;
  adminId: string | null;
  aboutId: string | null;
  object: { type: string; id: string } | null;
  sessionId: string | null;
  requestId: string | null;
  address: string | null;
  agent: string | null;
  /** Also null when the person it is about has been erased. */
  detail: JsonObject | null;
}

type Row = Selectable<Tables['audit_entry']>;

/**
 * Lists the audit log, newest first, with decrypted details. For staff only, and callers must audit the reading itself.
 * @returns a page, and where the next one starts
 */
export async function listAudit(
  db: Database,
  keys: KeyRing,
  filter: AuditFilter,
): Promise<{ entries: AuditRecord[]; next: string | null }> {
  const limit = Math.min(filter.limit ?? 50, 500);
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where((expressions) => expressions.and(conditions(expressions, filter)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? `${last.at.getTime()}.${last.id}` : null;
  return { entries: await readRows(db, keys, page), next };
}

function conditions(entry: ExpressionBuilder<Tables, 'audit_entry'>, filter: AuditFilter) {
  const { about, actor, action, object, from, to } = filter;
  const found: Expression<SqlBool>[] = [];
  if (about) found.push(entry('about_id', '=', about));
  if (actor) found.push(entry.or([entry('actor_id', '=', actor), entry('admin_id', '=', actor)]));
  if (action) found.push(entry('action', '=', action));
  if (object) found.push(entry.and({ object_type: object.type, object_id: object.id }));
  if (from) found.push(entry('at', '>=', from));
  if (to) found.push(entry('at', '<', to));
  const cursor = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(filter.before ?? '');
  if (cursor?.[2]) {
    const at = new Date(Number(cursor[1]));
    found.push(entry(entry.refTuple('at', 'id'), '<', entry.tuple(at, cursor[2])));
  }
  return found;
}

async function readRows(db: Database, keys: KeyRing, rows: Row[]): Promise<AuditRecord[]> {
  const sealed = rows.flatMap((row) =>
    row.about_id && row.detail_sealed
      ? [{ id: row.id, personId: row.about_id, sealed: row.detail_sealed, aad: auditPlace(row.id) }]
      : [],
  );
  const opened = await openForPeople(db, keys, sealed);
  const details = new Map(sealed.map((value, index) => [value.id, opened[index] ?? null]));
  return rows.map((row) => {
    const text = details.get(row.id);
    return {
      id: row.id,
      at: row.at,
      operation: row.operation,
      action: row.action,
      actorId: row.actor_id,
      adminId: row.admin_id,
      aboutId: row.about_id,
      object: row.object_type && row.object_id ? { type: row.object_type, id: row.object_id } : null,
      sessionId: row.session_id,
      requestId: row.request_id,
      address: row.address,
      agent: row.agent,
      detail: text ? (JSON.parse(text) as JsonObject) : row.detail,
    };
  });
}
