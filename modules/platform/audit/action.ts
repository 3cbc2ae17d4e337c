import type { JsonObject } from '../json.ts';

/** A kind of entry in the audit log; `D` is the shape of its detail, null for none. */
export interface AuditAction<D extends JsonObject | null = null> {
  /** As stored. */
  name: AuditActionName;
  /** How staff see the action named in a person's record. */
  words: string;
  /** Only for the compiler: the type of the detail. */
  readonly detail?: D;
}

/** The module, then the thing, then what happened to it in the past tense: `network.invitation-sent`. */
export type AuditActionName = `${string}.${string}-${string}`;

/** Declares an action in a module's audit.ts: `auditAction<{ role: string }>('enterprise.member-added', 'Joined a team')`. */
export function auditAction<D extends JsonObject | null = null>(
  name: AuditActionName,
  words: string,
): AuditAction<D> {
  return { name, words };
}
