/** The states of the pipeline's alerts, and their goals. */

/** How an alert of the pipeline was settled. */
export const alertStates = ['open', 'dismissed', 'closed'] as const;
export type AlertState = (typeof alertStates)[number];

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
