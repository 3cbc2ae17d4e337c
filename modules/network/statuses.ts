import { formatCount } from '#modules/platform/browser.ts';
import { networkTexts } from './texts.ts';

/**
 * The states of connections and of the mails about them, and how pages show these. Apart from the forms, because a page
 * that shows a network needs no schema.
 */

export const connectionStatuses = [
  'INVITE',
  'INVITEIGNORE',
  'INVITEBOUNCE',
  'INVITEINRENEWALWINDOW',
  'APPSTARTED',
  'CHECKINPROGRESS',
  'SCOREPENDING',
  'PENDINGINVITEACCEPT',
  'CURRENT',
  'INRENEWALWINDOW',
  'EXPIRED',
  'DISABLED',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** The statuses that somebody in a network can have, of whom a company is alerted. */
export const alertedStatuses = [
  'CURRENT',
  'INRENEWALWINDOW',
  'EXPIRED',
  'APPSTARTED',
  'CHECKINPROGRESS',
  'SCOREPENDING',
  'DISABLED',
] as const satisfies readonly ConnectionStatus[];

export const connectionTypes = ['INDIVIDUAL', 'FULLNETWORK', 'EXTENDED'] as const;
export type ConnectionType = (typeof connectionTypes)[number];

export interface StatusLook {
  label: string;
  /** Percent. */
  progress: number;
  tone: 'ok' | 'warn' | 'bad' | 'plain';
}

/** How a row shows each status (doc1 §4). */
const looks: Record<ConnectionStatus, StatusLook> = {
  CURRENT: { label: 'Active', progress: 100, tone: 'ok' },
  APPSTARTED: { label: 'Application Started', progress: 15, tone: 'plain' },
  INVITE: { label: 'Application Required', progress: 5, tone: 'plain' },
  DISABLED: { label: 'Application Required', progress: 5, tone: 'plain' },
  PENDINGINVITEACCEPT: { label: 'Accept & Consent', progress: 80, tone: 'plain' },
  SCOREPENDING: { label: 'Score Pending', progress: 85, tone: 'plain' },
  CHECKINPROGRESS: { label: 'In Progress', progress: 40, tone: 'plain' },
  EXPIRED: { label: 'Expired', progress: 100, tone: 'bad' },
  INVITEBOUNCE: { label: 'Bounced/Rejected', progress: 100, tone: 'bad' },
  INVITEIGNORE: { label: 'Ignored', progress: 0, tone: 'plain' },
  INRENEWALWINDOW: { label: 'Renewal Required', progress: 5, tone: 'warn' },
  INVITEINRENEWALWINDOW: { label: 'Renewal Required', progress: 5, tone: 'warn' },
};

/**
 * How a row shows its status. An expired invitation says so, and so does a row without a score whose check was moved to
 * another account. A company needs no application, so it is only asked to accept (D50).
 */
export function statusLook(
  status: ConnectionStatus,
  row: { connectiontype: ConnectionType; invite_expired: boolean; check_moved?: boolean },
): StatusLook {
  const look = looks[status];
  if (row.check_moved) return { ...look, label: 'Check moved', tone: 'warn' };
  if (status !== 'INVITE') return look;
  if (row.invite_expired) return { ...look, label: 'Invitation expired', tone: 'warn' };
  return row.connectiontype === 'INDIVIDUAL' ? look : { ...look, label: 'Accept & Consent' };
}

/**
 * The message after somebody was invited, or invited again. No mail is sent to who ignored this network before, nor to
 * who does not want such mails.
 */
export function sentWords({ ignored, mail_withheld }: { ignored: boolean; mail_withheld: boolean }): string {
  if (ignored) return networkTexts['invitations.extended'];
  return networkTexts[mail_withheld ? 'invitations.withheld' : 'invitations.sent'];
}

/** The choices of the status filter: one for each label, with its statuses. */
export const statusFilters = [
  { value: 'active', label: 'Active', statuses: ['CURRENT'] },
  { value: 'renewal', label: 'Renewal Required', statuses: ['INRENEWALWINDOW', 'INVITEINRENEWALWINDOW'] },
  { value: 'expired', label: 'Expired', statuses: ['EXPIRED'] },
  { value: 'required', label: 'Application Required', statuses: ['INVITE', 'DISABLED'] },
  { value: 'started', label: 'Application Started', statuses: ['APPSTARTED'] },
  { value: 'progress', label: 'In Progress', statuses: ['CHECKINPROGRESS'] },
  { value: 'accept', label: 'Accept & Consent', statuses: ['PENDINGINVITEACCEPT'] },
  { value: 'pending', label: 'Score Pending', statuses: ['SCOREPENDING'] },
  { value: 'bounced', label: 'Bounced/Rejected', statuses: ['INVITEBOUNCE'] },
  { value: 'ignored', label: 'Ignored', statuses: ['INVITEIGNORE'] },
  /** Rows with these choices have no status: they are in a grid of their own (D101). */
  { value: 'removed', label: 'Removed', statuses: [] },
] as const satisfies readonly { value: string; label: string; statuses: readonly ConnectionStatus[] }[];

/** What became of an invitation's mail. A later state in this list is shown even if an earlier one happens after it. */
export const mailStates = [
  'withheld',
  'waiting',
  'sent',
  'delayed',
  'delivered',
  'opened',
  'clicked',
  'failed',
  'bounced',
] as const;
export type MailState = (typeof mailStates)[number];

export interface MailLook {
  icon: 'alert' | 'check' | 'clock' | 'eye' | 'link' | 'mail' | 'refresh' | 'send';
  tone: 'ok' | 'warn' | 'bad' | 'plain';
  label: string;
}

export interface MailCounts {
  invite_sent: number;
  renewal_count: number;
  invite_mail_state: MailState | null;
}

const mailLooks: Record<MailState, Pick<MailLook, 'icon' | 'label'>> = {
  withheld: { icon: 'alert', label: 'No email sent: they don’t get these emails' },
  waiting: { icon: 'clock', label: 'Email queued' },
  sent: { icon: 'send', label: 'Email sent' },
  delayed: { icon: 'clock', label: 'Email delayed' },
  delivered: { icon: 'check', label: 'Email delivered' },
  opened: { icon: 'eye', label: 'Email opened' },
  clicked: { icon: 'link', label: 'Link in the email followed' },
  failed: { icon: 'alert', label: 'Email could not be sent' },
  bounced: { icon: 'alert', label: 'Email came back' },
};

/** How a row shows an invitation's mails: gray before the first, green after one, a warning after two (doc1 §4, D58). */
export function mailLook({ invite_sent: sent, invite_mail_state: state }: MailCounts): MailLook {
  if (state === null) return { icon: 'mail', tone: 'plain', label: 'No email sent' };
  const { icon, label } = mailLooks[state];
  if (state === 'bounced' || state === 'failed' || state === 'withheld') return { icon, tone: 'warn', label };
  const tone = sent === 0 ? 'plain' : sent === 1 ? 'ok' : sent === 2 ? 'warn' : 'bad';
  return { icon, tone, label: sent > 1 ? `${label}, ${sent} sent` : label };
}

/** How a row shows that a person was asked to renew: a warning after three times (doc1 §4); null if they were not. */
export function renewalLook({ renewal_count: asked }: MailCounts): MailLook | null {
  if (asked === 0) return null;
  const tone = asked < 3 ? 'ok' : asked === 3 ? 'warn' : 'bad';
  return {
    icon: 'refresh',
    tone,
    label: asked === 1 ? 'Asked to renew' : `Asked to renew ${formatCount(asked, 'time')}`,
  };
}

/**
 * Whether somebody in a company's network is in compliance: within the rule; out, but with an exception; or out because
 * of the score, because it expired, or because none is shown.
 */
export const complianceStates = ['IN', 'EXCEPTION', 'SCORE', 'EXPIRED', 'HIDDEN'] as const;
export type Compliance = (typeof complianceStates)[number];

/** The three groups by which the grid filters and shows who is in compliance. */
export const complianceGroups = [
  { value: 'in', label: 'In compliance', states: ['IN'] },
  { value: 'out', label: 'Out of compliance', states: ['SCORE', 'EXPIRED', 'HIDDEN'] },
  { value: 'exception', label: 'In compliance by exception', states: ['EXCEPTION'] },
] as const satisfies readonly { value: string; label: string; states: readonly Compliance[] }[];
export type ComplianceGroup = (typeof complianceGroups)[number];

export function complianceGroup(compliance: Compliance): ComplianceGroup {
  const found = complianceGroups.find(({ states }) => states.some((state) => state === compliance));
  if (!found) throw new Error(`No group has the compliance ${compliance}`);
  return found;
}

/** Why a rule puts somebody out: by what the company sees of them, or because they left or were removed. */
export const outReasons = ['SCORE', 'EXPIRED', 'HIDDEN', 'LEFT', 'REMOVED'] as const;
export type OutReason = (typeof outReasons)[number];

export const outReasonLabels: Record<OutReason, string> = {
  SCORE: 'Score not allowed',
  EXPIRED: 'Expired',
  HIDDEN: 'No score shown',
  LEFT: 'Left the network',
  REMOVED: 'Removed',
};

/** Where an adverse action is. */
export const adverseStateLabels = {
  sending: 'Sending',
  undelivered: 'To be mailed',
  waiting: 'Waiting',
  paused: 'Paused by a dispute',
  ready: 'Ready to decide',
  final: 'Decided',
  withdrawn: 'Withdrawn',
  lapsed: 'Expired',
} as const;

/** What happened with an adverse action. */
export const adverseEvidenceLabels = {
  purpose: 'Purpose confirmed',
  started: 'First notice made',
  delivered: 'First notice sent',
  undelivered: 'Notice could not be sent by email',
  posted: 'Paper notice mailed',
  opened: 'Notice opened',
  'report-opened': 'Report opened',
  paused: 'Paused',
  resumed: 'Resumed',
  corrected: 'Started again after a correction',
  moved: 'Started again: the check was moved to the person’s other account',
  final: 'Decided',
  'final-delivered': 'Final notice sent',
  'final-undelivered': 'Final notice could not be sent by email',
  withdrawn: 'Withdrawn',
  'withdrawal-delivered': 'Withdrawal sent',
  'withdrawal-undelivered': 'Withdrawal could not be sent by email',
  lapsed: 'Expired',
} as const;
