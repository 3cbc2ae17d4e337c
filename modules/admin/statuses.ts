import { RENEWAL_WINDOW_DAYS } from '#modules/platform/browser.ts';

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

/** The error of days that cannot be read. */
export const wrongDays = `Enter up to 10 different days from 1 to ${RENEWAL_WINDOW_DAYS}, such as 30, 14, 7, 1`;

/** Reads days that are separated by commas or spaces. @returns most days first; null if they are not as `wrongDays` says */
export function readDays(typed: string): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean);
  const days = parts.filter((part) => /^\d{1,2}$/.test(part)).map(Number);
  const fit = days.filter((each) => 1 <= each && each <= RENEWAL_WINDOW_DAYS);
  const isRight = fit.length === parts.length && new Set(fit).size === fit.length;
  return isRight && fit.length > 0 && fit.length <= 10 ? fit.sort((one, other) => other - one) : null;
}
