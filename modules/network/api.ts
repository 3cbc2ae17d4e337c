import { z } from 'zod';
import { calls, operation, person } from '#modules/platform/index.ts';
import { updateAlertCount } from './alerts/counting.ts';
import { acceptInvite, ignoreInvite } from './answer.ts';
import { acceptPendingInvitations } from './center/accepting.ts';
import { listPendingInvites } from './center/listing.ts';
import { getConnection, listSharedWithMe } from './connections.ts';
import { getEnterpriseDashboard } from './dashboard.ts';
import { getEnterpriseProfile } from './enterprise-profile.ts';
import { connectionGrid } from './grid.ts';
import { listInvitations } from './invitations.ts';
import { newInvite } from './invite.ts';
import { openLink } from './links.ts';
import { cancelInvite, requestRemoval, resendInvite } from './manage.ts';
import { getMyProfile } from './my-profile.ts';
import { networkOwner } from './owner.ts';
import { getProfileImage } from './photo.ts';
import { getPaymentOptions } from './purchase-links.ts';
import { requestRenewal } from './renewals.ts';
import { downloadNetworkReport } from './reports/downloading.ts';
import { search } from './search.ts';
import { searchShieldLink } from './search-shieldlink.ts';
import { leaveNetwork, listMyShares, setConnectionActive, setShareDetails, shareGrid } from './shares.ts';
import { shareShieldId } from './sharing/making.ts';
import { smsInvite } from './sms/call.ts';

/**
 * One page of both grids, or one connection with its details (doc1 §7). It runs the operations that the pages use for
 * each grid.
 */
export const listConnections = operation({
  name: 'network.list-connections',
  summary:
    'The caller’s network: who shares with it, with whom the caller shares, or one connection’s details.',
  access: networkOwner('viewer'),
  kind: 'write',
  input: connectionGrid.input.extend({ inviteid: z.uuid().optional() }),
  output: z.object({
    connections: z.object({ sharedwithme: z.array(connectionGrid.row), myshares: z.array(shareGrid.row) }),
    counts: z.object({ sharedwithme: z.number().int(), myshares: z.number().int() }),
    details: getConnection.output.nullable(),
  }),
  async run(work, { inviteid, ...input }) {
    if (inviteid) {
      const details = await getConnection.run(work, { connectionid: inviteid });
      return {
        connections: { sharedwithme: [details.connection], myshares: [] },
        counts: { sharedwithme: 1, myshares: 0 },
        details,
      };
    }
    const mine = await listSharedWithMe.run(work, input);
    const shares = await listMyShares.run(
      work.as(person.admit(work.caller)),
      shareGrid.input.parse({ page: input.page, rows: input.rows }),
    );
    return {
      connections: { sharedwithme: mine.rows, myshares: shares.rows },
      counts: { sharedwithme: mine.total, myshares: shares.total },
      details: null,
    };
  },
});

export const networkCalls = calls([
  { method: 'POST', path: '/user/getenterpriseprofile', operation: getEnterpriseProfile },
  { method: 'GET', path: '/myprofile', operation: getMyProfile },
  { method: 'POST', path: '/network/profileimage', operation: getProfileImage },
  { method: 'POST', path: '/profile/search', operation: search },
  { method: 'POST', path: '/profile/search_shieldlink', operation: searchShieldLink },
  { method: 'POST', path: '/network/newinvite', operation: newInvite },
  { method: 'GET', path: '/network/paymentoptions', operation: getPaymentOptions },
  { method: 'GET', path: '/network/listinvitations', operation: listInvitations },
  { method: 'POST', path: '/network/acceptinvite', operation: acceptInvite },
  { method: 'POST', path: '/network/ignoreinvite', operation: ignoreInvite },
  { method: 'POST', path: '/network/listpendinginvites', operation: listPendingInvites },
  { method: 'POST', path: '/network/acceptpendinginvites', operation: acceptPendingInvitations },
  { method: 'POST', path: '/network/resendinvite', operation: resendInvite },
  { method: 'POST', path: '/network/cancelinvite', operation: cancelInvite },
  { method: 'GET', path: '/network/listconnections', operation: listConnections, changesState: true },
  { method: 'POST', path: '/network/setconnectionactive', operation: setConnectionActive },
  { method: 'POST', path: '/network/setsharedetails', operation: setShareDetails },
  { method: 'POST', path: '/network/deleteconnection', operation: leaveNetwork },
  { method: 'GET', path: '/network/enterprisedashboard', operation: getEnterpriseDashboard },
  { method: 'POST', path: '/network/downloadreport', operation: downloadNetworkReport },
  { method: 'POST', path: '/network/requestrenewal', operation: requestRenewal },
  { method: 'POST', path: '/network/smsinvite', operation: smsInvite },
  { method: 'POST', path: '/network/requestremoval', operation: requestRemoval },
  { method: 'POST', path: '/network/updatealertcount', operation: updateAlertCount },
  { method: 'POST', path: '/user/shareshieldid', operation: shareShieldId },
  { method: 'POST', path: '/getlink', operation: openLink },
  // The second path of the same public call in the documents (doc1 §7).
  { method: 'POST', path: '/user/getlink', operation: openLink },
]);
