import { z } from 'zod';
import type { KeyRing } from '../crypto/key-ring.ts';
import { openForPeople, type SealedText } from '../crypto/person-keys.ts';
import { column, type StatementRow } from '../database/column.ts';
import { type Database, type Fragment, sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import type { JsonObject } from '../json.ts';
import { auditAad } from './write.ts';

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
  keyId: string | null;
  requestId: string | null;
  address: string | null;
  agent: string | null;
  /** Also null if the person that the entry is about has been erased. */
  detail: JsonObject | null;
}

const jsonObject = z.record(z.string(), z.json());

/** The columns of an entry; its detail is still encrypted. */
export const auditColumns = {
  id: column.uuid,
  at: column.instant,
  operation: column.text,
  action: column.text,
  actor_id: column.uuid.nullable(),
  admin_id: column.uuid.nullable(),
  company_id: column.uuid.nullable(),
  about_id: column.uuid.nullable(),
  object_type: column.text.nullable(),
  object_id: column.text.nullable(),
  session_id: column.uuid.nullable(),
  key_id: column.uuid.nullable(),
  operator: column.text.nullable(),
  request_id: column.text.nullable(),
  address: column.text.nullable(),
  agent: column.text.nullable(),
  detail: column.json(jsonObject).nullable(),
  detail_sealed: column.text.nullable(),
};
export type SealedEntry = StatementRow<typeof auditColumns>;

const someId = '00000000-0000-0000-0000-000000000000';

/** The entries that match the filter, newest first. If there are more than fit on the page, one more is read. */
export const auditEntries = statement({
  name: 'platform.audit-entries',
  row: auditColumns,
  sql: (filter: AuditFilter) => sql`
    select id, at, operation, action, actor_id, admin_id, company_id, about_id, object_type, object_id, session_id, key_id, operator, request_id,
      address, agent, detail, detail_sealed
    from audit_entry
    where ${sql.join([sql`true`, ...conditions(filter)], sql` and `)}
    order by at desc, id desc
    limit ${pageLimit(filter) + 1}`,
  examples: [
    [{}],
    [{ about: someId, before: `0.${someId}` }],
    [{ actor: someId, action: 'module.thing-done', from: new Date(0), to: new Date(0) }],
    [{ object: { type: 'account', id: someId } }],
  ],
});

/**
 * Lists the audit log, newest first, with decrypted details. For staff only, and callers must audit the reading itself.
 * @returns a page, and where the next one starts
 */
export async function listAudit(
  db: Database,
  keys: KeyRing,
  filter: AuditFilter,
): Promise<{ entries: AuditRecord[]; next: string | null }> {
  const { rows } = await auditEntries(filter).execute(db);
  const { page, next } = auditPage(rows, filter);
  const details = await openForPeople(db, keys, sealedDetails(page));
  return { entries: page.map((row) => toRecord(row, details.get(row.id) ?? null)), next };
}

/** Splits the rows that `auditEntries` found into the page and the start of the next page. */
export function auditPage<R extends SealedEntry>(
  rows: R[],
  filter: AuditFilter,
): { page: R[]; next: string | null } {
  const limit = pageLimit(filter);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, next: last ? `${last.at.getTime()}.${last.id}` : null };
}

function pageLimit({ limit }: AuditFilter): number {
  return Math.min(limit ?? 50, 500);
}

function conditions({ about, actor, action, object, from, to, before }: AuditFilter): Fragment[] {
  const found: Fragment[] = [];
  if (about) found.push(sql`about_id = ${about}`);
  if (actor) found.push(sql`(actor_id = ${actor} or admin_id = ${actor})`);
  if (action) found.push(sql`action = ${action}`);
  if (object) found.push(sql`object_type = ${object.type} and object_id = ${object.id}`);
  if (from) found.push(sql`at >= ${from}`);
  if (to) found.push(sql`at < ${to}`);
  const cursor = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(before ?? '');
  if (cursor?.[2]) found.push(sql`(at, id) < (${new Date(Number(cursor[1]))}, ${cursor[2]})`);
  return found;
}

/** The encrypted details of a page, to be decrypted with the key of the person that each one is about. */
export function sealedDetails(
  rows: readonly Pick<SealedEntry, 'id' | 'about_id' | 'detail_sealed'>[],
): SealedText[] {
  return rows.flatMap(({ id, about_id, detail_sealed }) =>
    about_id && detail_sealed ? [{ id, personId: about_id, sealed: detail_sealed, aad: auditAad(id) }] : [],
  );
}

/** @param opened the text of its sealed detail; null if it had none or the person has been erased */
export function auditDetail(row: Pick<SealedEntry, 'detail'>, opened: string | null): JsonObject | null {
  return opened === null ? row.detail : jsonObject.parse(JSON.parse(opened));
}

function toRecord(row: SealedEntry, opened: string | null): AuditRecord {
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
    keyId: row.key_id,
    requestId: row.request_id,
    address: row.address,
    agent: row.agent,
    detail: auditDetail(row, opened),
  };
}
