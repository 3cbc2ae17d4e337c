/** What the browser needs of the network: statuses and forms. */
import { form } from '#modules/platform/fields/form.ts';
import {
  acceptFields,
  attestationFields,
  inviteFields,
  rowFields,
  rowSwitchFields,
  shareByEmailFields,
  shareLinkFields,
} from './fields.ts';

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

export const connectionTypes = ['INDIVIDUAL', 'FULLNETWORK', 'EXTENDED'] as const;
export type ConnectionType = (typeof connectionTypes)[number];

interface StatusLook {
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

/** How a row shows its status. An expired invitation says so, and a company is only asked to accept (D50). */
export function statusLook(
  status: ConnectionStatus,
  row: { connectiontype: ConnectionType; invite_expired: boolean },
): StatusLook {
  const look = looks[status];
  if (status !== 'INVITE') return look;
  if (row.invite_expired) return { ...look, label: 'Invitation expired', tone: 'warn' };
  return row.connectiontype === 'INDIVIDUAL' ? look : { ...look, label: 'Accept & Consent' };
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
] as const satisfies readonly { value: string; label: string; statuses: readonly ConnectionStatus[] }[];

/** What became of an invitation's mail: a later state holds, whatever else happened to the mail. */
export const mailStates = [
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

export const inviteForm = form(inviteFields);
export const acceptForm = form(acceptFields);
export const shareByEmailForm = form(shareByEmailFields);
export const shareLinkForm = form(shareLinkFields);
export const attestationForm = form(attestationFields);
export const rowForm = form(rowFields);
export const rowSwitchForm = form(rowSwitchFields);
