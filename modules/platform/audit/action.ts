import type { JsonObject } from '../json.ts';

/** A kind of entry in the audit log; `D` is the shape of its detail, null for none. */
export interface AuditAction<D extends JsonObject | null = null> {
  /** As stored. */
  name: AuditActionName;
  /** How staff see the action named in a person's record. */
  words: string;
  /** Nothing changed: somebody only saw data. Staff may do this with the record of an erased person. */
  reads?: true;
  /** Only for the compiler: the type of the detail. */
  readonly detail?: D;
}

/** The module, then the thing, then what happened to it in the past tense: `network.invitation-sent`. */
export type AuditActionName = `${string}.${string}-${string}`;

const declared = new Map<string, Omit<AuditAction, 'detail'>>();

/** Declares an action in a module's audit.ts: `auditAction<{ role: string }>('enterprise.member-added', 'Joined a team')`. */
export function auditAction<D extends JsonObject | null = null>(
  name: AuditActionName,
  words: string,
  options: Pick<AuditAction<D>, 'reads'> = {},
): AuditAction<D> {
  const action = { name, words, ...options };
  declared.set(name, action);
  return action;
}

/** Every action that a loaded module declares. */
export const auditActions = (): readonly Omit<AuditAction, 'detail'>[] => [...declared.values()];

/**
 * The text with which staff see an audit entry.
 * @param action the entry's action, as stored
 */
export function describeAudit(action: string): string {
  return declared.get(action)?.words ?? action;
}
