/** The kinds and states of the pipeline's alerts, and their goals. */

/** How an alert of the pipeline was settled. */
export const alertStates = ['open', 'dismissed', 'closed'] as const;
export type AlertState = (typeof alertStates)[number];

/** The alerts of each kind, in the order in which pages and mails list them. */
export const alertTitles = {
  dispute: 'Disputes',
  identity_theft_block: 'Identity theft',
  privacy_request: 'Privacy requests',
  application_ssn_verification: 'SSN review',
  idverification: 'ID review',
  application_manual_review: 'Paper packages',
  payment_dispute: 'Payment disputes',
  refund: 'Refunds',
  proof_limit: 'Wrong proofs',
  agency_silent: 'Agencies',
  email_address: 'Email addresses',
  monitor_profile_not_actioned: 'Monitoring',
} as const;

/** The kinds of alerts that have no deadline by law, and therefore a goal. */
export const goalTypes = [
  'idverification',
  'application_ssn_verification',
  'application_manual_review',
  'refund',
  'payment_dispute',
  'proof_limit',
  'email_address',
  'agency_silent',
  'monitor_profile_not_actioned',
] as const;
export type GoalType = (typeof goalTypes)[number];

/** The goals that can be chosen, in business hours. */
export const goalHours = ['1', '2', '4', '8', '16', '24', '40', '80'] as const;
