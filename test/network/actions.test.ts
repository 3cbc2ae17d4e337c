import { describe, expect, it } from 'vitest';
import {
  type ActionRow,
  actionState,
  type ConnectionAction,
  connectionActions,
  type NetworkRole,
  offeredActions,
} from '#modules/network/connections/actions.ts';
import { type ConnectionStatus, connectionStatuses } from '#modules/network/forms.ts';

/** The table of doc1 §4 with the additions of D51 and D56, written independently of the code. */
const documented: Record<ConnectionAction, (status: ConnectionStatus) => boolean> = {
  cancelinvite: (status) => !['CURRENT', 'INRENEWALWINDOW', 'EXPIRED'].includes(status),
  resendinvite: (status) => ['INVITE', 'PENDINGINVITEACCEPT', 'INVITEIGNORE'].includes(status),
  downloadreport: (status) => ['CURRENT', 'INRENEWALWINDOW'].includes(status),
  getinvitelink: (status) =>
    ['INVITE', 'EXPIRED', 'INVITEINRENEWALWINDOW', 'INRENEWALWINDOW', 'INVITEIGNORE'].includes(status),
  smsaccept: (status) =>
    !['INVITEIGNORE', 'CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED'].includes(status),
  requestrenewal: (status) => ['EXPIRED', 'INRENEWALWINDOW'].includes(status),
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
        expect(enabled, role).toEqual(connectionStatuses.filter(documented[action]));
      }
    },
  );

  it('gives a viewer details only, and offers nothing else (D100)', () => {
    expect(offeredActions('viewer')).toEqual(['showdetails']);
    for (const role of mayDoMore) expect(offeredActions(role)).toEqual(connectionActions);
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

  it('needs the report to be shared, a phone number, an invitation that has not expired', () => {
    expect(actionState('downloadreport', { ...row('CURRENT'), reportShared: false }, 'owner').enabled).toBe(
      false,
    );
    expect(actionState('smsaccept', { ...row('INVITE'), hasPhone: false }, 'owner').enabled).toBe(false);
    expect(
      actionState('smsaccept', { ...row('PENDINGINVITEACCEPT'), hasPhone: false }, 'owner').enabled,
    ).toBe(true);
    expect(actionState('getinvitelink', { ...row('INVITE'), inviteExpired: true }, 'owner').enabled).toBe(
      false,
    );
  });
});
