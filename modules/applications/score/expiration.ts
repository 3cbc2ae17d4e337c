import { getPerson, writeFacts } from '#modules/identity/index.ts';
import { DAY, formatDate } from '#modules/platform/browser.ts';
import {
  type Caller,
  newId,
  openForPeople,
  type Portal,
  type SealedText,
  sealForPerson,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { sendExpirationChanged } from '../jobs.ts';
import { expirationChangedMail } from '../mails.ts';
import { requireMoney } from '../money.ts';
import { Refusal } from '../refusals.ts';
import { applicationsTexts } from '../texts.ts';

/** The expiration of a person's score, moved by staff (D71). */

/** How far in the future the new date can be (doc3 §9). */
const MORE_THAN_DAYS = 30;
const LESS_THAN_DAYS = 365;

const dayIn = (now: Date, days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);

/** The first and the last day that staff can choose, yyyy-MM-dd. */
export function expirationBounds(now: Date): { first: string; last: string } {
  return {
    first: dayIn(now, MORE_THAN_DAYS + 1),
    last: dayIn(now, LESS_THAN_DAYS - 1),
  };
}

interface Adjustment {
  accountId: string;
  /** yyyy-MM-dd */
  expiration: string;
  /** The reason; the person is told. */
  note: string;
  /** Which score is meant, by its ShieldID or its agency's number. If neither is given, the active one. */
  shieldId?: string | undefined;
  profileNumber?: string | undefined;
}

/**
 * Moves the expiration of a person's active score, and tells them. While their account is disabled, it is the
 * expiration that will be restored.
 * @throws Refusal not-found if there is no such score, invalid-input for a date out of bounds,
 * applications.payment-returned
 */
export async function adjustExpiration(work: Work<Caller>, adjustment: Adjustment): Promise<void> {
  const { accountId, expiration, note } = adjustment;
  const { first, last } = expirationBounds(work.now);
  if (expiration < first || expiration > last) {
    const message = `${applicationsTexts['expiration.out-of-bounds']} (${formatDate(first)} to ${formatDate(last)})`;
    throw new Refusal('invalid-input', {
      field: 'new_expiration',
      issues: { new_expiration: [message] },
      message,
    });
  }
  const score = await lockActiveScore(work, adjustment);
  const from = score.previous_expiration ?? score.expiration;
  if (from === expiration) return;
  await work.db
    .updateTable('shield_score')
    .set(score.previous_expiration ? { previous_expiration: expiration } : { expiration })
    .where('id', '=', score.id)
    .execute();
  if (!score.previous_expiration) await writeFacts(work, accountId, { certification_expiration: expiration });
  // The reminders for the previous date do not count for the new one.
  await work.db.deleteFrom('renewal_reminder').where('shield_score_id', '=', score.id).execute();
  const id = newId();
  await work.db
    .insertInto('expiration_change')
    .values({
      id,
      account_id: accountId,
      shield_score_id: score.id,
      from_expiration: from,
      to_expiration: expiration,
      note_sealed: await sealForPerson(work.db, work.portal.keys, accountId, note, noteAad(id), work.now),
      changed_at: work.now,
      changed_by_account_id: work.caller.accountId,
    })
    .execute();
  await work.audit({
    action: applicationsAudit.expirationChanged,
    about: accountId,
    object: { type: 'shield_score', id: score.id },
    detail: { from, to: expiration },
  });
  await work.enqueue(sendExpirationChanged, { expirationChangeId: id });
}

async function lockActiveScore(work: Work<unknown>, { accountId, shieldId, profileNumber }: Adjustment) {
  const score = await work.db
    .selectFrom('shield_score')
    .innerJoin('application', 'application.id', 'shield_score.application_id')
    .select([
      'shield_score.id',
      'expiration',
      'previous_expiration',
      'shield_id_number',
      'application_id',
      'application.money',
    ])
    .where('shield_score.account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .forUpdate('shield_score')
    .executeTakeFirst();
  if (!score) throw new Refusal('not-found', { detail: 'no active score' });
  // A score whose check ended for good does not become valid again.
  if (score.money === 'returned') requireMoney(score);
  if (shieldId && score.shield_id_number !== shieldId) {
    throw new Refusal('not-found', { detail: 'the ShieldID of another score' });
  }
  if (profileNumber) {
    const order = await work.db
      .selectFrom('cra_order')
      .select('id')
      .where('application_id', '=', score.application_id)
      .where('profile_number', '=', profileNumber)
      .executeTakeFirst();
    if (!order) throw new Refusal('not-found', { detail: 'the profile of another score' });
  }
  return score;
}

/** Binds a note to its change. */
export const noteAad = (id: string) => `expiration_change.note:${id}`;

/** The sealed notes of changes, for decryption with the person's key. */
export function sealedExpirationNotes(
  rows: readonly { id: string; account_id: string; note_sealed: string | null }[],
): SealedText[] {
  return rows.flatMap(({ id, account_id: personId, note_sealed: sealed }) =>
    sealed ? [{ id, personId, sealed, aad: noteAad(id) }] : [],
  );
}

/** Tells a person of the new date and the reason. Sends nothing if they have been erased. */
export async function deliverExpirationChanged(
  portal: Portal,
  expirationChangeId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.tell-expiration-changed', async (work) => {
    const change = await work.db
      .selectFrom('expiration_change as change')
      .innerJoin('shield_score as score', 'score.id', 'change.shield_score_id')
      .select([
        'change.id',
        'change.account_id',
        'change.note_sealed',
        'change.from_expiration',
        'change.to_expiration',
        'score.shield_id_number',
      ])
      .where('change.id', '=', expirationChangeId)
      .executeTakeFirstOrThrow();
    const notes = await openForPeople(work.db, portal.keys, sealedExpirationNotes([change]));
    return { change, note: notes.get(change.id), person: await getPerson(work, change.account_id) };
  });
  const { change, note, person } = found;
  if (!note) return;
  const letter = expirationChangedMail({
    firstname: person.firstname,
    shieldId: change.shield_id_number,
    from: formatDate(change.from_expiration),
    to: formatDate(change.to_expiration),
    note,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
