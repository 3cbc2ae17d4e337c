import {
  DAY,
  newId,
  purge,
  type Sweep,
  sql,
  staffAlertRaised,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { sendProofLimit } from '../jobs.ts';
import { applicationsLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { ProvenKind } from './proven-kinds.ts';

/**
 * How many wrong proofs a number or link takes in its life, from whomever they come; after that it is for staff (D127).
 */

/** What is to be proven. */
export interface Provable {
  kind: ProvenKind;
  /** The number, or the hash of the link's code. */
  key: string;
  /** Whose link it is; null for a number of a former system, whose owner has no account yet. */
  accountId: string | null;
  /** Under whom a wrong proof is audited and staff are alerted: the owner, or who claims the number. */
  aboutId: string;
}

/** `last`: wrong, and the last one that was evaluated. `ended`: not evaluated. */
export type Judgment = 'right' | 'wrong' | 'last' | 'ended';

const most = applicationsLimits['proof.wrong-count'];

/**
 * Evaluates a proof, unless too many were wrong before. Proofs of the same number or link are evaluated one after the
 * other. Call it in a transaction that commits whatever the judgment is, and refuse afterwards, so that the count stays.
 * @param isRight null if there is nothing to prove; that is not counted
 */
export async function judgeProof(
  work: Work<unknown>,
  { kind, key, accountId, aboutId }: Provable,
  isRight: () => Promise<boolean | null>,
): Promise<Judgment> {
  const { db, now } = work;
  await takeTransactionLock(db, `proof:${kind}:${key}`);
  const before = await db
    .selectFrom('wrong_proof_count')
    .select('wrong')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  if (before && before.wrong >= most) return 'ended';
  const right = await isRight();
  if (right === null) return 'ended';
  if (right) return 'right';
  const { id, wrong } = await db
    .insertInto('wrong_proof_count')
    .values({ id: newId(), kind, key, account_id: accountId, wrong: 1, first_at: now, last_at: now })
    .onConflict((known) =>
      known
        .columns(['kind', 'key'])
        // Of requests at the same moment, the one that began first may be evaluated last.
        .doUpdateSet(({ eb, fn, val }) => ({
          wrong: eb('wrong_proof_count.wrong', '+', 1),
          last_at: fn<Date>('greatest', ['wrong_proof_count.last_at', val(now)]),
        })),
    )
    .returning(['id', 'wrong'])
    .executeTakeFirstOrThrow();
  await work.audit({
    action: applicationsAudit.proofWrong,
    about: aboutId,
    object: { type: 'wrong_proof_count', id },
    detail: { kind, wrong },
  });
  if (wrong < most) return 'wrong';
  await work.publish(staffAlertRaised, {
    alertType: 'proof_limit',
    eventId: id,
    accountId: aboutId,
    reason: kind,
  });
  await work.enqueue(sendProofLimit, { countId: id });
  return 'last';
}

/**
 * Lets a ShieldID of a former system be claimed again, after staff have found out who its owner is. A link is not opened
 * again: its person can sign in, and gets a new one with the next mail.
 * @throws Refusal not-found
 */
export async function allowProofsAgain(work: Pick<Work, 'db' | 'audit'>, id: string): Promise<void> {
  const count = await work.db
    .updateTable('wrong_proof_count')
    .set({ wrong: 0 })
    .where('id', '=', id)
    .where('kind', '=', 'archived-shield-id')
    .returning('id')
    .executeTakeFirst();
  if (!count) throw new Refusal('not-found', { detail: `wrong proofs ${id}` });
  await work.audit({
    action: applicationsAudit.proofsAllowed,
    object: { type: 'wrong_proof_count', id },
  });
}

/** How long the count of a link is kept after its last wrong proof: longer than any link works. */
export const LINK_COUNT_KEPT = 90 * DAY;

/** A count of a former ShieldID stays, because the number can be claimed at any time. */
export const proofCountsSweep: Sweep = purge({
  name: 'applications.proof-counts',
  table: 'wrong_proof_count',
  key: 'id',
  ended: (now) =>
    sql`kind <> 'archived-shield-id' and last_at <= ${new Date(now.getTime() - LINK_COUNT_KEPT)}`,
});
