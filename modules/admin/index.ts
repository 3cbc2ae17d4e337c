/** What staff can see and do in all the other modules. */
export {
  changeAccountStatus,
  deleteSuppression,
  resetTwoFactor,
  sendForgotPassword,
  toggleProfileLock,
} from './account.ts';
export { updateBackgroundChecks } from './active-check.ts';
export { adminCalls } from './api.ts';
export { reviewApplicationDetails } from './application-review.ts';
export { listUserAudit } from './audit-trail.ts';
export { getCompanyBilling } from './billing.ts';
export {
  checkDomain,
  deleteLogo,
  finishLogoUpload,
  getCompanyBranding,
  getLogoUpload,
  getPortalSettings,
  saveLogo,
  savePortalSettings,
} from './branding.ts';
export {
  exportCatalogueFile,
  getCatalogue,
  removeJurisdiction,
  saveCataloguePackage,
  saveCatalogueProvider,
  saveCatalogueSteps,
  saveJurisdiction,
} from './catalogue.ts';
export { checkSearchGrid, findChecksToLink, searchBackgroundChecks } from './check-search.ts';
export { createUserCompany, getUserCompany } from './company.ts';
export { getNetworkManagement, listCompanyNetwork } from './company-network.ts';
export { getCompanyPackages, saveCompanyPackages, searchPackages } from './company-packages.ts';
export {
  getConsentDocument,
  publishConsentDocument,
  saveConsentDocument,
} from './consent-documents.ts';
export { getDashboardEmbed, getDashboardSettings, saveDashboardSettings } from './dashboards.ts';
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
export { saveEnterpriseProfile } from './enterprise-profile.ts';
export { adjustExpirationDate } from './expiration.ts';
export { correctIdentity } from './identity-correction.ts';
export { listLegacyAccounts } from './legacy-accounts.ts';
export { linkProfiles, reviewLink } from './link-checks.ts';
export {
  activateMonitorProfile,
  getMonitoringActions,
  removeMonitoringIds,
} from './monitoring.ts';
export { getAdminNotes, saveAdminNote } from './notes.ts';
export { getOptions, saveOptions } from './options.ts';
export { getOverview, getOverviewCharts, JOINED_WINDOW, type Overview } from './overview.ts';
export { peopleList, searchUsers } from './people.ts';
export { adminPersonalData } from './personal-data.ts';
export { countOverdueAlerts, getPipelineAlert, listPipelineAlerts, pipelineGrid } from './pipeline.ts';
export { explainPipelineAlert } from './pipeline-circumstances.ts';
export {
  assignPipelineAlert,
  closeMonitorAlert,
  closePipelineAlert,
  dismissAlert,
  dismissPipelineAlert,
} from './pipeline-decisions.ts';
export { keepAlert, settleAlert } from './pipeline-queue.ts';
export {
  answerPrivacyRequest,
  closePrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
  privacyRequestGrid,
  takePrivacyRequest,
} from './privacy-requests.ts';
export { openUserRecord } from './record.ts';
export { foldOverviewCounts, recountOverview } from './recount.ts';
export {
  getRefund,
  getRefundSettings,
  listRefunds,
  refundGrid,
  saveRefundSettings,
} from './refund-list.ts';
export { decideOnRefund, downloadStaffReceipt, sendRefundAgain, submitRefund } from './refunds.ts';
export { clearProfilePdfCache, getReportDownloadLink } from './reports.ts';
export { revealSsn } from './reveal-ssn.ts';
export { saveUser } from './saving.ts';
export { getScoreChanges, resolveScoreChange } from './score-changes.ts';
export { type BackgroundCheck, listBackgroundChecks, listScores } from './screening.ts';
export {
  deleteReleaseNote,
  getReleaseNotes,
  getTourTexts,
  getVitals,
  publishReleaseNote,
  saveTourTexts,
} from './shell.ts';
export { getShieldIds, updateShieldIds } from './shield-ids.ts';
export { getSsnReview, releaseSsnReview, returnSsnReview } from './ssn-review.ts';
export { getStoreSettings, saveStoreSettings } from './store.ts';
export {
  getAcceptedTerms,
  getTermsHistory,
  getTermsText,
  publishTermsText,
  saveTermsText,
  withdrawTermsText,
} from './terms.ts';
export { getUser, type UserProfile } from './user.ts';
export { endUserSession, startUserSession } from './user-session.ts';
export {
  completeIdVerification,
  getIdVerification,
  getIdVerificationDocuments,
  listIdVerifications,
  readIdImage,
} from './verifications.ts';
