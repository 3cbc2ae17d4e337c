import { describe, expect, it } from 'vitest';
import {
  type ActionRow,
  actionLabel,
  actionState,
  type ConnectionAction,
  connectionActions,
  type NetworkRole,
  offeredActions,
  selectionActionsOf,
} from '#modules/network/connections/action-rules.ts';
import { type ConnectionStatus, connectionStatuses } from '#modules/network/statuses.ts';

/** The table of doc1 §4 with the additions of D51 and D56, written independently of the code. */
const documented: Record<ConnectionAction, (status: ConnectionStatus) => boolean> = {
  cancelinvite: (status) => !['CURRENT', 'INRENEWALWINDOW', 'EXPIRED'].includes(status),
  resendinvite: (status) => ['INVITE', 'PENDINGINVITEACCEPT', 'INVITEIGNORE'].includes(status),
  downloadreport: (status) => ['CURRENT', 'INRENEWALWINDOW'].includes(status),
  getinvitelink: (status) =>
    [
      'INVITE',
      'EXPIRED',
      'INVITEINRENEWALWINDOW',
      'INRENEWALWINDOW',
      'INVITEIGNORE',
      // The bounce mail says that the person may get the link by hand.
      'INVITEBOUNCE',
    ].includes(status),
  smsaccept: (status) =>
    !['INVITEIGNORE', 'CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED'].includes(status),
  requestrenewal: (status) => ['EXPIRED', 'INRENEWALWINDOW'].includes(status),
  adverseaction: (status) => ['CURRENT', 'INRENEWALWINDOW'].includes(status),
  remove: (status) => ['CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED'].includes(status),
  showdetails: (status) => status !== 'INVITE',
};

const row = (status: ConnectionStatus): ActionRow => ({
  status,
  connectiontype: 'INDIVIDUAL',
  reportShared: true,
  hasPhone: true,
  inviteExpired: false,
  renewalRequested: false,
});

const mayDoMore: NetworkRole[] = ['admin', 'owner', 'self'];

describe('F52: the actions of a row', () => {
  it('are those of the table', () => {
    expect([...connectionActions].sort()).toEqual(Object.keys(documented).sort());
  });

  it.each(connectionActions)(
    '%s is possible exactly in its statuses, for who manages the network',
    (action) => {
      for (const role of mayDoMore) {
        const enabled = connectionStatuses.filter((status) => actionState(action, row(status), role).enabled);
        const never = role === 'self' && action === 'adverseaction';
        expect(enabled, role).toEqual(never ? [] : connectionStatuses.filter(documented[action]));
      }
    },
  );

  it('gives a viewer details only, and offers nothing else (D100)', () => {
    expect(offeredActions('viewer')).toEqual(['showdetails']);
    for (const role of ['admin', 'owner'] as const) expect(offeredActions(role)).toEqual(connectionActions);
    expect(offeredActions('self')).toEqual(connectionActions.filter((action) => action !== 'adverseaction'));
    for (const action of connectionActions) {
      const enabled = connectionStatuses.filter(
        (status) => actionState(action, row(status), 'viewer').enabled,
      );
      expect(enabled, action).toEqual(
        action === 'showdetails' ? connectionStatuses.filter(documented[action]) : [],
      );
    }
  });

  it('names the reason whenever one is not possible', () => {
    for (const action of connectionActions) {
      for (const status of connectionStatuses) {
        for (const role of [...mayDoMore, 'viewer' as const]) {
          const state = actionState(action, { ...row(status), hasPhone: false, reportShared: false }, role);
          expect(state.enabled, `${action} ${status} ${role}`).toBe(state.reason === null);
          if (!state.enabled) expect(state.reason).toMatch(/^[A-Z].{8,}[^.]$/);
        }
      }
    }
  });

  it.each([
    ['showdetails', 'INVITE', 'The invitation hasn’t been accepted yet'],
    ['downloadreport', 'INVITEBOUNCE', 'The invitation could not be delivered'],
    ['downloadreport', 'INVITEINRENEWALWINDOW', /^The invitation hasn’t been accepted yet, and the check/],
    ['downloadreport', 'APPSTARTED', 'The application is not finished yet'],
    ['downloadreport', 'CHECKINPROGRESS', 'The background check is in progress'],
    ['downloadreport', 'SCOREPENDING', /waiting for the person’s approval$/],
    ['downloadreport', 'PENDINGINVITEACCEPT', 'The invitation hasn’t been accepted yet'],
    ['downloadreport', 'DISABLED', 'The person has turned sharing off'],
    ['requestrenewal', 'CURRENT', 'The score is not due for renewal'],
    ['requestrenewal', 'INVITEIGNORE', 'The invitation was ignored'],
    ['resendinvite', 'EXPIRED', 'The invitation has been accepted'],
    ['resendinvite', 'DISABLED', 'The invitation has been accepted'],
    ['resendinvite', 'INRENEWALWINDOW', 'The invitation has been accepted'],
    ['resendinvite', 'CURRENT', 'The invitation is accepted and the score is valid'],
    ['resendinvite', 'INVITEBOUNCE', 'The invitation could not be delivered'],
    ['getinvitelink', 'DISABLED', 'The person has turned sharing off'],
    ['smsaccept', 'INVITEIGNORE', 'The invitation was ignored'],
    ['smsaccept', 'CURRENT', 'The invitation has been accepted'],
    ['smsaccept', 'DISABLED', 'The invitation has been accepted'],
    ['cancelinvite', 'CURRENT', /^They’ve already accepted/],
    ['remove', 'INVITE', /^Not in your network yet/],
  ] as const)('%s of %s is refused, since: %s', (action, status, reason) => {
    expect(actionState(action, row(status), 'owner').reason).toMatch(reason);
  });

  it.each([
    ['downloadreport', { status: 'CURRENT', reportShared: false }, 'The person doesn’t share the report'],
    [
      'requestrenewal',
      { status: 'EXPIRED', renewalRequested: true },
      /^The person was asked less than 14 days/,
    ],
    ['getinvitelink', { status: 'INVITE', inviteExpired: true }, 'The invitation has expired'],
    ['smsaccept', { status: 'INVITE', inviteExpired: true }, 'The invitation has expired'],
    ['smsaccept', { status: 'PENDINGINVITEACCEPT', inviteExpired: true }, 'The invitation has expired'],
    ['smsaccept', { status: 'INVITE', hasPhone: false }, 'There’s no phone number on file'],
    ['smsaccept', { status: 'PENDINGINVITEACCEPT', hasPhone: false }, null],
  ] as const)('%s with %o: %s', (action, differs, reason) => {
    const state = actionState(action, { ...row(differs.status), ...differs }, 'owner');
    if (reason === null) expect(state).toMatchObject({ action, enabled: true, reason });
    else expect(state.reason).toMatch(reason);
  });

  it.each([
    ['INVITE', {}, 'They have no active score to share yet'],
    ['INVITE', { hasPhone: false }, 'They have no active score to share yet'],
    ['PENDINGINVITEACCEPT', { hasPhone: false }, 'There’s no phone number on file'],
    ['PENDINGINVITEACCEPT', {}, null],
    ['INVITEINRENEWALWINDOW', {}, null],
    ['EXPIRED', {}, null],
    ['CURRENT', { hasPhone: false }, null],
  ] as const)(
    'SMS Accept in %s with %o: what keeps it from succeeding is %s',
    (status, differs, obstacle) => {
      expect(actionState('smsaccept', { ...row(status), ...differs }, 'owner').obstacle).toBe(obstacle);
      expect(actionState('smsaccept', { ...row(status), ...differs }, 'viewer').obstacle).toBeNull();
      expect(actionState('getinvitelink', { ...row(status), ...differs }, 'owner').obstacle).toBeNull();
    },
  );

  it('of what a company shares are those with the company alone', () => {
    const enabled = (connectiontype: ActionRow['connectiontype'], status: ConnectionStatus) =>
      connectionActions.filter(
        (action) => actionState(action, { ...row(status), connectiontype }, 'owner').enabled,
      );
    expect(enabled('FULLNETWORK', 'INVITE')).toEqual(['resendinvite', 'getinvitelink', 'cancelinvite']);
    expect(enabled('FULLNETWORK', 'CURRENT')).toEqual(['showdetails', 'remove']);
    for (const status of connectionStatuses) {
      expect(enabled('EXTENDED', status)).toEqual(status === 'INVITE' ? [] : ['showdetails']);
    }
    const why = (connectiontype: ActionRow['connectiontype']) =>
      actionState('requestrenewal', { ...row('EXPIRED'), connectiontype }, 'owner').reason;
    expect(why('FULLNETWORK')).toBe('A company shares names and scores only');
    expect(why('EXTENDED')).toMatch(/^This person is shared by a company/);
  });

  it('are called what the table says, and the link of an invitation to buy a purchase link (D96)', () => {
    const labels = connectionActions.map((action) => actionLabel(action, { asksToBuy: false }));
    expect(labels).toEqual([
      'Show Details',
      'Download Full Report',
      'Request Renewal',
      'Resend Invite',
      'Get Invite Link',
      'SMS Accept',
      'Cancel Invite',
      'Start Adverse Action',
      'Remove from Network',
    ]);
    expect(actionLabel('getinvitelink', { asksToBuy: true })).toBe('Copy Purchase Link');
    expect(actionLabel('resendinvite', { asksToBuy: true })).toBe('Resend Invite');
  });

  it('on several rows at once are three, and none for a viewer', () => {
    expect(selectionActionsOf('admin')).toEqual([
      { action: 'resendinvite', label: 'Resend Invite' },
      { action: 'cancelinvite', label: 'Cancel Invite' },
      { action: 'remove', label: 'Remove from Network' },
    ]);
    expect(selectionActionsOf('viewer')).toEqual([]);
  });
});
