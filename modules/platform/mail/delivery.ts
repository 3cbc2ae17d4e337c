/** What a mail provider may tell of a mail after it has taken it; SMTP alone tells nothing later than a refusal. */
export type MailProgress = 'sent' | 'delayed' | 'delivered' | 'opened' | 'clicked' | 'failed' | 'bounced';

/** The tag that carries a mail's delivery id to the provider, and back in its events. */
export const deliveryTag = 'delivery';
