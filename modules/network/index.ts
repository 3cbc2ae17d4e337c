/** Search, invitations and connections: everything that other modules may import. */

export { deliverAccessRequest, requestAccess } from './access-requests.ts';
export {
  type ConnectionAction,
  type SelectionAction,
  selectionActions,
  selectionActionsOf,
} from './actions.ts';
export { chartAlerts } from './alerts/charts.ts';
export { countForTeam, updateAlertCount } from './alerts/counting.ts';
export { readAlertExport, startAlertExport } from './alerts/exporting.ts';
export { type AlertAnswer, alertGrid } from './alerts/grid.ts';
export { listAlerts } from './alerts/listing.ts';
export { getAlertProfile } from './alerts/profile.ts';
export {
  acceptInvite,
  getInvitation,
  ignoreInvite,
  openInvitation,
} from './answer.ts';
export { listConnections, networkCalls } from './api.ts';
export { recordBounce } from './bounces.ts';
export { acceptPendingInvitations } from './center/accepting.ts';
export { centerCodeSweep, mintCenterPath } from './center/codes.ts';
export { listPendingInvites } from './center/listing.ts';
export { provePendingInvites } from './center/proving.ts';
export { shareNext } from './company-links.ts';
export {
  type CompanyNetworkRow,
  companyConnectionAnswer,
  companyInvitationAnswer,
  companyNetworkGrid,
  companyNetworkSummary,
  readCompanyNetwork,
  readCompanyNetworkPage,
  summarizeCompanyNetwork,
} from './company-network.ts';
export { getConnection, getConnectionName, listSharedWithMe } from './connections.ts';
export { countNetwork, type NetworkCounts } from './counts.ts';
export {
  type DashboardFigures,
  getDashboardFigures,
  getEnterpriseDashboard,
} from './dashboard.ts';
export { deliverInvitation } from './deliver.ts';
export { getEnterpriseProfile } from './enterprise-profile.ts';
export { readExport, startExport } from './export.ts';
export { type ConnectionAnswer, connectionGrid } from './grid.ts';
export type { HistoryKind } from './history.ts';
export { findPendingInvites, listInvitations } from './invitations.ts';
export { newInvite } from './invite.ts';
export {
  countAlerts,
  sendAccessRequest,
  sendConnectionNews,
  sendInvitation,
  sendSharedScore,
  shareNetwork,
} from './jobs.ts';
export { getInvited, getLink, openLink } from './links.ts';
export { recordMailProgress } from './mailings.ts';
export { cancelInvite, getInviteLink, getNetworkInviteUrl, requestRemoval, resendInvite } from './manage.ts';
export { getMyProfile } from './my-profile.ts';
export { openByCoupon } from './opened.ts';
export { networkOwner } from './owner.ts';
export { networkPersonalData } from './personal-data.ts';
export { getProfileImage } from './photo.ts';
export { getPaymentOptions } from './purchase-links.ts';
export { refreshConnections } from './refresh.ts';
export { dueReminders } from './reminders.ts';
export { getRemoved, listRemoved, type RemovedAnswer, removedGrid } from './removed.ts';
export { requestRenewal } from './renewals.ts';
export {
  downloadNetworkReport,
  getReportOffer,
  readSharedReport,
} from './reports/downloading.ts';
export { type AttestedPurpose, attestedPurpose, attestPurpose, findPurpose } from './reports/purpose.ts';
export { getSearchAllowance, search } from './search.ts';
export { isShieldLinkTerm, searchShieldLink } from './search-shieldlink.ts';
export { actOnSelection, previewSelection } from './selection.ts';
export { getSharedNetwork } from './shared-network.ts';
export {
  findScoreViewers,
  getLeaving,
  leaveNetwork,
  listMyShares,
  setConnectionActive,
  setShareDetails,
  shareGrid,
} from './shares.ts';
export { readShareBadge } from './sharing/badge.ts';
export { deliverSharedScore } from './sharing/mailing.ts';
export { makeShareLink, shareShieldId } from './sharing/making.ts';
export { getShareLink, getSharingObstacle, listShareLinks, revokeShareLink } from './sharing/own-links.ts';
export { viewSharedScore } from './sharing/viewing.ts';
export { endShieldLink } from './shieldlink-off.ts';
export { smsInvite } from './sms/call.ts';
export { sendSmsCode, sendSmsQuestion } from './sms/jobs.ts';
export { proveSmsCode, proveSmsNumber } from './sms/proving.ts';
export { getSmsAccept } from './sms/reading.ts';
export { resendSmsCode, restartSmsAccept } from './sms/repeating.ts';
export { receiveText } from './sms/replies.ts';
export { deliverSmsCode, deliverSmsQuestion } from './sms/sending.ts';
export {
  acceptPendingInvites,
  closeInvitations,
  refreshPerson,
  welcomeInvited,
  welcomeScore,
} from './subscribers.ts';
export { allConnections, dueConnections } from './sweeps.ts';
export { deliverConnectionNews } from './telling.ts';
