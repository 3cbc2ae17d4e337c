/** What a mail provider may report about a mail after it has accepted it. SMTP reports only refusals. */
export type MailProgress = 'sent' | 'delayed' | 'delivered' | 'opened' | 'clicked' | 'failed' | 'bounced';

/** The tag with which the id of a mail's record is sent to the provider and comes back in its events. */
export const recordTag = 'record';

/** The tag with which a mail's delivery id is sent to the provider and comes back in its events. */
export const deliveryTag = 'delivery';

/**
 * The delivery id at the end of the Message-ID of a followed mail.
 * @returns null for any other mail
 */
export function deliveryIdIn(messageId: string): string | null {
  return /\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@]*$/.exec(messageId)?.[1] ?? null;
}
