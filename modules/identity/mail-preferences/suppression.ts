import type { DeadMailbox, Portal, Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { addressUnreachable } from '../events.ts';

/**
 * Addresses that a mail server has permanently refused, or whose owner reported a mail of ours as spam. They get no
 * more mail, because a sender that keeps writing to them is considered a spammer. Security mails are still tried (D19).
 */

export type SuppressionCause = DeadMailbox | 'bounced' | 'complained';

const reasons: Record<SuppressionCause, string> = {
  'no-such-mailbox': 'the mailbox does not exist',
  'mailbox-disabled': 'the mailbox is disabled',
  bounced: 'a mail was returned for good',
  complained: 'a mail was reported as spam',
};

/** Puts an address on the list, in a transaction of its own, because the sending that found the reason has failed. */
export async function suppressAddress(
  portal: Pick<Portal, 'work'>,
  emailaddress: string,
  mailbox: DeadMailbox,
): Promise<void> {
  await portal.work('identity.suppress-address', (work) => suppress(work, emailaddress, mailbox));
}

/** Puts an address on the list, once. The audit log of the account that has it gets an entry. */
export async function suppress(
  work: Pick<Work, 'db' | 'now' | 'audit' | 'publish'>,
  emailaddress: string,
  cause: SuppressionCause,
): Promise<void> {
  const reason = reasons[cause];
  const added = await work.db
    .insertInto('mail_suppression')
    .values({ emailaddress, reason, suppressed_at: work.now })
    .onConflict((known) => known.column('emailaddress').doNothing())
    .returning('emailaddress')
    .executeTakeFirst();
  if (!added) return;
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', emailaddress)
    .executeTakeFirst();
  await work.audit({
    action: identityAudit.addressSuppressed,
    ...(account ? { about: account.id } : {}),
    detail: { reason },
  });
  if (cause !== 'complained') await work.publish(addressUnreachable, { emailaddress });
}

/**
 * Takes an address off the list, also one that no account has.
 * @param id of its row
 * @returns false if it is not on the list
 */
export async function liftSuppression(
  work: Pick<Work, 'db' | 'audit'>,
  id: string,
  note: string,
): Promise<boolean> {
  const removed = await work.db
    .deleteFrom('mail_suppression')
    .where('id', '=', id)
    .returning(['emailaddress', 'reason'])
    .executeTakeFirst();
  if (!removed) return false;
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', removed.emailaddress)
    .executeTakeFirst();
  await work.audit({
    action: identityAudit.suppressionRemoved,
    ...(account ? { about: account.id } : {}),
    object: { type: 'mail_suppression', id },
    detail: { reason: removed.reason, note },
  });
  return true;
}

/** Takes a person's address off the list (doc3 §4). Nothing happens if it is not on it. */
export async function removeSuppression(work: Pick<Work, 'db' | 'audit'>, accountId: string): Promise<void> {
  const removed = await work.db
    .deleteFrom('mail_suppression')
    .where('emailaddress', '=', (row) =>
      row.selectFrom('account').select('emailaddress').where('account.id', '=', accountId),
    )
    .returning('reason')
    .executeTakeFirst();
  if (!removed) return;
  await work.audit({
    action: identityAudit.suppressionRemoved,
    about: accountId,
    detail: { reason: removed.reason },
  });
}
