import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  type ActionRow,
  actionState,
  type ConnectionAction,
  connectionActions,
  type NetworkRole,
  offeredActions,
} from '#modules/network/connections/action-rules.ts';
import {
  acceptInvite,
  attestPurpose,
  getInviteLink,
  listConnections,
  newInvite,
  setShareDetails,
} from '#modules/network/index.ts';
import { type ConnectionStatus, connectionStatuses } from '#modules/network/statuses.ts';
import { validInput } from '#test/checks/inputs.ts';
import { operations } from '#test/checks/operation-list.ts';
import { giveReport, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import type { Registered } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { runAsOwner } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

/**
 * Compares what a row's menu offers and what the calls do with the table of actions.ts: eight actions, twelve statuses,
 * each role.
 */

/** The statuses in which an invitation has been accepted. */
const acceptedStatuses: readonly ConnectionStatus[] = ['CURRENT', 'INRENEWALWINDOW', 'EXPIRED', 'DISABLED'];

interface Network {
  role: NetworkRole;
  visitor: Visitor;
  open: string;
  accepted: string;
}

let portal: TestPortal;
let networks: Record<NetworkRole, Network>;

beforeAll(async () => {
  portal = await testPortal();
  const company = await newCompany(portal);
  const individual = await newScoredPerson(portal);
  const ofCompany = await newRows(company.owner);
  networks = {
    owner: { role: 'owner', visitor: company.owner.visitor, ...ofCompany },
    admin: { role: 'admin', visitor: (await newTeamMember(portal, company, 'admin')).visitor, ...ofCompany },
    viewer: {
      role: 'viewer',
      visitor: (await newTeamMember(portal, company, 'viewer')).visitor,
      ...ofCompany,
    },
    self: { role: 'self', visitor: individual.visitor, ...(await newRows(individual)) },
  };
});

/** An open invitation, and an accepted one with a shared report. */
async function newRows({ visitor }: Registered): Promise<Pick<Network, 'open' | 'accepted'>> {
  await visitor.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });
  const [waiting, sharing] = [await newScoredPerson(portal), await newScoredPerson(portal)];
  await giveReport(portal, sharing.accountId);
  const { inviteid: open } = await visitor.perform(newInvite, { touser: waiting.shieldId });
  const { inviteid: accepted } = await visitor.perform(newInvite, { touser: sharing.shieldId });
  await sharing.visitor.perform(acceptInvite, { inviteid: accepted });
  await sharing.visitor.perform(setShareDetails, { connectionid: accepted, reportshared: 'YES' });
  return { open, accepted };
}

/** A row of the network with this status, as if nothing had been done with it. */
async function rowIn({ open, accepted }: Network, status: ConnectionStatus): Promise<string> {
  const id = acceptedStatuses.includes(status) ? accepted : open;
  await portal.pool.query(
    `update connection set status = $2, cancelled_at = null, removed_at = null,
       removed_by_account_id = null, ignored_at = null, renewal_requested_at = null, renewal_request_count = 0 where id = $1`,
    [id, status],
  );
  await portal.db.deleteFrom('throttle').execute();
  await runAsOwner(portal, `delete from connection_event where kind = 'resent'`);
  return id;
}

const factsIn = (status: ConnectionStatus): ActionRow => ({
  status,
  connectiontype: 'INDIVIDUAL',
  reportShared: acceptedStatuses.includes(status),
  hasPhone: false,
  inviteExpired: false,
  renewalRequested: false,
});

const roles = ['owner', 'admin', 'viewer', 'self'] as const;

describe.each(roles)('to %s', (role) => {
  it('a row offers what the table allows, and gives its reason for the rest', async () => {
    const network = networks[role];
    for (const status of connectionStatuses) {
      const inviteid = await rowIn(network, status);
      const { connections } = await network.visitor.perform(listConnections, { inviteid });
      const offered = connections.sharedwithme[0]?.actions.map(({ label: _, ...state }) => state);
      const wanted = offeredActions(role).map((action) => actionState(action, factsIn(status), role));
      expect(offered, status).toEqual(wanted);
    }
  });

  it.each(Object.keys(calls) as (keyof typeof calls)[])('%s does what the table says', async (action) => {
    const network = networks[role];
    for (const status of connectionStatuses) {
      const id = await rowIn(network, status);
      const answer = await calls[action](network.visitor, id);
      const { enabled, reason } = actionState(action, factsIn(status), role);
      const what = `${action} in ${status}`;
      if (role === 'viewer') expect(answer.error_code, what).toBe('role-too-low');
      else if (enabled) expect(answer, what).toMatchObject({ success: true });
      else {
        expect(answer.error_code, what).toBe('network.not-in-this-state');
        expect(answer.error_message, what).toContain(reason);
      }
    }
  });
});

interface Answer {
  success: boolean;
  error_code?: string;
  error_message?: string;
}

type Called = Exclude<ConnectionAction, 'showdetails' | 'smsaccept' | 'adverseaction'>;

const call =
  (path: string, name: string) =>
  async (visitor: Visitor, id: string): Promise<Answer> =>
    (await visitor.call('POST', path, { [name]: id })).body;

/**
 * What each action does on the server. Details may be read in every status, and accepting by text message has its own
 * steps.
 */
const calls: Record<Called, (visitor: Visitor, id: string) => Promise<Answer>> = {
  downloadreport: call('/network/downloadreport', 'connectionid'),
  requestrenewal: call('/network/requestrenewal', 'connectionid'),
  resendinvite: call('/network/resendinvite', 'inviteid'),
  cancelinvite: call('/network/cancelinvite', 'inviteid'),
  remove: call('/network/requestremoval', 'connectionid'),
  getinvitelink: async (visitor, inviteid) => {
    try {
      await visitor.perform(getInviteLink, { inviteid });
      return { success: true };
    } catch (error) {
      const { code, text, options } = error as { code: string; text: string; options: { message?: string } };
      return { success: false, error_code: code, error_message: options.message ?? text };
    }
  },
};

test('every action is tried here, or has a test of its own', () => {
  const apart: ConnectionAction[] = ['showdetails', 'smsaccept', 'adverseaction'];
  expect([...Object.keys(calls), ...apart].sort()).toEqual([...connectionActions].sort());
});

describe('a viewer (D100)', () => {
  /** Operations that read the network, and those for a person's own invitations, shares and links. */
  const allowed = [
    'network.chart-alerts',
    'network.count',
    'network.get-adverse-action',
    'network.get-alert-profile',
    'network.get-connection',
    'network.get-connection-name',
    'network.get-dashboard-figures',
    'network.get-enterprise-dashboard',
    'network.get-enterprise-profile',
    'network.get-payment-options',
    'network.get-profile-image',
    'network.get-removed',
    'network.get-search-allowance',
    'network.get-shared-network',
    'network.list-adverse-actions',
    'network.list-alerts',
    'network.list-connections',
    'network.list-removed',
    'network.list-shared-with-me',
    'network.search',
    'network.search-shieldlink',
  ];
  const ofNetworks = operations.filter(
    ({ name, access }) =>
      name.startsWith('network.') &&
      access.scope === undefined &&
      !['person', 'anyone', 'staff'].includes(access.name),
  );

  it('may do no more with the network than search and view', () => {
    const admitted = ofNetworks.filter(({ access }) => access.admits.includes('viewer'));
    expect(admitted.map(({ name }) => name).sort()).toEqual(allowed);
  });

  it.each(ofNetworks.filter(({ name }) => !allowed.includes(name)))('is refused $name', async (operation) => {
    const { code } = await refusalOf(networks.viewer.visitor.perform(operation, validInput(operation.input)));
    expect(code).toBe('role-too-low');
  });
});
