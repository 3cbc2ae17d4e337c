import { Migration01Platform } from './01_platform.ts';
import { Migration02Identity } from './02_identity.ts';
import { Migration03Enterprise } from './03_enterprise.ts';
import { Migration04Applications } from './04_applications.ts';
import { Migration05Purchasing } from './05_purchasing.ts';
import { Migration06Network } from './06_network.ts';
import { Migration07SamePerson } from './07_same_person.ts';
import { Migration08PayablePurchase } from './08_payable_purchase.ts';
import { Migration09OverviewCounts } from './09_overview_counts.ts';
import { Migration10Indexes } from './10_indexes.ts';
import { Migration11SweepRun } from './11_sweep_run.ts';
import { Migration12AdminNote } from './12_admin_note.ts';
import { Migration13MailPreference } from './13_mail_preference.ts';
import { Migration14SessionHost } from './14_session_host.ts';
import { Migration15PortalBrand } from './15_portal_brand.ts';
import { Migration16PackageVersions } from './16_package_versions.ts';
import { Migration17InvitationByLink } from './17_invitation_by_link.ts';
import { Migration18SupportRequest } from './18_support_request.ts';
import { Migration19LegalName } from './19_legal_name.ts';
import { Migration20OpenApplication } from './20_open_application.ts';
import { Migration21CompanyTerms } from './21_company_terms.ts';
import { Migration22SessionHandOff } from './22_session_hand_off.ts';
import { Migration23ContactMethods } from './23_contact_methods.ts';
import { Migration24SecurityChanges } from './24_security_changes.ts';
import { Migration25SessionBrowser } from './25_session_browser.ts';
import { Migration26StaffAccount } from './26_staff_account.ts';
import { Migration27PrivacyRequests } from './27_privacy_requests.ts';
import { Migration28StaffSession } from './28_staff_session.ts';
import { Migration29PersonalChoices } from './29_personal_choices.ts';
import { Migration30Shell } from './30_shell.ts';
import { Migration31CompanyCard } from './31_company_card.ts';
import { Migration32Passkeys } from './32_passkeys.ts';
import { Migration33LedgerLegs } from './33_ledger_legs.ts';
import { Migration34ArchivedShieldIds } from './34_archived_shield_ids.ts';
import { Migration35Refunds } from './35_refunds.ts';
import { Migration36CouponType } from './36_coupon_type.ts';
import { Migration37Coupon } from './37_coupon.ts';
import { Migration38CouponPurchase } from './38_coupon_purchase.ts';
import { Migration39Tour } from './39_tour.ts';
import { Migration40CatalogueConsole } from './40_catalogue_console.ts';
import { Migration41CompanySettings } from './41_company_settings.ts';
import { Migration42RefundSentAgain } from './42_refund_sent_again.ts';
import { Migration43LastLogin } from './43_last_login.ts';
import { Migration44RefundKey } from './44_refund_key.ts';
import { Migration45InvitationPackage } from './45_invitation_package.ts';
import { Migration46IdVerification } from './46_id_verification.ts';
import { Migration48StateNotices } from './48_state_notices.ts';
import { Migration49PaperPackages } from './49_paper_packages.ts';
import { Migration50Monitoring } from './50_monitoring.ts';
import { Migration51Disputes } from './51_disputes.ts';
import { Migration52PipelineAlert } from './52_pipeline_alert.ts';
import { Migration54CheckProgress } from './54_check_progress.ts';
import { Migration58IdentityTheftBlocks } from './58_identity_theft_blocks.ts';
import { Migration60SsnCorrections } from './60_ssn_corrections.ts';
import { Migration61ExpirationChanges } from './61_expiration_changes.ts';
import { Migration62LegalNames } from './62_legal_names.ts';
import { Migration63DeletedApplicants } from './63_deleted_applicants.ts';
import { Migration64RenewalRequest } from './64_renewal_request.ts';
import { Migration65TextUpdates } from './65_text_updates.ts';
import { Migration66AccessRequest } from './66_access_request.ts';
import { Migration67ApplicationWaits } from './67_application_waits.ts';
import { Migration68ReportOpenedByStaff } from './68_report_opened_by_staff.ts';
import { Migration72CasePerKind } from './72_case_per_kind.ts';
import { Migration80InvitationOpened } from './80_invitation_opened.ts';
import { Migration88ShareLinks } from './88_share_links.ts';
import { Migration90SmsAcceptance } from './90_sms_acceptance.ts';
import { Migration93InvitationMail } from './93_invitation_mail.ts';
import { Migration94IgnoredInvitations } from './94_ignored_invitations.ts';
import { Migration95Reminders } from './95_reminders.ts';
import { Migration96Shieldlink } from './96_shieldlink.ts';
import { Migration100ReportPurposes } from './100_report_purposes.ts';
import { Migration104CheckSearch } from './104_check_search.ts';
import { Migration110NetworkAlerts } from './110_network_alerts.ts';
import { Migration111AlertReader } from './111_alert_reader.ts';
import { Migration112AlertRules } from './112_alert_rules.ts';
import { Migration120TeamInvitation } from './120_team_invitation.ts';
import { Migration130InviteCenter } from './130_invite_center.ts';
import { Migration140RemovedConnections } from './140_removed_connections.ts';
import { Migration141ShieldlinkTurnedOff } from './141_shieldlink_turned_off.ts';
import { Migration150CheckTransfers } from './150_check_transfers.ts';
import { Migration160ConnectionCompleted } from './160_connection_completed.ts';
import { Migration170CurrentVerification } from './170_current_verification.ts';
import { Migration180ConnectionSearchOrder } from './180_connection_search_order.ts';
import { Migration190SharedPeople } from './190_shared_people.ts';
import { Migration191RecoveryCodes } from './191_recovery_codes.ts';

/** In the order in which they run. */
export const migrations = [
  Migration01Platform,
  Migration02Identity,
  Migration03Enterprise,
  Migration04Applications,
  Migration05Purchasing,
  Migration06Network,
  Migration07SamePerson,
  Migration08PayablePurchase,
  Migration09OverviewCounts,
  Migration10Indexes,
  Migration11SweepRun,
  Migration12AdminNote,
  Migration13MailPreference,
  Migration14SessionHost,
  Migration15PortalBrand,
  Migration16PackageVersions,
  Migration17InvitationByLink,
  Migration18SupportRequest,
  Migration19LegalName,
  Migration20OpenApplication,
  Migration21CompanyTerms,
  Migration22SessionHandOff,
  Migration23ContactMethods,
  Migration24SecurityChanges,
  Migration25SessionBrowser,
  Migration26StaffAccount,
  Migration27PrivacyRequests,
  Migration28StaffSession,
  Migration29PersonalChoices,
  Migration30Shell,
  Migration31CompanyCard,
  Migration32Passkeys,
  Migration33LedgerLegs,
  Migration34ArchivedShieldIds,
  Migration35Refunds,
  Migration36CouponType,
  Migration37Coupon,
  Migration38CouponPurchase,
  Migration39Tour,
  Migration40CatalogueConsole,
  Migration41CompanySettings,
  Migration42RefundSentAgain,
  Migration43LastLogin,
  Migration44RefundKey,
  Migration45InvitationPackage,
  Migration46IdVerification,
  Migration48StateNotices,
  Migration49PaperPackages,
  Migration50Monitoring,
  Migration51Disputes,
  Migration52PipelineAlert,
  Migration54CheckProgress,
  Migration58IdentityTheftBlocks,
  Migration60SsnCorrections,
  Migration61ExpirationChanges,
  Migration62LegalNames,
  Migration63DeletedApplicants,
  Migration64RenewalRequest,
  Migration65TextUpdates,
  Migration66AccessRequest,
  Migration67ApplicationWaits,
  Migration68ReportOpenedByStaff,
  Migration72CasePerKind,
  Migration80InvitationOpened,
  Migration88ShareLinks,
  Migration90SmsAcceptance,
  Migration93InvitationMail,
  Migration94IgnoredInvitations,
  Migration95Reminders,
  Migration104CheckSearch,
  Migration100ReportPurposes,
  Migration96Shieldlink,
  Migration110NetworkAlerts,
  Migration111AlertReader,
  Migration180ConnectionSearchOrder,
  Migration170CurrentVerification,
  Migration160ConnectionCompleted,
  Migration130InviteCenter,
  Migration140RemovedConnections,
  Migration141ShieldlinkTurnedOff,
  Migration112AlertRules,
  Migration150CheckTransfers,
  Migration120TeamInvitation,
  Migration190SharedPeople,
  Migration191RecoveryCodes,
];
