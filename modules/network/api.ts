import { z } from 'zod';
import { calls, operation, person, type Work } from '#modules/platform/index.ts';
import { updateAlertCount } from './alerts/counting.ts';
import { listAlerts } from './alerts/listing.ts';
import { getAlertProfile } from './alerts/profile.ts';
import { saveAlertConfig } from './alerts/subscriptions/saving.ts';
import { largestCall, sendInvites } from './bulk/calls.ts';
import { acceptPendingInvitations } from './center/accepting.ts';
import { listPendingInvites } from './center/listing.ts';
import { getConnection, listSharedWithMe } from './connections/connections.ts';
import { type ConnectionAnswer, connectionGrid } from './connections/grid.ts';
import { listRemoved, removedGrid } from './connections/removed.ts';
import { requestRenewal } from './connections/renewals.ts';
import {
  leaveNetwork,
  listMyShares,
  setConnectionActive,
  setShareDetails,
  shareGrid,
} from './connections/shares.ts';
import { getEnterpriseDashboard } from './dashboard.ts';
import { getEnterpriseProfile } from './enterprise-profile.ts';
import { acceptInvite, ignoreInvite } from './invitations/answer.ts';
import { newInvite } from './invitations/invite.ts';
import { listInvitations } from './invitations/list.ts';
import { cancelInvite, requestRemoval, resendInvite } from './invitations/manage.ts';
import { openLink } from './links/links.ts';
import { getPaymentOptions } from './links/purchase-links.ts';
import { getMyProfile } from './my-profile.ts';
import { type NetworkCaller, networkOwner } from './owner.ts';
import { getProfileImage } from './photo.ts';
import { downloadNetworkReport } from './reports/downloading.ts';
import { search } from './search/search.ts';
import { shareShieldId } from './sharing/making.ts';
import { readScoreBoards, scoreBoard } from './shieldlink/scoreboards.ts';
import { searchShieldLink } from './shieldlink/search.ts';
import { smsInvite } from './sms/call.ts';

/** The ScoreBoard of a company that shares its network; null for every other row (doc1 §3). */
const listedConnection = connectionGrid.row.extend({ network_scoreboard_object: scoreBoard.nullable() });

/** Adds the ScoreBoards to the companies of a page: one query, or none if the page has no company. */
async function withScoreBoards(work: Pick<Work<NetworkCaller>, 'rows' | 'caller'>, rows: ConnectionAnswer[]) {
  const sharing = rows.filter((row) => row.connectiontype === 'FULLNETWORK' && row.accepted);
  const boards = await readScoreBoards(
    work,
    work.caller.owner,
    sharing.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, network_scoreboard_object: boards.get(row.id) ?? null }));
}

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
    connections: z.object({
      sharedwithme: z.array(listedConnection),
      myshares: z.array(shareGrid.row),
      /** Only with the status `removed`: people and companies that the network removed in the last 30 days (D101). */
      removed: z.array(removedGrid.row),
    }),
    counts: z.object({
      sharedwithme: z.number().int(),
      myshares: z.number().int(),
      removed: z.number().int(),
    }),
    details: getConnection.output.nullable(),
  }),
  async run(work, { inviteid, ...input }) {
    if (inviteid) {
      const details = await getConnection.run(work, { connectionid: inviteid });
      return {
        connections: {
          sharedwithme: await withScoreBoards(work, [details.connection]),
          myshares: [],
          removed: [],
        },
        counts: { sharedwithme: 1, myshares: 0, removed: 0 },
        details,
      };
    }
    const { q, type, status, page, rows } = input;
    const mine = await listSharedWithMe.run(work, input);
    const shares = await listMyShares.run(
      work.as(person.admit(work.caller)),
      shareGrid.input.parse({ page, rows }),
    );
    const removed =
      status === 'removed'
        ? await listRemoved.run(work, removedGrid.input.parse({ q, type, status, page, rows }))
        : null;
    return {
      connections: {
        sharedwithme: await withScoreBoards(work, mine.rows),
        myshares: shares.rows,
        removed: removed?.rows ?? [],
      },
      counts: { sharedwithme: mine.total, myshares: shares.total, removed: removed?.total ?? 0 },
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
  { method: 'POST', path: '/network/sendinvites', operation: sendInvites, largestBody: largestCall },
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
  { method: 'POST', path: '/network/listalerts', operation: listAlerts },
  { method: 'POST', path: '/network/getalertprofile', operation: getAlertProfile },
  { method: 'POST', path: '/network/savealertconfig', operation: saveAlertConfig },
  { method: 'POST', path: '/network/updatealertcount', operation: updateAlertCount },
  { method: 'POST', path: '/user/shareshieldid', operation: shareShieldId },
  { method: 'POST', path: '/getlink', operation: openLink },
  // A second path that the documents give for the same public call (doc1 §7).
  { method: 'POST', path: '/user/getlink', operation: openLink },
]);
