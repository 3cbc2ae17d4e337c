import { getPerson, maskedSsn } from '#modules/identity/index.ts';
import {
  type Caller,
  HOUR,
  MINUTE,
  type RawBuilder,
  SECOND,
  sameSecret,
  sql,
  throttleSource,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { ProvenKind } from './proven-kinds.ts';
import { judgeProof } from './wrong-proofs.ts';

/**
 * How the reader of a mailed link proves to be the person it is about: signed in as that person, or by date of birth
 * and the last four digits of the SSN (D45). A browser holds one proof at a time, for one code.
 */

const COOKIE = 'approval';
const PURPOSE = 'approval-proof';
const PROOF_LASTS = 30 * MINUTE;

/** How often anybody may guess for the person behind a link, over all links that lead to that person. */
const perPerson = { limit: 5, per: HOUR };
/** How often one network address may guess, over all people. */
const perAddress = { limit: 20, per: HOUR };

type Reading = Pick<Work<Caller | null>, 'caller' | 'visit' | 'now' | 'portal'>;

/** Whose link it is, and the hash of its code. */
export interface ProvableLink {
  account_id: string;
  code_hash: string;
}

/** Whether it is the person's own complete session, not an admin session (D16). */
export function isComplete(caller: Caller | null): caller is Caller {
  if (!caller || caller.adminAccountId) return false;
  return caller.twoStepDone && caller.termsAccepted && caller.emailVerified;
}

/** The hash of the code that this browser has given the proof for; a proof is valid for half an hour. */
export function provenCode(work: Reading): string | null {
  const cookie = work.visit.cookies.get(COOKIE);
  return cookie ? work.portal.keys.unsign(PURPOSE, cookie, work.now) : null;
}

/** Whether the reader is identified: signed in as the person, or by proof for this code. */
export function hasProof(work: Reading, link: ProvableLink): boolean {
  if (isComplete(work.caller) && work.caller.accountId === link.account_id) return true;
  return sameSecret(provenCode(work) ?? '', link.code_hash);
}

/**
 * Checks the proof and remembers it in the browser. Call it from a staged operation: the tries are counted in a
 * transaction of their own, and no other transaction may wait for it.
 * @param kind which links these are; wrong proofs end one for good (D127)
 * @param find looks the link up; runs once the address may try
 * @param record writes the audit entry
 * @throws Refusal applications.proof-mismatch, applications.proofs-used-up, throttled, or what `find` throws
 */
export async function proveByLink<L extends ProvableLink>(
  work: Work<Caller | null>,
  kind: Exclude<ProvenKind, 'archived-shield-id'>,
  given: { dateofbirth: string; ssnlast4: string },
  find: () => Promise<L>,
  record: (inside: Work<Caller | null>, link: L) => Promise<void>,
): Promise<void> {
  await hit(work, `address:${throttleSource(work.visit.address)}`, perAddress);
  const link = await find();
  await hit(work, `account:${link.account_id}`, perPerson);
  const { account_id: accountId, code_hash: key } = link;
  const judged = await work.apart(async (inside) => {
    const judgment = await judgeProof(inside, { kind, key, accountId, aboutId: accountId }, () =>
      isPerson(inside, accountId, given),
    );
    if (judgment !== 'right') return judgment;
    await record(inside, link);
    const expiresAt = new Date(inside.now.getTime() + PROOF_LASTS);
    const proof = inside.portal.keys.sign(PURPOSE, key, expiresAt);
    inside.afterCommit(() => inside.visit.cookies.set(COOKIE, proof, { maxAge: PROOF_LASTS }));
    return judgment;
  });
  if (judged === 'wrong') throw new Refusal('applications.proof-mismatch');
  if (judged !== 'right') throw new Refusal('applications.proofs-used-up');
}

async function isPerson(
  work: Work<unknown>,
  accountId: string,
  given: { dateofbirth: string; ssnlast4: string },
): Promise<boolean> {
  const person = await getPerson(work, accountId);
  const masked = await maskedSsn(work, accountId);
  const birth = sameSecret(person.dateofbirth ?? '', given.dateofbirth);
  const four = sameSecret(masked?.slice(-4) ?? '', given.ssnlast4);
  return birth && four;
}

/** Whether a link has not had too many wrong proofs; for the query that looks its code up. */
export function takesProofs(
  kind: Exclude<ProvenKind, 'archived-shield-id'>,
  codeHash: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from wrong_proof_count proofs
    where proofs.kind = ${kind} and proofs.key = ${codeHash}
      and proofs.wrong >= ${applicationsLimits['proof.wrong-count']}::integer)`;
}

async function hit(
  work: Work<unknown>,
  whose: string,
  allowance: { limit: number; per: number },
): Promise<void> {
  const { allowed, retryAfter } = await work.portal.throttles.hit(
    `applications.prove-by-link:${whose}`,
    allowance,
  );
  if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
}
