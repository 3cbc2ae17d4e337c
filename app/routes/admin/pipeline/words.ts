import type { listPipelineAlerts } from '#modules/admin/index.ts';
import { alertTitles } from '#modules/admin/statuses.ts';
import type { provenKinds } from '#modules/applications/index.ts';
import {
  DAY,
  formatCount,
  formatDate,
  formatDateTime,
  formatReceiptAmount,
  HOUR,
  MINUTE,
} from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import type { IconName } from '../../../components/index.ts';

export type PipelineAlert = OutputOf<typeof listPipelineAlerts>['pipelinedata'][number];

interface Look {
  /** In the row. */
  label: string;
  /** On the tab. */
  tab: string;
  icon: IconName;
  /** Its deadline by law; absent if it has a goal of ours. */
  law?: string;
  /** Where it is decided. */
  decidedAt: (alert: PipelineAlert) => string;
}

/** The reason of an alert about a ShieldID of a former system, the only one of its type that staff can open again. */
export const archivedNumber = 'archived-shield-id' satisfies (typeof provenKinds)[number];

const record = (section: string) => (alert: PipelineAlert) => `/admin/user/${alert.userid}#${section}`;

export const alertLook: Record<PipelineAlert['alert_type'], Look> = {
  dispute: {
    label: 'Dispute',
    tab: alertTitles.dispute,
    icon: 'flag',
    law: 'By law, 30 days',
    decidedAt: (alert) => `/admin/disputes/${alert.event_id}`,
  },
  identity_theft_block: {
    label: 'Identity theft block',
    tab: alertTitles.identity_theft_block,
    icon: 'stop',
    law: 'By law, 4 business days',
    decidedAt: (alert) => `/admin/disputes/${alert.event_id}`,
  },
  privacy_request: {
    label: 'Privacy request',
    tab: alertTitles.privacy_request,
    icon: 'lock',
    law: 'By law, 15 or 45 days',
    decidedAt: (alert) => `/admin/requests/${alert.event_id}`,
  },
  application_ssn_verification: {
    label: 'SSN review',
    tab: alertTitles.application_ssn_verification,
    icon: 'key',
    decidedAt: (alert) => `/admin/ssn/${alert.event_id}`,
  },
  idverification: {
    label: 'ID review',
    tab: alertTitles.idverification,
    icon: 'user',
    decidedAt: (alert) => `/admin/user/${alert.userid}/idverification/${alert.event_id}`,
  },
  application_manual_review: {
    label: 'Paper package',
    tab: alertTitles.application_manual_review,
    icon: 'copy',
    decidedAt: (alert) =>
      alert.applicationid ? `/admin/application/${alert.applicationid}` : record('checks')(alert),
  },
  payment_dispute: {
    label: 'Payment dispute',
    tab: alertTitles.payment_dispute,
    icon: 'card',
    decidedAt: record('checks'),
  },
  refund: {
    label: 'Refund',
    tab: alertTitles.refund,
    icon: 'card',
    decidedAt: (alert) => `/admin/refunds/${alert.event_id}`,
  },
  proof_limit: {
    label: 'Wrong proofs',
    tab: alertTitles.proof_limit,
    icon: 'lock',
    decidedAt: (alert) =>
      alert.reason === archivedNumber && alert.state === 'open'
        ? `/admin/pipeline/${alert.id}/proofs`
        : `/admin/user/${alert.userid}`,
  },
  agency_silent: {
    label: 'Agency',
    tab: alertTitles.agency_silent,
    icon: 'clock',
    decidedAt: record('checks'),
  },
  email_address: {
    label: 'Email address',
    tab: alertTitles.email_address,
    icon: 'mail',
    decidedAt: record('profile'),
  },
  monitor_profile_not_actioned: {
    label: 'Monitoring',
    tab: alertTitles.monitor_profile_not_actioned,
    icon: 'chart',
    decidedAt: record('approvals'),
  },
};

const reasons: Record<string, string> = {
  review: 'The provider asks for a decision',
  'id-expired': 'The ID has expired',
  'id-other-name': 'Another name on the ID',
  'id-glare-back': 'Glare on the back',
  'id-glare-front': 'Glare on the front',
  'id-blurred': 'Blurred photo',
  'id-back-unreadable': 'The back can’t be read',
  'id-expiration-unread': 'No expiration date could be read',
  'id-birth-date-unread': 'No date of birth could be read',
  'id-face': 'The face may not match',
  'id-altered': 'The ID may have been altered',
  'id-details': 'Details of the ID don’t fit together',
  received: 'Received, needs an answer',
  'new-facts': 'New facts, needs an answer',
  overdue: 'The deadline has passed',
  'package-received': 'Package received, needs a check',
  'package-missing': 'The package hasn’t arrived',
  'not-actioned': 'The person hasn’t accepted or disputed it',
  'second-admin': 'Needs a second admin',
  'same-ssn': 'Same SSN as another account',
  'ssn-review': 'The agency asks to review the SSN',
  'agency-silent': 'The agency doesn’t answer questions about this check',
  'agency-no-order': 'The agency hasn’t accepted this check',
  'agency-no-result': 'The agency ended this check without sending its result',
  chargeback: 'The bank is reviewing the payment',
  limit: 'Limit the use of data',
  export: 'Copy of the data',
  deletion: 'Deletion of the account',
  [archivedNumber]: 'Too many wrong entries for a former ShieldID',
  'same-mailbox': 'Same mailbox as another account',
  'unreadable-address': 'Not a valid email address',
  'approval-link': 'Too many wrong entries for a link to a waiting score',
  'invite-center-link': 'Too many wrong entries for a link to invitations',
};

/** What became of the money for a check, where it is not simply paid (D113). */
export const paymentWords = { held: 'Payment disputed', returned: 'Payment returned' } as const;

/** A goal as people read it: 8 business hours are a business day. */
export const goalWords = (hours: number) =>
  hours % 8 === 0 ? formatCount(hours / 8, 'business day') : formatCount(hours, 'business hour');

/** Why the alert was raised. For a code without its own text, the code itself is written as words. */
export function reasonOf({ reason }: PipelineAlert): string {
  const words = reasons[reason] ?? reason.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The reason, and for a refund how much. */
export function whatOf(alert: PipelineAlert): string {
  return alert.refund_amount === null
    ? reasonOf(alert)
    : `${formatReceiptAmount(alert.refund_amount)}, issued by ${alert.refund_requested_by}`;
}

/** Where and when a page is read. */
export interface AlertContext {
  now: Date | string;
  timeZone: string;
}

/** The time until the deadline, or since it has passed, in the largest unit. */
export function untilDue(due: Date | string, now: Date | string): string {
  const left = new Date(due).getTime() - new Date(now).getTime();
  const away = Math.abs(left);
  const words =
    away >= DAY
      ? formatCount(Math.floor(away / DAY), 'day')
      : away >= HOUR
        ? formatCount(Math.floor(away / HOUR), 'hour')
        : formatCount(Math.max(1, Math.floor(away / MINUTE)), 'minute');
  return left <= 0 ? `${words} overdue` : `In ${words}`;
}

/** When it is due: by law on a day, as a goal of ours at a time. */
export function deadlineWords(
  { due_at: due, due_by_goal: byGoal }: PipelineAlert,
  { timeZone }: Pick<AlertContext, 'timeZone'>,
): string {
  if (due === null) return 'None';
  return byGoal ? `Goal ${formatDateTime(due, timeZone)}` : `By law ${formatDate(due, timeZone)}`;
}

/** The heading for an open alert if alerts are ordered by deadline. */
export function groupOf({ due_at: due, overdue }: PipelineAlert, now: Date | string): string {
  if (due === null) return 'No deadline';
  if (overdue) return 'Overdue';
  const left = new Date(due).getTime() - new Date(now).getTime();
  if (left <= DAY) return 'Due within 24 hours';
  return left <= 7 * DAY ? 'Next 7 days' : 'Later';
}

/** How long the alert has waited, in the largest unit. */
export function ageOf(raised: Date | string, now: Date | string): string {
  const age = new Date(now).getTime() - new Date(raised).getTime();
  if (age >= DAY) return `${Math.floor(age / DAY)} d`;
  if (age >= HOUR) return `${Math.floor(age / HOUR)} h`;
  return `${Math.max(1, Math.floor(age / MINUTE))} min`;
}

export const nameOf = (alert: PipelineAlert) =>
  `${alert.firstname} ${alert.lastname}`.trim() || 'Erased person';
