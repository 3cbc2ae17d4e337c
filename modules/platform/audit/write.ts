import type { KeyRing } from '../crypto/key-ring.ts';
import { sealForPerson } from '../crypto/person-keys.ts';
import { type Database, sql } from '../database/sql.ts';
import { newId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { AuditAction } from './action.ts';

interface Subject {
  /** The account of the person concerned. `detail` is then encrypted under that person's key. */
  about?: string | undefined;
  object?: { type: string; id: string } | undefined;
}

/**
 * What an operation passes to the audit log. The detail holds values before and after, or reasons: never a secret, an SSN
 * only masked.
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
  sessionId: string | null;
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
  const id = newId();
  const detail = entry.detail === undefined ? null : JSON.stringify(entry.detail);
  const sealed =
    entry.about && detail
      ? await sealForPerson(db, keys, entry.about, detail, auditPlace(id), entry.at)
      : null;
  await sql`
    insert into audit_entry (id, at, operation, action, actor_id, admin_id, about_id, object_type, object_id,
      session_id, request_id, address, agent, detail, detail_sealed)
    values (${id}, ${entry.at}, ${entry.operation}, ${entry.action}, ${entry.actorId}, ${entry.adminId},
      ${entry.about ?? null}, ${entry.object?.type ?? null}, ${entry.object?.id ?? null}, ${entry.sessionId},
      ${entry.requestId}, ${entry.address}, ${entry.agent?.slice(0, MAX_AGENT) ?? null},
      ${entry.about ? null : detail}::jsonb, ${sealed})`.execute(db);
  return id;
}

/** Binds an encrypted detail to its entry: it can be decrypted there only. */
export function auditPlace(entryId: string): string {
  return `audit_entry.detail_sealed:${entryId}`;
}
