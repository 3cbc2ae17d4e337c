import type { MailRecipient, Portal } from '#modules/platform/index.ts';

/** Mails to a person that have the brand of the host on which the person registered (D15, D95). */
const ofTheirHost = new Set([
  'account-changed',
  'account-disabled',
  'application-again',
  'application-submitted',
  'application-waits',
  'block',
  'check-delayed',
  'check-moved',
  'dispute',
  'dispute-company',
  'email-changed',
  'expiration-changed',
  'new-browser',
  'paper-awaited',
  'paper-decided',
  'paper-received',
  'password-changed',
  'renewal-reminder',
  'score-active',
  'score-changed',
  'score-ready',
  'staff-reset-two-step',
  'two-step-changed',
  'welcome',
]);

/**
 * Makes a mail fail if it has another brand than its reader knows, or if another mail has the same id, because mail
 * programs would drop it. It does not matter which test sends the mail.
 */
export function checkMails(portal: Portal): void {
  const { mailTo } = portal;
  /** The recipient of each mail, by its id. */
  const sent = new Map<string, string>();
  Object.assign(portal, {
    async mailTo(...args: Parameters<typeof mailTo>) {
      const [recipient, context, letter] = args;
      const { name } = letter.kind;
      const about = `${name} to ${describe(recipient)}`;
      const before = sent.get(context.messageId);
      if (before !== undefined && before !== about) {
        throw new Error(`${about} has the id of ${before}: ${context.messageId}`);
      }
      sent.set(context.messageId, about);
      if ('accountId' in recipient && ofTheirHost.has(name)) {
        const known = await portal.db
          .selectFrom('account')
          .select('registered_host')
          .where('id', '=', recipient.accountId)
          .executeTakeFirst();
        if (known && known.registered_host !== context.host) {
          throw new Error(`${about} wears the brand of ${context.host}, not of ${known.registered_host}`);
        }
      }
      return mailTo(...args);
    },
  });
}

const describe = (recipient: MailRecipient) =>
  'accountId' in recipient ? `account ${recipient.accountId}` : recipient.address;
