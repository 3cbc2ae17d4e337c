/** What staff can see and do in all the other modules. */

export { adminCopies } from './anonymized.ts';
export { adminCalls } from './api.ts';
export {
  decideControlChange,
  dueControlsSweep,
  getControls,
  requestControlChange,
} from './approvals/changing.ts';
export {
  deliverControlChanged,
  deliverWaits,
  spreadControlChanged,
  spreadWaits,
} from './approvals/deliver.ts';
export { readAuditExport, startAuditExport } from './audit-log/exporting.ts';
export { auditGrid } from './audit-log/grid.ts';
export { getLastChanges } from './audit-log/last-changes.ts';
export { listAuditLog } from './audit-log/listing.ts';
export {
  exportCatalogueFile,
  getCatalogue,
  removeJurisdiction,
  saveCataloguePackage,
  saveCatalogueProvider,
  saveCatalogueSteps,
  saveJurisdiction,
} from './catalogue/catalogue.ts';
export {
  getConsentDocument,
  publishConsentDocument,
  saveConsentDocument,
} from './catalogue/consent-documents.ts';
export { updateBackgroundChecks } from './checks/active-check.ts';
export { reviewApplicationDetails } from './checks/application-review.ts';
export { adjustExpirationDate } from './checks/expiration.ts';
export { expireActiveScore } from './checks/expiring.ts';
export { linkProfiles, reviewLink } from './checks/linking.ts';
export {
  activateMonitorProfile,
  getMonitoringActions,
  removeMonitoringIds,
} from './checks/monitoring.ts';
export { clearProfilePdfCache, getReportDownloadLink } from './checks/reports.ts';
export { resubmitApplication } from './checks/resubmitting.ts';
export { getScoreChanges, getWaitingScore, resolveScoreChange } from './checks/score-changes.ts';
export { type BackgroundCheck, listBackgroundChecks, listScores } from './checks/screening.ts';
export { checkSearchGrid, findChecksToLink, searchBackgroundChecks } from './checks/search.ts';
export { getShieldIds, updateShieldIds } from './checks/shield-ids.ts';
export { getSsnReview, releaseSsnReview, returnSsnReview } from './checks/ssn-review.ts';
export {
  completeIdVerification,
  getIdVerification,
  getIdVerificationDocuments,
  listIdVerifications,
  readIdImage,
} from './checks/verifications.ts';
export { getCompanyBilling } from './company/billing.ts';
export {
  checkDomain,
  deleteLogo,
  finishLogoUpload,
  getCompanyBranding,
  getHostEnding,
  getLogoUpload,
  getPortalSettings,
  saveLogo,
  savePortalSettings,
} from './company/branding.ts';
export { createUserCompany, getUserCompany, removeFromTeam } from './company/company.ts';
export { companyGrid, featureLabels, listCompanies } from './company/list.ts';
export {
  changeCompanyConnection,
  getCompanyConnection,
  getNetworkManagement,
  listCompanyNetwork,
} from './company/network.ts';
export { getCompanyPackages, saveCompanyPackages, searchPackages } from './company/packages.ts';
export { saveEnterpriseProfile } from './company/saving.ts';
export {
  checkCompanyTeamInvite,
  inviteCompanyMember,
  listCompanyTeam,
  resendCompanyInvite,
  saveCompanyTeam,
  switchCompanyOwner,
} from './company/team.ts';
export { getDigestChoice, saveDigestChoice } from './digest/choice.ts';
export { deliverStaffDigest } from './digest/deliver.ts';
export { staffDigestsSweep } from './digest/due.ts';
export {
  assignDispute,
  decideBlockRequest,
  disputeGrid,
  getDispute,
  listDisputes,
  openDisputeDocument,
  replyToDispute,
  rescindBlockOfReport,
  resolveDispute,
} from './disputes.ts';
export { getLimits, saveLimits } from './free-and-reminders.ts';
export {
  sendControlChanged,
  sendLegalHold,
  sendSampleMail,
  sendStaffDigest,
  sendWaits,
  tellControlChanged,
  tellLegalHold,
  tellWaits,
  testProviderJob,
} from './jobs.ts';
export { deliverSampleMail, getMailPreview, listMails, sendSample } from './mail-previews.ts';
export { getDashboardEmbed, getDashboardSettings, saveDashboardSettings } from './overview/dashboards.ts';
export { getDesk } from './overview/desk.ts';
export { businessFigures } from './overview/figures.ts';
export { getOverview, getOverviewCharts, JOINED_WINDOW, type Overview } from './overview/overview.ts';
export { foldOverviewCounts, recountOverview } from './overview/recount.ts';
export { adminPersonalData } from './personal-data.ts';
export { explainPipelineAlert } from './pipeline/circumstances.ts';
export { countMyWork } from './pipeline/counts.ts';
export {
  allowProofs,
  assignPipelineAlert,
  closeMonitorAlert,
  closePipelineAlert,
  dismissAlert,
  dismissPipelineAlert,
} from './pipeline/decisions.ts';
export { getReviewGoals, saveReviewGoals } from './pipeline/goals.ts';
export { getNextAlert } from './pipeline/next.ts';
export {
  getPipelineAlert,
  listPipelineAlerts,
  pipelineGrid,
} from './pipeline/pipeline.ts';
export { keepAlert, settleAlert } from './pipeline/queue.ts';
export { assignAlerts, closeAlerts, dismissAlerts, previewAlerts } from './pipeline/selection.ts';
export {
  answerPrivacyRequest,
  closePrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
  privacyRequestGrid,
  takePrivacyRequest,
} from './privacy-requests.ts';
export { cancelJob, drainQueue, getJob, getQueues, retryFailed } from './queues/queues.ts';
export { askProvider, testProvider } from './queues/testing.ts';
export { decideOnRefund, downloadStaffReceipt, sendRefundAgain, submitRefund } from './refunds/deciding.ts';
export { getRefund, listRefunds, refundGrid } from './refunds/list.ts';
export { noteRestore } from './restores.ts';
export { deliverLegalHold, spreadLegalHold } from './retention/deliver.ts';
export { getLegalHolds, type LegalHold, liftLegalHold, setLegalHold } from './retention/holds.ts';
export { settledAlertsSweep } from './retention/old-alerts.ts';
export { getRetention, retentionRun, runRetention } from './retention/retention.ts';
export { retentionTable } from './retention/table.ts';
export {
  deleteReleaseNote,
  getReleaseNotes,
  getTourTexts,
  getVitals,
  publishReleaseNote,
  saveTourTexts,
} from './shell.ts';
export { getStoreSettings, saveStoreSettings } from './store.ts';
export {
  getSuppression,
  liftAddressSuppression,
  listSuppressions,
  suppressionGrid,
} from './suppressions.ts';
export {
  getAcceptedTerms,
  getTermsHistory,
  getTermsText,
  publishTermsText,
  saveTermsText,
  withdrawTermsText,
} from './terms.ts';
export {
  changeAccountStatus,
  deleteSuppression,
  resetTwoFactor,
  sendForgotPassword,
  toggleProfileLock,
} from './user/account.ts';
export { listUserAudit } from './user/audit-trail.ts';
export { getRecordHead } from './user/head.ts';
export { correctIdentity } from './user/identity-correction.ts';
export { linkLegacyAccount, listLegacyAccounts, unlinkLegacyAccount } from './user/legacy-accounts.ts';
export { getAdminNotes, saveAdminNote } from './user/notes.ts';
export { peopleList, searchUsers } from './user/people.ts';
export { removeUserPhoto, saveUserPhoto } from './user/photo.ts';
export { openUserRecord } from './user/record.ts';
export { revealSsn } from './user/reveal-ssn.ts';
export { saveUser } from './user/saving.ts';
export { getSentMail } from './user/sent-mail.ts';
export { endUserSession, startUserSession } from './user/session.ts';
export { endUserSessions, listUserSessions } from './user/sessions.ts';
export {
  getTimeline,
  readTimelineExport,
  startTimelineExport,
  type TimelineKind,
  timelineKinds,
} from './user/timeline.ts';
export { getUser, type UserProfile } from './user/user.ts';
