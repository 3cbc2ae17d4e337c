import { applicationReminders, renewalReminders, scoreReminders } from '#modules/applications/limits.ts';
import { invitationReminders } from '#modules/network/limits.ts';
import type { DayRule } from '#modules/platform/fields/days.ts';
import { cardReminders } from '#modules/purchasing/limits.ts';

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

/** What a note is about (D102). */
export const noteTypes = ['note', 'refund', 'expiration', 'dispute', 'call'] as const;
export type NoteType = (typeof noteTypes)[number];

/** What only two admins together change (D145). */
export const controlNames = ['refund-limit', 'account-linking'] as const;
export type ControlName = (typeof controlNames)[number];
export const controlTitles: Record<ControlName, string> = {
  'refund-limit': 'Second admin for refunds above',
  'account-linking': 'Link My Account',
};

/** Who a package of the catalogue is for (doc2 §9). */
export const catalogueRegions = ['everybody', 'not-new-york', 'new-york'] as const;
export type CatalogueRegion = (typeof catalogueRegions)[number];

/** How many people can be found for free in 30 days. */
export const freePeople = ['1', '2', '3', '5', '10', '20', '50', '100'] as const;

/** The lists of days under Settings, Limits and reminders. */
export const dayRules = {
  reminder_days: renewalReminders,
  application_days: applicationReminders,
  score_days: scoreReminders,
  invitation_days: invitationReminders,
  card_days: cardReminders,
} satisfies Record<string, DayRule>;
export type DayField = keyof typeof dayRules;
export const dayFields = Object.keys(dayRules) as [DayField, ...DayField[]];
