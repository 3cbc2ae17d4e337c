import { readIdentityRecord } from '#modules/applications/index.ts';
import { largestCall, sendEnterpriseInvites } from '#modules/network/index.ts';
import { calls } from '#modules/platform/index.ts';
import { updateBackgroundChecks } from './checks/active-check.ts';
import { reviewApplicationDetails } from './checks/application-review.ts';
import { adjustExpirationDate } from './checks/expiration.ts';
import { linkProfiles } from './checks/linking.ts';
import { activateMonitorProfile, getMonitoringActions, removeMonitoringIds } from './checks/monitoring.ts';
import { clearProfilePdfCache, getReportDownloadLink } from './checks/reports.ts';
import { getScoreChanges, resolveScoreChange } from './checks/score-changes.ts';
import { listBackgroundChecks, listScores } from './checks/screening.ts';
import { searchBackgroundChecks } from './checks/search.ts';
import { getShieldIds, updateShieldIds } from './checks/shield-ids.ts';
import {
  completeIdVerification,
  getIdVerificationDocuments,
  listIdVerifications,
} from './checks/verifications.ts';
import { checkDomain, finishLogoUpload, getLogoUpload } from './company/branding.ts';
import { saveCompanyPackages, searchPackages } from './company/packages.ts';
import { getEnterpriseProfile } from './company/profile.ts';
import { saveEnterpriseProfile } from './company/saving.ts';
import {
  checkCompanyTeamInvite,
  inviteCompanyMember,
  listCompanyTeam,
  resendCompanyInvite,
  saveCompanyTeam,
  switchCompanyOwner,
} from './company/team.ts';
import { getDashboardEmbed } from './overview/dashboards.ts';
import { closeMonitorAlert, dismissAlert } from './pipeline/decisions.ts';
import { listPipelineAlerts } from './pipeline/pipeline.ts';
import { downloadStaffReceipt, submitRefund } from './refunds/deciding.ts';
import { getTermsHistory } from './terms.ts';
import {
  changeAccountStatus,
  deleteSuppression,
  resetTwoFactor,
  sendForgotPassword,
  toggleProfileLock,
} from './user/account.ts';
import { listLegacyAccounts } from './user/legacy-accounts.ts';
import { getAdminNotes, saveAdminNote } from './user/notes.ts';
import { searchUsers } from './user/people.ts';
import { saveUser } from './user/saving.ts';
import { endUserSession, startUserSession } from './user/session.ts';
import { getUser } from './user/user.ts';

export const adminCalls = calls([
  { method: 'GET', path: '/admin/dashboardembed', operation: getDashboardEmbed },
  { method: 'POST', path: '/admin/usersearch', operation: searchUsers },
  { method: 'POST', path: '/admin/getuser', operation: getUser },
  { method: 'POST', path: '/admin/saveuser', operation: saveUser },
  { method: 'POST', path: '/admin/sendforgotpassword', operation: sendForgotPassword },
  { method: 'POST', path: '/admin/resettwofactor', operation: resetTwoFactor },
  { method: 'POST', path: '/admin/toggleprofilelock', operation: toggleProfileLock },
  { method: 'POST', path: '/admin/deletesuppression', operation: deleteSuppression },
  { method: 'POST', path: '/admin/changeaccountstatus', operation: changeAccountStatus },
  { method: 'POST', path: '/admin/startusersession', operation: startUserSession },
  { method: 'POST', path: '/admin/endusersession', operation: endUserSession },
  { method: 'POST', path: '/admin/getuserbgchecks', operation: listBackgroundChecks },
  { method: 'POST', path: '/admin/searchbackgroundcheck', operation: searchBackgroundChecks },
  { method: 'POST', path: '/admin/updatebgchecks', operation: updateBackgroundChecks },
  { method: 'POST', path: '/admin/linkprofiles', operation: linkProfiles },
  { method: 'POST', path: '/admin/submitrefund', operation: submitRefund },
  { method: 'POST', path: '/admin/downloadreceipt', operation: downloadStaffReceipt },
  { method: 'POST', path: '/admin/getreportdownloadlink', operation: getReportDownloadLink },
  { method: 'POST', path: '/admin/clearprofilepdfcache', operation: clearProfilePdfCache },
  { method: 'GET', path: '/admin/clearprofilepdfcache', operation: clearProfilePdfCache, changesState: true },
  { method: 'POST', path: '/admin/getcurrentscore', operation: listScores },
  { method: 'POST', path: '/admin/checkirecord', operation: readIdentityRecord },
  { method: 'POST', path: '/admin/adjustexpirationdate', operation: adjustExpirationDate },
  { method: 'POST', path: '/admin/getshieldids', operation: getShieldIds },
  { method: 'POST', path: '/admin/updateshieldids', operation: updateShieldIds },
  { method: 'POST', path: '/admin/getscorechanges', operation: getScoreChanges },
  { method: 'POST', path: '/admin/resolvescorechange', operation: resolveScoreChange },
  { method: 'POST', path: '/admin/getmonitoringactions', operation: getMonitoringActions },
  { method: 'POST', path: '/admin/removemonitoringids', operation: removeMonitoringIds },
  { method: 'POST', path: '/admin/activatemonitorprofile', operation: activateMonitorProfile },
  { method: 'POST', path: '/admin/getadminnotes', operation: getAdminNotes },
  { method: 'POST', path: '/admin/reviewapplicationdetails', operation: reviewApplicationDetails },
  { method: 'POST', path: '/admin/saveadminnote', operation: saveAdminNote },
  { method: 'POST', path: '/admin/gettermshistory', operation: getTermsHistory },
  { method: 'GET', path: '/admin/listpipelinealerts', operation: listPipelineAlerts },
  { method: 'POST', path: '/admin/dismissalert', operation: dismissAlert },
  { method: 'POST', path: '/admin/closemonitoralert', operation: closeMonitorAlert },
  { method: 'POST', path: '/admin/listidverifications', operation: listIdVerifications },
  { method: 'POST', path: '/admin/idverificationdocuments', operation: getIdVerificationDocuments },
  { method: 'POST', path: '/admin/completeverification', operation: completeIdVerification },
  { method: 'GET', path: '/admin/legacyaccountlist', operation: listLegacyAccounts },
  { method: 'POST', path: '/admin/packagesearch', operation: searchPackages },
  { method: 'POST', path: '/admin/saveenterprisepackageselections', operation: saveCompanyPackages },
  { method: 'POST', path: '/admin/checkdomainavailable', operation: checkDomain },
  { method: 'POST', path: '/admin/getenterpriseprofile', operation: getEnterpriseProfile },
  { method: 'POST', path: '/admin/saveenterpriseprofile', operation: saveEnterpriseProfile },
  { method: 'POST', path: '/admin/listenterpriseteam', operation: listCompanyTeam },
  { method: 'POST', path: '/admin/checkenterpriseteaminvite', operation: checkCompanyTeamInvite },
  { method: 'POST', path: '/admin/inviteenterpriseteammember', operation: inviteCompanyMember },
  { method: 'POST', path: '/admin/resendenterpriseteaminvite', operation: resendCompanyInvite },
  { method: 'POST', path: '/admin/saveenterpriseteam', operation: saveCompanyTeam },
  { method: 'POST', path: '/admin/switchenterpriseowner', operation: switchCompanyOwner },
  {
    method: 'POST',
    path: '/admin/sendenterpriseinvites',
    operation: sendEnterpriseInvites,
    largestBody: largestCall,
  },
  { method: 'GET', path: '/admin/uploadenterpriselogo', operation: getLogoUpload },
  { method: 'POST', path: '/admin/uploadenterpriselogo', operation: finishLogoUpload },
]);
