/** The words of bulk invitations: what a column is, what becomes of a row, and how far a file is (D132). */

export { type ColumnKind, columnKinds, columnLabels } from '../fields.ts';

/** What becomes of a row. A dry run stores them by their place in this list, so new ones are added at the end. */
export const bulkOutcomes = [
  'new',
  'existing',
  'in-progress',
  'in-network',
  'invited',
  'ignored',
  'duplicate',
  'suppressed',
  'no-contact',
  'bad-email',
  'bad-shieldid',
  'own',
  'bad-text',
  'bad-coupon',
  'bad-package',
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** Whether rows get an invitation, are left out, or cannot be invited. */
export const outcomeGroups = {
  new: 'sent',
  existing: 'sent',
  'in-progress': 'sent',
  'in-network': 'skipped',
  invited: 'skipped',
  ignored: 'skipped',
  duplicate: 'skipped',
  suppressed: 'bad',
  'no-contact': 'bad',
  'bad-email': 'bad',
  'bad-shieldid': 'bad',
  own: 'bad',
  'bad-text': 'bad',
  'bad-coupon': 'bad',
  'bad-package': 'bad',
} as const satisfies Record<BulkOutcome, 'sent' | 'skipped' | 'bad'>;
export type OutcomeGroup = (typeof outcomeGroups)[BulkOutcome];

/** The reason beside a row in the file of rows that were not invited. */
export const outcomeLabels: Record<BulkOutcome, string> = {
  new: 'New, by email',
  existing: 'Has an account, not in your network yet',
  'in-progress': 'Has an account and a background check in progress',
  'in-network': 'Already in your network',
  invited: 'Has an open invitation from you',
  ignored: 'Ignored your earlier invitation',
  duplicate: 'The same person is in an earlier row',
  suppressed: 'Emails to this address came back, or its owner wants no invitations',
  'no-contact': 'No email and no ShieldID',
  'bad-email': 'The email address isn’t valid',
  'bad-shieldid': 'There is no such ShieldID',
  own: 'This is the inviter’s own email or ShieldID',
  'bad-text': 'A name, business name or note is too long, or has something that it may not have',
  'bad-coupon': 'There is no such coupon',
  'bad-package': 'There is no such package',
};

export const bulkStates = ['uploaded', 'sending', 'paused', 'done', 'cancelled'] as const;
export type BulkState = (typeof bulkStates)[number];

export const pauseReasons = ['member', 'daily-limit', 'coupon'] as const;
export type PauseReason = (typeof pauseReasons)[number];
