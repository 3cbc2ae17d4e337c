import { type Caller, newId, type Work } from '#modules/platform/index.ts';
import { tellOfAction } from '../company-events.ts';
import { sha256 } from './notice.ts';
import { evidenceAt, openEvidence } from './sealed.ts';
import type { EvidenceDetail } from './shapes.ts';
import type { EvidenceKind } from './states.ts';

/**
 * What proves an adverse action: who did what and when, each entry with a hash of itself and of the entry before, so
 * that a changed or missing entry is found.
 */

/** Who did it; null if it happened automatically. */
export interface By {
  accountId: string;
  name: string;
}

export const byCaller = ({ accountId, firstname, lastname }: Caller): By => ({
  accountId,
  name: `${firstname} ${lastname}`.trim(),
});

export interface EvidenceEntry {
  position: number;
  kind: EvidenceKind;
  at: Date;
  actorAccountId: string | null;
  detail: EvidenceDetail;
}

/** @param before the hash of the entry before; empty for the first one */
export function evidenceHash(actionId: string, entry: EvidenceEntry, before: string): string {
  const { position, kind, at, actorAccountId, detail } = entry;
  const { who, note } = detail;
  return sha256(
    JSON.stringify([actionId, position, kind, at.toISOString(), actorAccountId, who, note, before]),
  );
}

/** Adds an entry. The action is locked, or was made in the same transaction. */
export async function writeEvidence(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'rows' | 'enqueue'>,
  actionId: string,
  kind: EvidenceKind,
  { by = null, note = '' }: { by?: By | null; note?: string } = {},
): Promise<void> {
  const last = await work.db
    .selectFrom('adverse_evidence')
    .select(['position', 'hash'])
    .where('adverse_action_id', '=', actionId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const id = newId();
  const detail = { who: by?.name ?? '', note };
  const entry = {
    position: (last?.position ?? 0) + 1,
    kind,
    at: work.now,
    actorAccountId: by?.accountId ?? null,
    detail,
  };
  await work.db
    .insertInto('adverse_evidence')
    .values({
      id,
      adverse_action_id: actionId,
      position: entry.position,
      kind,
      at: entry.at,
      actor_account_id: entry.actorAccountId,
      detail: work.portal.keys.encrypt(JSON.stringify(detail), evidenceAt(id)),
      hash: evidenceHash(actionId, entry, last?.hash ?? ''),
    })
    .execute();
  await tellOfAction(work, actionId, kind);
}

/** The entries, oldest first. @param open what is encrypted in one */
export async function readEvidence(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  actionId: string,
  open = (id: string, detail: string) => openEvidence(portal.keys, id, detail),
): Promise<(EvidenceEntry & { hash: string })[]> {
  const rows = await db
    .selectFrom('adverse_evidence')
    .selectAll()
    .where('adverse_action_id', '=', actionId)
    .orderBy('position')
    .execute();
  return rows.map(({ id, position, kind, at, actor_account_id, detail, hash }) => ({
    position,
    kind,
    at,
    actorAccountId: actor_account_id ?? null,
    detail: open(id, detail),
    hash,
  }));
}
