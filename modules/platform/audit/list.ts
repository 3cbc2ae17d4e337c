import type { KeyRing } from '../crypto/key-ring.ts';
import { openForPeople } from '../crypto/person-keys.ts';
import { type Database, sql } from '../database/sql.ts';
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

interface Row {
  id: string;
  at: Date | string;
  operation: string;
  action: string;
  actor_id: string | null;
  admin_id: string | null;
  about_id: string | null;
  object_type: string | null;
  object_id: string | null;
  session_id: string | null;
  request_id: string | null;
  address: string | null;
  agent: string | null;
  detail: JsonObject | null;
  detail_sealed: string | null;
}

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
  const { rows } = await sql<Row>`
    select id, at, operation, action, actor_id, admin_id, about_id, object_type, object_id, session_id, request_id,
      address, agent, detail, detail_sealed
    from audit_entry where ${sql.join(conditions(filter), sql` and `)}
    order by at desc, id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? `${new Date(last.at).getTime()}.${last.id}` : null;
  return { entries: await readRows(db, keys, page), next };
}

function conditions(filter: AuditFilter) {
  const found = [sql`true`];
  if (filter.about) found.push(sql`about_id = ${filter.about}`);
  if (filter.actor) found.push(sql`(actor_id = ${filter.actor} or admin_id = ${filter.actor})`);
  if (filter.action) found.push(sql`action = ${filter.action}`);
  if (filter.object) found.push(sql`object_type = ${filter.object.type} and object_id = ${filter.object.id}`);
  if (filter.from) found.push(sql`at >= ${filter.from}`);
  if (filter.to) found.push(sql`at < ${filter.to}`);
  const cursor = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(filter.before ?? '');
  if (cursor) found.push(sql`(at, id) < (${new Date(Number(cursor[1]))}, ${cursor[2]}::uuid)`);
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
      at: new Date(row.at),
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
