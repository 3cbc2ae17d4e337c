/** What a mail provider may tell of a mail after it has taken it; SMTP alone tells nothing later than a refusal. */
export type MailProgress = 'sent' | 'delayed' | 'delivered' | 'opened' | 'clicked' | 'failed' | 'bounced';

/** The tag that carries a mail's delivery id to the provider, and back in its events. */
export const deliveryTag = 'delivery';

/** The Message-ID of a mail that is followed ends with its delivery id. @returns null for any other mail */
export function deliveryIdIn(messageId: string): string | null {
  return /\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@]*$/.exec(messageId)?.[1] ?? null;
}
