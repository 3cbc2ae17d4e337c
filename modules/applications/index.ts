/** The package catalogue, a person's application, the CRA's answer, the ShieldScore and the ShieldID. */
export {
  archiveShieldIds,
  getAccountLinking,
  isLinkingOn,
  lookUpArchivedShieldId,
  switchLinking,
} from './account-linking.ts';
export { activateCheck } from './activating.ts';
export {
  type AddressSearch,
  AddressSearchFailed,
  type AddressSuggestion,
  addressSearch,
  checkAddresses,
  type FoundAddress,
  GoogleAddressSearch,
  getAddressDetails,
  lookUpAddresses,
  normalized,
} from './addresses/index.ts';
export { applicationsCalls } from './api.ts';
export {
  type ApplicationRow,
  findApplicationOfPurchase,
  getApplication,
  getOwnApplication,
  listApplications,
  listOpenApplications,
  openApplication,
} from './applications.ts';
export { proveApproval, scoreApproval } from './approval.ts';
export { handleCraEvent, receiveCraCallback } from './callbacks.ts';
export {
  type CatalogueChange,
  type CatalogueFile,
  type ConsentDraftText,
  catalogueFile,
  editCatalogue,
  exportCatalogue,
  importCatalogue,
  publishConsentDraft,
  readCatalogueForStaff,
  readConsentText,
  saveConsentDraft,
} from './catalogue/index.ts';
export { delaysSweep, getCheckProgress, tellDelayed } from './check-progress/index.ts';
export { cancelApplication, expireScore } from './closing.ts';
export {
  type Cra,
  type CraBlock,
  type CraDispute,
  type CraDocument,
  type CraEvent,
  CraFailed,
  type CraState,
  type CraSubmission,
  craOpenApi,
  craPort,
  type Finding,
  HttpsCra,
  type IdentityRecord,
} from './cra/index.ts';
export { carryDispute } from './disputes/agency.ts';
export { decideBlock, requestBlock, rescindBlock } from './disputes/blocking.ts';
export { carryBlock } from './disputes/blocking-agency.ts';
export { linkDocument, messageFiles } from './disputes/documents.ts';
export { overdueDisputesSweep } from './disputes/overdue.ts';
export {
  getMyDispute,
  listMyDisputes,
  openDispute,
  openMyDocument,
  readDisputeDocument,
  saveDisputeStatement,
  withdrawDispute,
  writeDisputeMessage,
} from './disputes/person.ts';
export {
  disputeAnswer,
  disputeKinds,
  disputeOutcomes,
  disputeStates,
  readDispute,
} from './disputes/reading.ts';
export { decideDispute, findDisputedChange, takeDispute, writeAsStaff } from './disputes/staff.ts';
export {
  deliverBlockMail,
  deliverDisputeCompany,
  deliverDisputeMail,
  findCompaniesToTell,
} from './disputes/telling.ts';
export * from './events.ts';
export { adjustExpiration, expirationBounds, tellExpirationChanged } from './expiration.ts';
export { fetchReportAgain } from './fetching-again.ts';
export { getApplicationPdf, makeApplicationFile } from './filing.ts';
export { readIdentityRecord } from './identity-record.ts';
export * from './jobs.ts';
export { importLegacy, readLegacyFile } from './legacy-import.ts';
export { hasProof, proveByLink } from './link-proof.ts';
export { requireNoSsn, requireNoSsnOf } from './mailed-text.ts';
export { pendingInvitesLabel } from './mails.ts';
export { agreeToMonitoring, getMonitoring, withdrawMonitoring } from './monitoring/consent.ts';
export { alignMonitoring, carryOutMonitoring, monitoringSweep } from './monitoring/profiles.ts';
export { activateMonitoringUpdate, endMonitoringOf } from './monitoring/staff.ts';
export { proposeWaiting } from './monitoring/updates.ts';
export { placeOrder } from './ordering.ts';
export {
  confirmApplicationStatus,
  getApplicationStatus,
  getApplicationSteps,
  listMyApplications,
  startApplication,
} from './overview.ts';
export {
  findOfferedPackage,
  getPackage,
  listPackages,
  listPackagesForSale,
  meetsCriteria,
  residence,
  residenceFor,
  type ScreeningPackageRow,
} from './packages.ts';
export { awaitedPackagesSweep, missingPackagesSweep } from './paper/awaiting.ts';
export { listPackageHistory } from './paper/history.ts';
export { takeInPackage } from './paper/intake.ts';
export {
  applicationDetail,
  packageReview,
  readApplicationReview,
  readPackageForStaff,
  reviewPackage,
} from './paper/reviewing.ts';
export { showOwnPackage, showPackageToStaff } from './paper/showing.ts';
export { tellPaperAwaited, tellPaperDecided, tellPaperReceived } from './paper/telling.ts';
export { finishPackageUpload, getPackageUpload, readOwnPackage, savePackage } from './paper/uploading.ts';
/** Text documents as PDF. */
export { fromHex as pdfColor, plain as pdfText, Sheet } from './pdf/sheet.ts';
export { type Verified, verifyApplication } from './pdf/verifying.ts';
export { applicationsPersonalData } from './personal-data.ts';
export { deliverRenewalReminder, remindersSweep } from './renewal.ts';
export {
  downloadReport,
  downloadReportFromCode,
  linkReportForStaff,
  readReport,
  readReportInForce,
  signReportInForce,
} from './reports.ts';
export { getApplicationFromCode, getMyApplication, saveAccept, saveAcceptFromCode } from './reviewing.ts';
export { restoreSavedSignature } from './saved-signature.ts';
export { type ActiveScore, findActiveScore } from './scores.ts';
export { activateShieldId } from './shield-ids.ts';
export { isShieldId } from './shieldid.ts';
export { releaseOrder, returnOrderToPerson, tellSsnReviewed } from './ssn-review.ts';
export {
  type ApplicationStatus,
  applicationStatuses,
  type ConnectionProgress,
  connectionProgress,
  type PurchaseProgress,
  purchaseProgress,
  statusLabel,
} from './statuses.ts';
export { restoreScore, suspendScore } from './suspension.ts';
export { tellAgain, tellScoreActive, tellScoreReady, tellSubmitted } from './telling.ts';
export { agreeToTexts, endTexts, getTextUpdates, withdrawTexts } from './text-updates/consent.ts';
export { deliverText } from './text-updates/sending.ts';
export * from './transfer/index.ts';
export { updateApplicationDetails } from './updating.ts';
export * from './verification/index.ts';
export { tellWaits, waitsSweep } from './waiting-applications.ts';
export { notActionedSweep, readyRemindersSweep } from './waiting-scores.ts';
