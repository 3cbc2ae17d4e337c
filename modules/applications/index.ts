/** The package catalogue, a person's application, the CRA's answer, the ShieldScore and the ShieldID. */

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
export { applicationsCopies } from './anonymized.ts';
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
export { applicationsAudit } from './audit.ts';
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
export { delaysSweep, deliverCheckDelayed, getCheckProgress } from './check-progress/index.ts';
export { cancelApplication, expireScore } from './closing.ts';
export {
  type Cra,
  type CraBlock,
  type CraDispute,
  type CraDocument,
  type CraEvent,
  CraFailed,
  type CraStatus,
  type CraSubmission,
  craContract,
  craEvent,
  craOpenApi,
  craPort,
  type Finding,
  HttpsCra,
  type IdentityRecord,
} from './cra/index.ts';
export {
  deliverApplicationAgain,
  deliverApplicationSubmitted,
  deliverScoreActive,
  deliverScoreReady,
} from './deliver.ts';
export { carryDispute } from './disputes/agency.ts';
export { decideBlock, requestBlock, rescindBlock } from './disputes/blocking.ts';
export { carryBlock } from './disputes/blocking-agency.ts';
export { listCorrections } from './disputes/deciding.ts';
export {
  deliverBlockMail,
  deliverDisputeCompany,
  deliverDisputeMail,
  findCompaniesToTell,
} from './disputes/deliver.ts';
export { linkDocument, messageFiles } from './disputes/documents.ts';
export { requireOpenCase } from './disputes/opening.ts';
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
  readCase,
} from './disputes/reading.ts';
export {
  decideDispute,
  findDisputedChange,
  noteDisputeTaker,
  takeDispute,
  writeAsStaff,
} from './disputes/staff.ts';
export * from './events.ts';
export { readIdentityRecord } from './identity-record.ts';
export * from './jobs.ts';
export {
  archiveShieldIds,
  getAccountLinking,
  isLinkingOn,
  lookUpArchivedShieldId,
  switchLinking,
} from './linking/account-linking.ts';
export { linkFormerAccount, unlinkFormerAccount } from './linking/former-accounts.ts';
export { importLegacy, readLegacyFile } from './linking/legacy-import.ts';
export { isUnlinked } from './linking/numbers.ts';
export { hasProof, proveByLink, takesProofs } from './linking/proof.ts';
export { provenKinds } from './linking/proven-kinds.ts';
export { deliverProofLimit } from './linking/telling-staff.ts';
export { allowProofsAgain, proofCountsSweep } from './linking/wrong-proofs.ts';
export { pendingInvitesLabel } from './mails.ts';
export { noteMoney } from './money.ts';
export { deliverMoneyMail } from './money-mails.ts';
export { quietMonitoringSweep } from './monitoring/asking.ts';
export { agreeToMonitoring, getMonitoring, withdrawMonitoring } from './monitoring/consent.ts';
export { deliverMonitoringOff } from './monitoring/off-mail.ts';
export { alignMonitoring, carryOutMonitoring, monitoringSweep } from './monitoring/profiles.ts';
export { activateMonitoringUpdate, endMonitoringOf } from './monitoring/staff.ts';
export { proposeWaiting } from './monitoring/updates.ts';
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
export { deliverPaperAwaited, deliverPaperDecided, deliverPaperReceived } from './paper/deliver.ts';
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
export { finishPackageUpload, getPackageUpload, readOwnPackage, savePackage } from './paper/uploading.ts';
/** Text documents as PDF. */
export {
  drawWords as drawPdfWords,
  Letters as PdfLetters,
  type Words as PdfWords,
} from './pdf/letters.ts';
export { wrap as wrapPdfWords } from './pdf/lines.ts';
export { fromHex as pdfColor, Sheet } from './pdf/sheet.ts';
export { beginDocument as beginPdf, Tags as PdfTags } from './pdf/tags.ts';
export { type Verified, verifyApplication } from './pdf/verifying.ts';
export { applicationsPersonalData } from './personal-data.ts';
export { applicationDays, renewalDays, scoreDays } from './reminder-days.ts';
export { fetchReportAgain } from './reports/fetching-again.ts';
export {
  findNewestReport,
  findReportInForce,
  getReportVersion,
  isDisputed,
  lockCheck,
  openReportVersion,
  type ReportVersion,
} from './reports/relied-on.ts';
export {
  downloadReport,
  downloadReportFromCode,
  linkReportForStaff,
  readReport,
  readReportInForce,
  signReportInForce,
} from './reports/reports.ts';
export { applicationsRetention } from './retention.ts';
export { activateCheck } from './score/activating.ts';
export { getApprovalEnd, proveApproval, scoreApproval } from './score/approval.ts';
export { approvalCodesSweep } from './score/approval-codes.ts';
export { deliverScoreClosed } from './score/closed-mail.ts';
export { adjustExpiration, deliverExpirationChanged, expirationBounds } from './score/expiration.ts';
export { deliverRenewalReminder, remindersSweep } from './score/renewal.ts';
export {
  getApplicationFromCode,
  getMyApplication,
  saveAccept,
  saveAcceptFromCode,
} from './score/reviewing.ts';
export { type ActiveScore, findActiveScore } from './score/scores.ts';
export { activateShieldId } from './score/shield-ids.ts';
export { isShieldId } from './score/shieldid.ts';
export { decideForSilent, getSilence } from './score/silence.ts';
export { restoreScore, suspendScore } from './score/suspension.ts';
export { notActionedSweep, readyRemindersSweep } from './score/waiting-scores.ts';
export {
  type ApplicationStatus,
  applicationStatuses,
  type ConnectionProgress,
  connectionProgress,
  type MoneyState,
  moneyStates,
  type PurchaseProgress,
  purchaseProgress,
  statusLabel,
} from './statuses.ts';
export { restoreSavedSignature } from './steps/saved-signature.ts';
export { updateApplicationDetails } from './steps/updating.ts';
export { askAboutOrder, quietOrdersSweep, silentOrdersSweep } from './submission/asking.ts';
export { handleCraEvent, receiveCraCallback } from './submission/callbacks.ts';
export { getApplicationPdf, makeApplicationFile } from './submission/filing.ts';
export { placeOrder, submitAgain } from './submission/ordering.ts';
export { releaseOrder, returnOrderToPerson, tellSsnReviewed } from './submission/ssn-review.ts';
export { deliverApplicationWaits, waitsSweep } from './submission/waiting-applications.ts';
export { agreeToTexts, endTexts, getTextUpdates, withdrawTexts } from './text-updates/consent.ts';
export { deliverText } from './text-updates/sending.ts';
export * from './transfer/index.ts';
export * from './verification/index.ts';
