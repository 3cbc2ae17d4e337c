/** The actions on a connection: for each status and role whether an action is possible. Pages, calls and tests use it. */
import { formatDuration } from '#modules/platform/browser.ts';
import { networkTimings } from '../limits.ts';
import { type ConnectionStatus, type ConnectionType, connectionStatuses } from '../statuses.ts';

export const connectionActions = [
  'showdetails',
  'downloadreport',
  'requestrenewal',
  'resendinvite',
  'getinvitelink',
  'smsaccept',
  'cancelinvite',
  'adverseaction',
  'remove',
] as const;
export type ConnectionAction = (typeof connectionActions)[number];

/** The actions on several rows at once, besides the export. */
export const selectionActions = [
  'resendinvite',
  'cancelinvite',
  'remove',
] as const satisfies ConnectionAction[];
export type SelectionAction = (typeof selectionActions)[number];

/** The caller's role in the network: a team role if a company owns it, 'self' if the caller owns it. */
export type NetworkRole = 'viewer' | 'admin' | 'owner' | 'self';

/** The values of a row that decide which actions are possible. */
export interface ActionRow {
  status: ConnectionStatus;
  connectiontype: ConnectionType;
  reportShared: boolean;
  /** The person's mobile number is known, so that a text message can be sent. */
  hasPhone: boolean;
  inviteExpired: boolean;
  /** The person was asked to renew so recently that they may not be asked again yet. */
  renewalRequested: boolean;
}

export interface ActionState {
  action: ConnectionAction;
  enabled: boolean;
  /** Why the action is not possible; null if it is. */
  reason: string | null;
  /** Why it cannot succeed at the moment although its status allows it; null if it can. */
  obstacle: string | null;
}

const ONLY_COMPANY = 'Only a company can do this';
const ONLY_VIEW = 'Your role in the team only allows searching and viewing';

interface ActionRule {
  label: string;
  /** Whether a viewer may do it (doc2 §6, D100). */
  viewer: boolean;
  /** Only a company can, not a person with a network of their own. */
  company?: boolean;
  /** The statuses in which it is possible (doc1 §4, D51, D56). */
  statuses: ReadonlySet<ConnectionStatus>;
  /** Why it is not possible in any other status. */
  why(status: ConnectionStatus): string;
  /** Why it is not possible even in one of these statuses; null if it is. */
  unless?(row: ActionRow): string | null;
  /** Why it cannot succeed even where it is possible; null if it can. */
  obstacle?(row: ActionRow): string | null;
}

const on = (...statuses: ConnectionStatus[]): ReadonlySet<ConnectionStatus> => new Set(statuses);
const allBut = (...statuses: ConnectionStatus[]): ReadonlySet<ConnectionStatus> =>
  new Set(connectionStatuses.filter((status) => !statuses.includes(status)));

/** What each status means, given as the reason why an action is not possible. */
const meaning: Record<ConnectionStatus, string> = {
  INVITE: 'The invitation hasn’t been accepted yet',
  INVITEIGNORE: 'The invitation was ignored',
  INVITEBOUNCE: 'The invitation could not be delivered',
  INVITEINRENEWALWINDOW: 'The invitation hasn’t been accepted yet, and the check must be renewed first',
  APPSTARTED: 'The application is not finished yet',
  CHECKINPROGRESS: 'The background check is in progress',
  SCOREPENDING: 'The score is waiting for the person’s approval',
  PENDINGINVITEACCEPT: 'The invitation hasn’t been accepted yet',
  CURRENT: 'The invitation is accepted and the score is valid',
  INRENEWALWINDOW: 'The invitation has been accepted',
  EXPIRED: 'The score is no longer valid',
  DISABLED: 'The person has turned sharing off',
};

const noNumber = 'There’s no phone number on file';

/** The statuses of an open invitation to somebody who has a score. */
const withScore = on('PENDINGINVITEACCEPT', 'INVITEINRENEWALWINDOW');

const rules: Record<ConnectionAction, ActionRule> = {
  showdetails: {
    label: 'Show Details',
    viewer: true,
    statuses: allBut('INVITE'),
    why: (status) => meaning[status],
  },
  downloadreport: {
    label: 'Download Full Report',
    viewer: false,
    statuses: on('CURRENT', 'INRENEWALWINDOW'),
    why: (status) => meaning[status],
    unless: (row) => (row.reportShared ? null : 'The person doesn’t share the report'),
  },
  requestrenewal: {
    label: 'Request Renewal',
    viewer: false,
    statuses: on('EXPIRED', 'INRENEWALWINDOW'),
    why: (status) => (status === 'CURRENT' ? 'The score is not due for renewal' : meaning[status]),
    unless: (row) =>
      row.renewalRequested
        ? `The person was asked less than ${formatDuration(networkTimings['renewals.ask-again'])} ago`
        : null,
  },
  resendinvite: {
    label: 'Resend Invite',
    viewer: false,
    statuses: on('INVITE', 'PENDINGINVITEACCEPT', 'INVITEIGNORE'),
    why: (status) =>
      status === 'EXPIRED' || status === 'DISABLED' ? 'The invitation has been accepted' : meaning[status],
  },
  getinvitelink: {
    label: 'Get Invite Link',
    viewer: false,
    statuses: on(
      'INVITE',
      'EXPIRED',
      'INVITEINRENEWALWINDOW',
      'INRENEWALWINDOW',
      'INVITEIGNORE',
      // Whoever can’t be reached by mail may get the link by hand.
      'INVITEBOUNCE',
    ),
    why: (status) => meaning[status],
    unless: (row) => (row.inviteExpired ? 'The invitation has expired' : null),
  },
  smsaccept: {
    label: 'SMS Accept',
    viewer: false,
    statuses: allBut('INVITEIGNORE', 'CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED'),
    why: (status) => (status === 'INVITEIGNORE' ? meaning[status] : 'The invitation has been accepted'),
    unless(row) {
      if (row.inviteExpired) return 'The invitation has expired';
      if (row.hasPhone || row.status === 'PENDINGINVITEACCEPT') return null;
      return noNumber;
    },
    obstacle(row) {
      if (!withScore.has(row.status)) return 'They have no active score to share yet';
      return row.hasPhone ? null : noNumber;
    },
  },
  cancelinvite: {
    label: 'Cancel Invite',
    viewer: false,
    statuses: allBut('CURRENT', 'INRENEWALWINDOW', 'EXPIRED'),
    why: () => 'They’ve already accepted. Remove them from your network instead',
  },
  // Whether a dispute or another action is open is not in the row; the page says so.
  adverseaction: {
    label: 'Start Adverse Action',
    viewer: false,
    company: true,
    statuses: on('CURRENT', 'INRENEWALWINDOW'),
    why: (status) => meaning[status],
  },
  remove: {
    label: 'Remove from Network',
    viewer: false,
    statuses: on('CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED'),
    why: () => 'Not in your network yet. Cancel the invitation instead',
  },
};

/** Actions that are possible on a row that is not a person's own connection (D55), and why no others are. */
const throughCompany: Record<
  Exclude<ConnectionType, 'INDIVIDUAL'>,
  { possible: readonly ActionRule[]; why: string }
> = {
  FULLNETWORK: {
    possible: [rules.showdetails, rules.resendinvite, rules.getinvitelink, rules.cancelinvite, rules.remove],
    why: 'A company shares names and scores only',
  },
  EXTENDED: {
    possible: [rules.showdetails],
    why: 'This person is shared by a company: ask the company, or invite the person',
  },
};

/** @param asksToBuy whether the invitation carries a coupon or a package, so that its link is a purchase link (D96) */
export function actionLabel(action: ConnectionAction, { asksToBuy }: { asksToBuy: boolean }): string {
  return action === 'getinvitelink' && asksToBuy ? 'Copy Purchase Link' : rules[action].label;
}

function mayEver(action: ConnectionAction, role: NetworkRole): boolean {
  if (role === 'viewer') return rules[action].viewer;
  return role !== 'self' || !rules[action].company;
}

/**
 * The actions that a row offers to a role, even if they are not possible at the moment. Actions that this role is
 * always refused are left out.
 */
export function offeredActions(role: NetworkRole): ConnectionAction[] {
  return connectionActions.filter((action) => mayEver(action, role));
}

/** The actions that a role may carry out on selected rows; none for a viewer. */
export function selectionActionsOf(role: NetworkRole): { action: SelectionAction; label: string }[] {
  return selectionActions
    .filter((action) => mayEver(action, role))
    .map((action) => ({ action, label: rules[action].label }));
}

/** Whether a row's action is possible for a role, and if not, why. */
export function actionState(action: ConnectionAction, row: ActionRow, role: NetworkRole): ActionState {
  const rule = rules[action];
  const reason = findObstacle(rule, row, role);
  const isOffered = reason === null || reason === rule.unless?.(row);
  const obstacle = isOffered ? (rule.obstacle?.(row) ?? null) : null;
  return { action, enabled: reason === null, reason, obstacle };
}

function findObstacle(rule: ActionRule, row: ActionRow, role: NetworkRole): string | null {
  if (role === 'viewer' && !rule.viewer) return ONLY_VIEW;
  if (role === 'self' && rule.company) return ONLY_COMPANY;
  const barred = row.connectiontype === 'INDIVIDUAL' ? undefined : throughCompany[row.connectiontype];
  if (barred && !barred.possible.includes(rule)) return barred.why;
  if (!rule.statuses.has(row.status)) return rule.why(row.status);
  return rule.unless?.(row) ?? null;
}
