/** Search, invitations and connections: the module's one face. */

export type { ConnectionAction } from './actions.ts';
export { acceptInvite, findPendingInvites, getInvitation, ignoreInvite, listInvitations } from './answer.ts';
export { listConnections, networkCalls } from './api.ts';
export { recordBounce } from './bounces.ts';
export {
  type ConnectionAnswer,
  countNetwork,
  getConnection,
  getConnectionName,
  listSharedWithMe,
} from './connections.ts';
export { deliverInvitation } from './deliver.ts';
export { csvLine, exportCells, exportHead, readExport, startExport } from './export.ts';
export { newInvite } from './invite.ts';
export { sendInvitation } from './jobs.ts';
export { openLink } from './links.ts';
export { cancelInvite, getInviteLink, getNetworkInviteUrl, requestRemoval, resendInvite } from './manage.ts';
export { checkUnsubscribe, unsubscribe } from './opt-out.ts';
export { networkOwner } from './owner.ts';
export { refreshConnections } from './refresh.ts';
export { getSearchAllowance, search } from './search.ts';
export { leaveNetwork, listMyShares, setConnectionActive, setShareDetails } from './shares.ts';
export {
  acceptPendingInvites,
  closeInvitations,
  refreshPerson,
  welcomeInvited,
  welcomeScore,
} from './subscribers.ts';
export { allConnections, dueConnections } from './sweeps.ts';
