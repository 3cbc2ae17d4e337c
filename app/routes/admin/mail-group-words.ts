import type { MailGroup } from '#modules/platform/index.ts';

/** The groups of mails, in the order in which they are shown. */
export const mailGroupWords: Record<MailGroup, string> = {
  security: 'Account security',
  service: 'Checks and accounts',
  invitations: 'Invitations',
  renewal: 'Renewal reminders',
  legal: 'Legal notices',
  company: 'For companies',
  staff: 'For staff',
};
