import { auditAction } from '#modules/platform/index.ts';
import type { ProvenKind } from './linking/proven-kinds.ts';

/** What this module writes to the audit log. */
export const applicationsAudit = {
  orderSubmittedAgain: auditAction(
    'applications.order-submitted-again',
    'Sent the order to the agency again',
  ),
  approvalProven: auditAction(
    'applications.approval-proven',
    'Opened the approval link and confirmed their identity',
  ),
  proofWrong: auditAction<{ kind: ProvenKind; wrong: number }>(
    'applications.proof-wrong',
    'Wrong entry where identity had to be proven',
  ),
  proofsAllowed: auditAction(
    'applications.proofs-allowed',
    'Staff allowed another five tries for a former ShieldID',
  ),
  /** One entry for each difference that an import made. */
  catalogueChanged: auditAction<{ what: string; change: string; details: string[] }>(
    'applications.catalogue-changed',
    'Catalog changed',
  ),
  reminderDaysChanged: auditAction<{ before: string; after: string }>(
    'applications.reminder-days-changed',
    'Changed the days of renewal reminders',
  ),
  applicationDaysChanged: auditAction<{ before: string; after: string }>(
    'applications.application-days-changed',
    'Changed the days of reminders of open applications',
  ),
  scoreDaysChanged: auditAction<{ before: string; after: string }>(
    'applications.score-days-changed',
    'Changed the days of reminders of waiting scores',
  ),
  linkingSwitched: auditAction<{ on: boolean }>(
    'applications.linking-switched',
    'Linking of former ShieldIDs turned on or off',
  ),
  legacyImported: auditAction<{ added: number }>('applications.legacy-imported', 'Former ShieldIDs imported'),
  shieldIdLinked: auditAction('applications.shield-id-linked', 'Linked a former ShieldID'),
  legacyLinked: auditAction<{ shieldid: string; active: boolean; reason: string }>(
    'applications.legacy-linked',
    'Staff linked a former account',
  ),
  /** `active` is the ShieldID that became active instead. */
  legacyUnlinked: auditAction<{ shieldid: string; active?: string; reason: string }>(
    'applications.legacy-unlinked',
    'Staff unlinked a former account',
  ),
  ssnReviewed: auditAction<{ held_for: 'same-ssn' | 'ssn-review' }>(
    'applications.ssn-reviewed',
    'Staff reviewed the SSN and let the check go on',
  ),
  ssnReturned: auditAction<{ held_for: 'same-ssn' | 'ssn-review' }>(
    'applications.ssn-returned',
    'Staff reviewed the SSN and sent the application back to the person',
  ),
  disputeOpened: auditAction('applications.dispute-opened', 'Reported an error in the report'),
  disputeWritten: auditAction('applications.dispute-written', 'Wrote in a dispute'),
  disputeStatement: auditAction('applications.dispute-statement', 'Saved a statement in a dispute'),
  disputeTaken: auditAction('applications.dispute-taken', 'Staff took a dispute'),
  disputeAnswered: auditAction('applications.dispute-answered', 'Staff wrote in a dispute'),
  disputeDecided: auditAction<{ outcome: string }>('applications.dispute-decided', 'Dispute ended'),
  blockRequested: auditAction(
    'applications.block-requested',
    'Asked to block results that come from identity theft',
  ),
  blockDecided: auditAction<{ decision: string }>(
    'applications.block-decided',
    'Staff blocked results that come from identity theft',
  ),
  blockRescinded: auditAction('applications.block-rescinded', 'Staff took a block back'),
  documentOpened: auditAction('applications.document-opened', 'Opened a document of a dispute', {
    reads: true,
  }),
  monitoringAgreed: auditAction('applications.monitoring-agreed', 'Agreed to monitoring'),
  monitoringConsentEnded: auditAction<{ by: 'staff' | 'agency' }>(
    'applications.monitoring-consent-ended',
    'Monitoring was turned off by staff or the agency',
  ),
  monitoringWithdrawn: auditAction('applications.monitoring-withdrawn', 'Withdrew the consent to monitoring'),
  textsAgreed: auditAction('applications.texts-agreed', 'Agreed to text updates'),
  /** How it was withdrawn: by the switch on the page, by a reply of STOP, or by a consent for another number. */
  textsWithdrawn: auditAction<{ by: 'switch' | 'stop' | 'other-number' }>(
    'applications.texts-withdrawn',
    'Text updates ended',
  ),
  monitoringEnded: auditAction<{ monitoring_id: string }>(
    'applications.monitoring-ended',
    'Staff turned monitoring off',
  ),
  monitoringActivated: auditAction(
    'applications.monitoring-activated',
    'Staff activated a monitoring update',
  ),
  reportOpened: auditAction<{ reason: string | null }>(
    'applications.report-opened',
    'Staff opened the report',
    {
      reads: true,
    },
  ),
  /** SHA-256 of the two PDFs; they are the same if the agency's file has not changed. */
  reportFetched: auditAction<{ before: string; after: string }>(
    'applications.report-fetched',
    'Staff fetched the report from the agency again',
  ),
  identityRecordRead: auditAction('applications.identity-record-read', 'Staff read the identity records', {
    reads: true,
  }),
  /** The parts of the name that changed, never their values. */
  scoreNamesProven: auditAction<{ source: string; changed: string[] }>(
    'applications.score-names-proven',
    'Legal name of the score confirmed or corrected',
  ),
  expirationChanged: auditAction<{ from: string; to: string }>(
    'applications.expiration-changed',
    'Staff moved the expiration of the score',
  ),
  checkActivated: auditAction<{ from: string | null; to: string; reason: string | null }>(
    'applications.check-activated',
    'Staff made another background check the active one',
  ),
  /** The account that the check belongs to now, or belonged to before. */
  checkMovedAway: auditAction<{ to: string; reason: string | null }>(
    'applications.check-moved-away',
    'Staff moved a background check to another account',
  ),
  checkMovedHere: auditAction<{ from: string; reason: string | null }>(
    'applications.check-moved-here',
    'Staff moved a background check here from another account',
  ),
  shieldIdSwitched: auditAction<{ from: string | null; to: string }>(
    'applications.shield-id-switched',
    'Staff made another ShieldID the active one',
  ),
  moneyChanged: auditAction<{ from: string; to: string }>(
    'applications.money-changed',
    'The payment for a check was disputed, confirmed, or returned',
  ),
  scoreReturned: auditAction(
    'applications.score-returned',
    'The former score counts again because the payment for the newer check was returned',
  ),
  scoreDecidedByStaff: auditAction<{ approved: boolean }>(
    'applications.score-decided-by-staff',
    'Staff decided on a score that the person left unanswered',
  ),
  scoreExpired: auditAction('applications.score-expired', 'Score expired early'),
  consentDrafted: auditAction<{ craid: string; kind: string; state: string }>(
    'applications.consent-drafted',
    'Draft of a consent document saved',
  ),
  packageReceived: auditAction<{ way: string; pages: number; bytes: number }>(
    'applications.package-received',
    'Paper application received',
  ),
  packageDecided: auditAction<{ outcome: string }>(
    'applications.package-decided',
    'Paper application approved or rejected',
  ),
  packageDownloaded: auditAction(
    'applications.package-downloaded',
    'Downloaded the application to sign on paper',
  ),
  packageSeen: auditAction<{ page: number } | { box: number }>(
    'applications.package-seen',
    'Staff looked at a page of the paper application',
    { reads: true },
  ),
  packageOpened: auditAction('applications.package-opened', 'Staff opened the paper application', {
    reads: true,
  }),
  signatureRestored: auditAction('applications.signature-restored', 'Opened their saved signature'),
  signatureSaved: auditAction('applications.signature-saved', 'Saved a signature for later documents'),
  verificationStarted: auditAction('applications.verification-started', 'Started an ID verification'),
  verificationRun: auditAction(
    'applications.verification-run',
    'Got a link of the ID verification service to take the images',
  ),
  verificationImagesSeen: auditAction(
    'applications.verification-images-seen',
    'Staff opened the images of an ID verification',
    { reads: true },
  ),
  verificationForgotten: auditAction(
    'applications.verification-forgotten',
    'Deleted at the ID verification service',
  ),
  verificationMoved: auditAction<{ from: string; to: string }>(
    'applications.verification-moved',
    'ID verification changed',
  ),
  statusChanged: auditAction<{ from: string | null; to: string; reason: string }>(
    'applications.status-changed',
    'Application status changed',
  ),
};
