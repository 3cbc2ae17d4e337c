import { type MailProgress, type MailRefused, type Portal, sql, type Work } from '#modules/platform/index.ts';
import { tellOfDelivery } from '../company-events.ts';

/**
 * The mails of invitations and what became of each. What the network's owner sees is about the mail alone. It does not
 * reveal whether the person has an account or how far their check is (D106), and never that a mail was reported as
 * spam.
 */

/** A mail that was not sent, because the invitation is no longer open, leaves no trace. */
export async function forgetMail({ db }: Pick<Portal, 'db'>, mailId: string): Promise<void> {
  await db.deleteFrom('invitation_mail').where('id', '=', mailId).where('sent_at', 'is', null).execute();
}

/** A mail that was not sent, because the recipient does not want such mails or cannot get any: the inviter sees that. */
export async function recordWithheld(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  mailId: string,
): Promise<void> {
  await db
    .updateTable('invitation_mail')
    .set({ withheld_at: clock.now() })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}

/** After a mail was handed over. */
export async function recordHandOver(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  { connectionId, mailId, sending }: { connectionId: string; mailId: string; sending: number },
): Promise<void> {
  await db
    .updateTable('invitation_mail')
    .set({ sent_at: sql<Date>`coalesce(sent_at, ${clock.now()})` })
    .where('id', '=', mailId)
    .execute();
  await db
    .updateTable('connection')
    .set({ invite_sent_count: sql<number>`greatest(invite_sent_count, ${sending})` })
    .where('id', '=', connectionId)
    .execute();
}

/** After a mail server permanently refused a mail. */
export async function recordRefusal(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  mailId: string,
  { mailbox }: MailRefused,
): Promise<void> {
  await db
    .updateTable('invitation_mail')
    .set(mailbox ? { bounced_at: clock.now() } : { failed_at: clock.now() })
    .where('id', '=', mailId)
    .execute();
}

/**
 * After the mail provider reported an event: keeps when each kind first happened, and counts how often the mail was
 * opened. An unknown id belongs to a mail that no longer exists.
 */
export async function recordMailProgress(
  work: Pick<Work<unknown>, 'db' | 'rows' | 'now' | 'enqueue'>,
  { deliveryId, progress, at }: { deliveryId: string; progress: MailProgress; at: Date },
): Promise<void> {
  const mail = await work.db
    .selectFrom('invitation_mail')
    .select(['connection_id', 'reminder', 'delivered_at'])
    .where('id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) return;
  const first = (name: string) => ({ [`${name}_at`]: sql<Date>`least(${sql.ref(`${name}_at`)}, ${at})` });
  await work.db
    .updateTable('invitation_mail')
    .set({
      ...first(progress),
      ...(progress === 'opened' ? { opens: sql<number>`opens + 1` } : {}),
      ...(progress === 'clicked' ? { clicks: sql<number>`clicks + 1` } : {}),
    })
    .where('id', '=', deliveryId)
    .execute();
  if (progress === 'delivered' && !mail.reminder && !mail.delivered_at)
    await tellOfDelivery(work, mail.connection_id);
}
