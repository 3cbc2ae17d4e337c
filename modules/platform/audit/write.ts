import type { KeyRing } from '../crypto/key-ring.ts';
import { sealForPerson } from '../crypto/person-keys.ts';
import { type Database, toJson } from '../database/sql.ts';
import { writeWithoutWaiting } from '../database/write-without-waiting.ts';
import { newId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { AuditAction } from './action.ts';

interface Subject {
  /** The account of the person concerned. `detail` is then encrypted under that person's key. */
  about?: string | undefined;
  object?: { type: string; id: string } | undefined;
}

/**
 * What an operation passes to the audit log. The detail holds values before and after, or reasons. It never holds a
 * secret, and an SSN only in masked form.
 */
export type AuditInput<D extends JsonObject | null> = Subject & {
  action: AuditAction<D>;
} & (NoInfer<D> extends JsonObject ? { detail: NoInfer<D> } : { detail?: undefined });

export interface AuditEntry extends Subject {
  /** The action's name. */
  action: string;
  detail?: JsonObject | undefined;
  /** The operation or job that did it. */
  operation: string;
  at: Date;
  actorId: string | null;
  /** The ADMIN who acted as the actor, in an admin session (D16). */
  adminId: string | null;
  companyId: string | null;
  sessionId: string | null;
  /** The key of the company that did it; there is no actor then (D134). */
  keyId?: string | null;
  /** Who ran the command of the terminal that did it (D141). */
  operator?: string | null;
  requestId: string | null;
  address: string | null;
  agent: string | null;
}

const MAX_AGENT = 500;

/**
 * Appends to the audit log in the transaction that it records. The database refuses every later change (D75).
 * @returns the entry's id
 */
export async function writeAudit(db: Database, keys: KeyRing, entry: AuditEntry): Promise<string> {
  const row = await rowOf(db, keys, entry);
  await writeWithoutWaiting(db, db.insertInto('audit_entry').values(row));
  return row.id;
}

/** Rows of one statement, within what PostgreSQL takes as parameters. */
const BATCH = 1_000;

/** The same for many entries, with one statement for each thousand. */
export async function writeAudits(
  db: Database,
  keys: KeyRing,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = [];
    for (const entry of entries.slice(from, from + BATCH)) rows.push(await rowOf(db, keys, entry));
    await db.insertInto('audit_entry').values(rows).execute();
  }
}

async function rowOf(db: Database, keys: KeyRing, entry: AuditEntry) {
  const id = newId();
  const detail = entry.detail === undefined ? null : JSON.stringify(entry.detail);
  const sealed =
    entry.about && detail ? await sealForPerson(db, keys, entry.about, detail, auditAad(id), entry.at) : null;
  return {
    id,
    at: entry.at,
    operation: entry.operation,
    action: entry.action,
    actor_id: entry.actorId,
    admin_id: entry.adminId,
    company_id: entry.companyId,
    about_id: entry.about ?? null,
    object_type: entry.object?.type ?? null,
    object_id: entry.object?.id ?? null,
    session_id: entry.sessionId,
    key_id: entry.keyId ?? null,
    operator: entry.actorId === null ? (entry.operator ?? null) : null,
    request_id: entry.requestId,
    address: entry.address,
    agent: entry.agent?.slice(0, MAX_AGENT) ?? null,
    detail: entry.about || !entry.detail ? null : toJson(entry.detail),
    detail_sealed: sealed,
  };
}

/** Binds an encrypted detail to its entry, so that it cannot be decrypted as part of another one. */
export function auditAad(entryId: string): string {
  return `audit_entry.detail_sealed:${entryId}`;
}
