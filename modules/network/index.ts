/** Search, invitations and connections: everything that other modules may import. */

export { readCaseNumber } from './adverse-actions/case-number.ts';
export { getAdverseAction, listAdverseActions } from './adverse-actions/company.ts';
export { previewFinalNotice, sendFinalNotice, withdrawAdverseAction } from './adverse-actions/deciding.ts';
export { deliverAdverseNotice, repostNotices } from './adverse-actions/delivery.ts';
export {
  downloadAdverseEvidence,
  downloadAdverseEvidenceForStaff,
} from './adverse-actions/evidence-downloads.ts';
export { type EvidenceFile, evidenceFile } from './adverse-actions/evidence-file.ts';
export { verifyAdverseAction, verifyEvidenceFile } from './adverse-actions/evidence-verifying.ts';
export { endForErased, followDisputes, followMovedChecks } from './adverse-actions/following.ts';
export {
  downloadEnclosedReport,
  downloadPaperNotice,
  downloadPaperNoticeForStaff,
} from './adverse-actions/paper.ts';
export { listMyNotices, openMyNotice, openNoticeReport } from './adverse-actions/person.ts';
export {
  getAdverseActionForStaff,
  listAllAdverseActions,
  recordPosting,
} from './adverse-actions/staff.ts';
export {
  getAdverseOffer,
  previewAdverseAction,
  startAdverseAction,
} from './adverse-actions/starting.ts';
export { dueAdverseActions, oldAdverseActions } from './adverse-actions/sweeps.ts';
export { chartAlerts } from './alerts/charts.ts';
export { countForTeam, updateAlertCount } from './alerts/counting.ts';
export { dueExceptions, endException } from './alerts/exceptions/ending.ts';
export { countExceptions, listExceptions } from './alerts/exceptions/listing.ts';
export { addException } from './alerts/exceptions/making.ts';
export { readAlertExport, startAlertExport } from './alerts/exporting.ts';
export { type AlertAnswer, alertGrid } from './alerts/grid.ts';
export { listAlerts } from './alerts/listing.ts';
export { getAlertProfile } from './alerts/profile.ts';
export { judgeLater } from './alerts/rule/judging.ts';
export { readEffectExport, startEffectExport, tryRule } from './alerts/rule/trying.ts';
export { endSubscriptions, unsubscribeFromAlerts } from './alerts/subscriptions/ending.ts';
export { gatherForMember } from './alerts/subscriptions/gathering.ts';
export { tellOfPurchase } from './alerts/subscriptions/purchases.ts';
export { saveAlertConfig } from './alerts/subscriptions/saving.ts';
export { deliverAlertMail } from './alerts/subscriptions/sending.ts';
export { getAlertSettings } from './alerts/subscriptions/settings.ts';
export { alertMailSweeps, dueSummaries } from './alerts/subscriptions/summaries.ts';
export { networkCopies } from './anonymized.ts';
export { listConnections, networkCalls } from './api.ts';
export { networkAudit } from './audit.ts';
export { largestCall, sendEnterpriseInvites } from './bulk/calls.ts';
export { checkBulk } from './bulk/checking.ts';
export { deleteBulk } from './bulk/deleting.ts';
export { bulkOutcomes } from './bulk/kinds.ts';
export { setBulkLimit } from './bulk/limits.ts';
export { listBulkRows, readBulkDownload, startBulkDownload } from './bulk/listing.ts';
export { mapBulk } from './bulk/mapping.ts';
export { getBulkInvitation, listBulkInvitations } from './bulk/reading.ts';
export { sendNextRows } from './bulk/sending.ts';
export { controlBulk, startBulk } from './bulk/starting.ts';
export { bulkFiles, bulkResumes } from './bulk/sweeps.ts';
export { deliverBulkDone } from './bulk/telling.ts';
export { uploadBulk } from './bulk/uploading.ts';
export { acceptPendingInvitations } from './center/accepting.ts';
export { centerCodeSweep, mintCenterPath } from './center/codes.ts';
export { listPendingInvites } from './center/listing.ts';
export { provePendingInvites } from './center/proving.ts';
export { ignorePendingInvitation, turnOffPendingPreferences } from './center/without-proof.ts';
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
export {
  type ConnectionAction,
  type SelectionAction,
  selectionActions,
  selectionActionsOf,
} from './connections/action-rules.ts';
export { getConnection, getConnectionName, listSharedWithMe } from './connections/connections.ts';
export { countNetwork, type NetworkCounts } from './connections/counts.ts';
export { deliverConnectionNews } from './connections/deliver.ts';
export { readExport, startExport } from './connections/export.ts';
export { type ConnectionAnswer, connectionGrid } from './connections/grid.ts';
export type { HistoryKind } from './connections/history.ts';
export { leaveNetworks, leftSweep } from './connections/leaving.ts';
export { refreshConnections } from './connections/refresh.ts';
export { getRemoved, listRemoved, type RemovedAnswer, removedGrid } from './connections/removed.ts';
export { requestRenewal } from './connections/renewals.ts';
export { actOnSelection, previewSelection } from './connections/selection.ts';
export {
  findScoreViewers,
  getLeaving,
  leaveNetwork,
  listMyShares,
  setConnectionActive,
  setShareDetails,
  shareGrid,
} from './connections/shares.ts';
export { checkStopLink, stopSharing } from './connections/stopping.ts';
export {
  type DashboardFigures,
  getDashboardFigures,
  getEnterpriseDashboard,
} from './dashboard.ts';
export { getEnterpriseProfile } from './enterprise-profile.ts';
export {
  acceptInvite,
  getInvitation,
  ignoreInvite,
  openInvitation,
} from './invitations/answer.ts';
export { deliverBounces, gatherBouncesOf, recordBounce } from './invitations/bounces.ts';
export { deliverInvitation } from './invitations/deliver.ts';
export { newInvite } from './invitations/invite.ts';
export { findPendingInvites, listInvitations } from './invitations/list.ts';
export { recordMailProgress } from './invitations/mailings.ts';
export {
  cancelInvite,
  getInviteLink,
  getNetworkInviteUrl,
  requestRemoval,
  resendInvite,
} from './invitations/manage.ts';
export { openByCoupon } from './invitations/opened.ts';
export { dueReminders, invitationDays } from './invitations/reminders.ts';
export {
  countAlerts,
  gatherAlerts,
  gatherBounces,
  judgeNetwork,
  sendAccessRequest,
  sendAdverseNotice,
  sendAlertMail,
  sendBounces,
  sendBulk,
  sendBulkDone,
  sendConnectionNews,
  sendInvitation,
  sendInvitationInBulk,
  sendOwnInvitationAsked,
  sendSharedScore,
  shareNetwork,
} from './jobs.ts';
export { networkKeyCalls } from './key-calls/api.ts';
export { getInvited, getLink, openLink } from './links/links.ts';
export {
  askOwnInvitation,
  deliverOwnInvitationAsked,
  getOtherAddress,
  proveInvitedAddress,
  sendInvitedAddressCode,
} from './links/other-address.ts';
export { getPaymentOptions } from './links/purchase-links.ts';
export { getMyProfile } from './my-profile.ts';
export { oldRowsSweeps } from './old-rows.ts';
export { networkOwner } from './owner.ts';
export { networkPersonalData } from './personal-data.ts';
export { getProfileImage } from './photo.ts';
export {
  downloadNetworkReport,
  getReportOffer,
  readSharedReport,
} from './reports/downloading.ts';
export { type AttestedPurpose, attestedPurpose, attestPurpose, findPurpose } from './reports/purpose.ts';
export { networkRetention } from './retention.ts';
export { deliverAccessRequest, requestAccess } from './search/access-requests.ts';
export { readFreePeople, saveFreePeople } from './search/free-searches.ts';
export { getSearchAllowance, search } from './search/search.ts';
export { readShareBadge } from './sharing/badge.ts';
export { deliverSharedScore } from './sharing/mailing.ts';
export { makeShareLink, shareShieldId } from './sharing/making.ts';
export { getShareLink, getSharingObstacle, listShareLinks, revokeShareLink } from './sharing/own-links.ts';
export { viewSharedScore } from './sharing/viewing.ts';
export { shareNext } from './shieldlink/company-links.ts';
export { endShieldLink } from './shieldlink/ending.ts';
export { isShieldLinkTerm, searchShieldLink } from './shieldlink/search.ts';
export { getSharedNetwork } from './shieldlink/shared-network.ts';
export { smsInvite } from './sms/call.ts';
export { sendSmsCode, sendSmsQuestion } from './sms/jobs.ts';
export { proveSmsCode, proveSmsNumber } from './sms/proving.ts';
export { getSmsAccept } from './sms/reading.ts';
export { resendSmsCode, restartSmsAccept } from './sms/repeating.ts';
export { receiveText } from './sms/replies.ts';
export { deliverSmsCode, deliverSmsQuestion } from './sms/sending.ts';
export { actForCompany, readForStaff, staffActions, staffActionsOn } from './staff-actions.ts';
export {
  acceptPendingInvites,
  closeCompanyInvitations,
  closeInvitations,
  refreshPerson,
  takeInvitations,
  welcomeInvited,
  welcomeScore,
} from './subscribers.ts';
export { allConnections, dueConnections, networkAddressSweeps } from './sweeps.ts';
