import { auditAction } from '#modules/platform/index.ts';
import type { ComplianceRules } from './alerts/compliance.ts';
import type { alertGrid } from './alerts/grid.ts';
import type { Deliveries, IncludeStatuses } from './alerts/subscriptions/choices.ts';
import type { connectionGrid } from './connections/grid.ts';
import type { ShareLinkKind } from './sharing/rules.ts';

/** The audit actions of this module. */
export const networkAudit = {
  accessRequested: auditAction('network.access-requested', 'Asked to see the score'),
  invitationSent: auditAction('network.invitation-sent', 'Invitation sent'),
  invitationResent: auditAction('network.invitation-resent', 'Invitation resent'),
  invitationExtended: auditAction('network.invitation-extended', 'Ignored invitation extended'),
  invitationReopened: auditAction('network.invitation-reopened', 'Opened an ignored invitation again'),
  invitationOpened: auditAction('network.invitation-opened', 'Opened an invitation'),
  invitedAddressCodeSent: auditAction(
    'network.invited-address-code-sent',
    'Asked for a code to the address of an invitation',
  ),
  invitedAddressProven: auditAction(
    'network.invited-address-proven',
    'Confirmed the address of an invitation',
  ),
  ownInvitationAsked: auditAction('network.own-invitation-asked', 'Asked for their own invitation'),
  linkOpened: auditAction('network.link-opened', 'Opened an invitation link'),
  invitationAccepted: auditAction<{ accepttype: string; report_shared: boolean }>(
    'network.invitation-accepted',
    'Invitation accepted',
  ),
  invitationAcceptedAutomatically: auditAction<{ report_shared: boolean }>(
    'network.invitation-accepted-automatically',
    'Invitation accepted automatically',
  ),
  inviteCenterProven: auditAction(
    'network.invite-center-proven',
    'Confirmed who they are by a link to their invitations',
  ),
  invitationIgnored: auditAction('network.invitation-ignored', 'Invitation ignored'),
  invitationCancelled: auditAction('network.invitation-cancelled', 'Invitation canceled'),
  shieldLinkEnded: auditAction('network.shieldlink-ended', 'ShieldLink connection ended'),
  smsNumberProven: auditAction<{ sent: boolean }>(
    'network.sms-number-proven',
    'Confirmed a phone number for SMS Accept',
  ),
  smsCodeSent: auditAction('network.sms-code-sent', 'Asked for a new SMS Accept code'),
  smsCodeProven: auditAction('network.sms-code-proven', 'Entered an SMS Accept code'),
  smsRestarted: auditAction('network.sms-restarted', 'Started SMS Accept again'),
  smsOptedOut: auditAction('network.sms-opted-out', 'Number opted out of texts about invitations'),
  smsOptedIn: auditAction('network.sms-opted-in', 'Number opted in to texts about invitations'),
  smsAnswered: auditAction<{ answer: 'Y' | 'N'; accepted: boolean; report_shared: boolean }>(
    'network.sms-answered',
    'Answered an invitation by text message',
  ),

  renewalRequested: auditAction('network.renewal-requested', 'Renewal requested'),
  connectionRemoved: auditAction('network.connection-removed', 'Removed from a network'),
  networkLeft: auditAction('network.connection-left', 'Left a network'),
  sharingSwitchedOn: auditAction('network.sharing-switched-on', 'Sharing turned on'),
  sharingSwitchedOff: auditAction('network.sharing-switched-off', 'Sharing turned off'),
  reportShared: auditAction('network.report-shared', 'Report shared'),
  reportWithdrawn: auditAction('network.report-withdrawn', 'Report sharing turned off'),

  purposeAttested: auditAction<{ purpose: string }>(
    'network.purpose-attested',
    'Permissible purpose attested',
  ),
  reportDownloaded: auditAction<{ purpose: string }>(
    'network.report-downloaded',
    'Full report downloaded by a network',
  ),

  shareLinkMade: auditAction<{ kind: ShareLinkKind }>('network.share-link-made', 'Share link made'),
  shareLinkRevoked: auditAction('network.share-link-revoked', 'Share link revoked'),

  bulkUploaded: auditAction<{ company: string; rows: number }>(
    'network.bulk-uploaded',
    'Uploaded a file of people to invite',
  ),
  bulkMapped: auditAction<{ company: string }>('network.bulk-mapped', 'Chose the columns of a file'),
  bulkChecked: auditAction<{ company: string }>('network.bulk-checked', 'Checked the rows of a file'),
  bulkStarted: auditAction<{ company: string; coupon_most: number | null }>(
    'network.bulk-started',
    'Started a bulk invitation',
  ),
  bulkPaused: auditAction<{ company: string; reason: string }>(
    'network.bulk-paused',
    'Paused a bulk invitation',
  ),
  bulkContinued: auditAction<{ company: string }>('network.bulk-continued', 'Continued a bulk invitation'),
  bulkCancelled: auditAction<{ company: string }>('network.bulk-cancelled', 'Stopped a bulk invitation'),
  bulkSent: auditAction<{ company: string; rows: number }>(
    'network.bulk-sent',
    'Sent rows of a bulk invitation',
  ),
  bulkFinished: auditAction<{ company: string }>('network.bulk-finished', 'Bulk invitation finished'),
  bulkFilesDeleted: auditAction<{ company: string }>(
    'network.bulk-files-deleted',
    'Deleted the file of a bulk invitation',
  ),
  bulkListed: auditAction<{ company: string }>(
    'network.bulk-listed',
    'Downloaded the rows of a bulk invitation',
  ),
  invitationDaysChanged: auditAction<{ before: string; after: string }>(
    'network.invitation-days-changed',
    'Changed the days of reminders of invitations',
  ),
  freePeopleChanged: auditAction<{ before: number; after: number }>(
    'network.free-people-changed',
    'Changed how many people can be found for free',
  ),
  bulkLimitSet: auditAction<{ daily_rows: number }>(
    'network.bulk-limit-set',
    'Limit of bulk invitations changed',
  ),

  /** The search words are left out, because they may be personal data and audit entries cannot be erased. */
  listExported: auditAction<ReturnType<typeof connectionGrid.filterDetail>>(
    'network.list-exported',
    'Listed in an export',
  ),
  alertSubscriptionsSaved: auditAction<Deliveries & { includestatuses: IncludeStatuses }>(
    'network.alert-subscriptions-saved',
    'Chose which alerts they get by email',
  ),
  alertRuleSaved: auditAction<{ [N in keyof ComplianceRules]: ComplianceRules[N] }>(
    'network.alert-rule-saved',
    'Compliance rule saved',
  ),
  ruleEffectExported: auditAction<{ [N in keyof ComplianceRules]: ComplianceRules[N] }>(
    'network.rule-effect-exported',
    'Exported who would be out by a compliance rule',
  ),
  adverseOffered: auditAction('network.adverse-offered', 'Looked at what an adverse action could name'),
  adverseStarted: auditAction('network.adverse-started', 'Adverse action started'),
  adverseDecided: auditAction('network.adverse-decided', 'Final notice of an adverse action sent'),
  adverseEnded: auditAction<{ because: string }>(
    'network.adverse-ended',
    'Adverse action ended without a decision',
  ),
  adverseEvidenceTaken: auditAction<{ format: string }>(
    'network.adverse-evidence-taken',
    'Evidence of an adverse action downloaded',
  ),
  adversePaperTaken: auditAction<{ what: string }>(
    'network.adverse-paper-taken',
    'Notice or report of an adverse action downloaded for posting',
  ),
  adverseOpened: auditAction<{ what: string }>(
    'network.adverse-opened',
    'Notice of an adverse action opened',
  ),
  adverseSeenByStaff: auditAction('network.adverse-seen-by-staff', 'Adverse action opened by staff'),
  adversePosted: auditAction<{ posted_on: string }>(
    'network.adverse-posted',
    'Posting of a paper notice recorded',
  ),
  exceptionAdded: auditAction<{ last_date: string }>(
    'network.exception-added',
    'Exception from a compliance rule added',
  ),
  exceptionEnded: auditAction('network.exception-ended', 'Exception from a compliance rule ended'),
  alertsExported: auditAction<
    ReturnType<typeof alertGrid.filterDetail> & { fromdate: string; todate: string }
  >('network.alerts-exported', 'Alerts exported'),
};
