import {
  openForPeople,
  resealForPerson,
  type SealedText,
  sealForPerson,
  type Work,
} from '#modules/platform/index.ts';
import { reasonAad as packageAad } from '../paper/reviewing.ts';
import { noteAad } from '../score/expiration.ts';
import { correctionAad } from '../submission/ssn-review.ts';
import { aadOf as verificationAad } from '../verification/sealing.ts';

/**
 * The texts about a check that are encrypted with its person's key. In the transaction of the move they are encrypted
 * for the receiving account, so that erasing the previous account takes nothing away from the check. Everything else of
 * a check, and its files, are encrypted with the key ring and bound to their own rows.
 */

type Writing = Pick<Work, 'db' | 'portal' | 'now'>;

export const transferAad = (id: string) => `check_transfer.reason:${id}`;

export function sealReason(
  work: Writing,
  id: string,
  accountId: string,
  reason: string,
): Promise<string | null> {
  return sealForPerson(work.db, work.portal.keys, accountId, reason, transferAad(id), work.now);
}

/** The reasons of transfers, to be decrypted with the key of the person who has the check now. */
export function sealedReasons(
  rows: readonly { id: string; holder_id: string; reason_sealed: string | null }[],
): SealedText[] {
  return rows.flatMap(({ id, holder_id: personId, reason_sealed: sealed }) =>
    sealed ? [{ id, personId, sealed, aad: transferAad(id) }] : [],
  );
}

export const openReasons = ({ db, portal }: Pick<Work, 'db' | 'portal'>, texts: readonly SealedText[]) =>
  openForPeople(db, portal.keys, texts);

interface Handing {
  from: string;
  to: string;
  applicationIds: readonly string[];
}

const resealing =
  ({ db, portal, now }: Writing, from: string, to: string) =>
  (sealed: string | null, aad: string): Promise<string | null> =>
    sealed === null
      ? Promise.resolve(null)
      : resealForPerson(db, portal.keys, { personId: from, sealed, aad }, to, now);

/** Encrypts the reasons of earlier moves for the receiving account, no matter which account each of them led to. */
export async function resealReasons(work: Writing, { from, to, applicationIds }: Handing): Promise<void> {
  const reseal = resealing(work, from, to);
  const transfers = await work.db
    .selectFrom('check_transfer')
    .select(['id', 'reason_sealed'])
    .where('application_id', 'in', applicationIds)
    .execute();
  for (const { id, reason_sealed } of transfers) {
    const reason = { reason_sealed: await reseal(reason_sealed, transferAad(id)) };
    await work.db.updateTable('check_transfer').set(reason).where('id', '=', id).execute();
  }
}

/**
 * Encrypts the sealed texts about these checks for the receiving account, and moves the rows of expirations to that
 * account.
 */
export async function resealChecks(work: Writing, { from, to, applicationIds }: Handing): Promise<void> {
  const { db } = work;
  const reseal = resealing(work, from, to);

  const verifications = await db
    .selectFrom('id_verification')
    .select(['id', 'result_sealed', 'note_sealed'])
    .where('application_id', 'in', applicationIds)
    .execute();
  for (const { id, result_sealed, note_sealed } of verifications) {
    const texts = {
      result_sealed: await reseal(result_sealed, verificationAad.result(id)),
      note_sealed: await reseal(note_sealed, verificationAad.note(id)),
    };
    await db.updateTable('id_verification').set(texts).where('id', '=', id).execute();
  }

  const packages = await db
    .selectFrom('manual_package')
    .select(['id', 'reason_sealed'])
    .where('application_id', 'in', applicationIds)
    .execute();
  for (const { id, reason_sealed } of packages) {
    const reason = { reason_sealed: await reseal(reason_sealed, packageAad(id)) };
    await db.updateTable('manual_package').set(reason).where('id', '=', id).execute();
  }

  const orders = await db
    .selectFrom('cra_order')
    .select(['id', 'correction_sealed'])
    .where('application_id', 'in', applicationIds)
    .execute();
  for (const { id, correction_sealed } of orders) {
    const correction = { correction_sealed: await reseal(correction_sealed, correctionAad(id)) };
    await db.updateTable('cra_order').set(correction).where('id', '=', id).execute();
  }

  const expirations = await db
    .selectFrom('expiration_change as change')
    .innerJoin('shield_score as score', 'score.id', 'change.shield_score_id')
    .select(['change.id', 'change.note_sealed'])
    .where('score.application_id', 'in', applicationIds)
    .execute();
  for (const { id, note_sealed } of expirations) {
    const note = { account_id: to, note_sealed: await reseal(note_sealed, noteAad(id)) };
    await db.updateTable('expiration_change').set(note).where('id', '=', id).execute();
  }
}
