/** Companies, their brands and their teams: the only file of enterprise that other modules import. */
export { type CompanyCaller, companyMember, isTeamMember } from './access.ts';
export { enterpriseCalls } from './api.ts';
export { enterpriseAudit } from './audit.ts';
export { type Brand, logoAddress } from './brand.ts';
export { getBranding } from './branding.ts';
export {
  brandedHost,
  brandForCompany,
  brandForHost,
  findBrandOfHost,
  listServedHosts,
} from './brands.ts';
export {
  addTeamMember,
  type CompanyProfile,
  createCompany,
  findCompanyOwner,
  findTeamMembership,
  getCompany,
  mayIssueCoupons,
  type NewCompany,
} from './companies.ts';
export { type CompanyBrand, getCompanyBrand, saveCompanyBrand } from './company-brand.ts';
export { getCompanyDetails, saveCompanyDetails } from './company-details.ts';
export {
  type CompanySettings,
  companySettingsAnswer,
  getCompanySettings,
  saveCompanyProfile,
  saveCompanySettings,
} from './company-settings.ts';
export {
  adminDashboardAddress,
  enterpriseDashboardAddress,
  readDashboardAddresses,
  saveDashboardAddresses,
} from './dashboards.ts';
export { shieldLinkTurnedOff } from './events.ts';
export { switchFeatures } from './features.ts';
export { homeHostOf } from './home-host.ts';
export { isHostLabelFree } from './host-labels.ts';
export { sendSupportRequest, sendTeamInvitation, sendTeamNews, sendTermsCopy } from './jobs.ts';
export { getLegalText } from './legal-texts.ts';
export { type Letterhead, letterheadOf } from './letterhead.ts';
export {
  changeLogo,
  findLogo,
  incomingLogo,
  readLogo,
  removeLogo,
  takeIncomingLogo,
} from './logo.ts';
export { mailBrandFor, postalAddress } from './mail-brand.ts';
export { listPackageChoices, type PackageChoice, savePackageChoices } from './package-choice.ts';
export { enterprisePersonalData } from './personal-data.ts';
export {
  editPortalBrand,
  findPortalBrand,
  type NewPortalBrand,
  portalBrandInput,
  savePortalBrand,
} from './portal-brand.ts';
export {
  addReleaseNote,
  listReleaseNotes,
  markReleaseNotesRead,
  readReleaseNotes,
  removeReleaseNote,
} from './release-notes.ts';
export { enterpriseFlagOf, isShieldLinkId, roleAtLeast } from './rules.ts';
export { askSupport, deliverSupportRequest, getSupport } from './support.ts';
export { enterpriseSweeps } from './sweep.ts';
export { acceptTeamInvite, findTeamLink, getTeamInvite, type TeamLink } from './team/accept.ts';
export {
  checkTeamInvite,
  inviteMember,
  listEnterpriseTeam,
  resendInvite,
  saveEnterpriseTeam,
  switchEnterpriseOwner,
} from './team/calls.ts';
export { deliverTeamInvitation, deliverTeamNews } from './team/deliver.ts';
export { listTeam, teamMemberAnswer } from './team/list.ts';
export { acceptTerms, getHostTerms, getTermsDue } from './terms.ts';
export { deliverTermsCopy } from './terms-copy.ts';
export { brandStyleSheet, type ColorReport, hasOwnColors, reportColors, type Theme } from './theme.ts';
export { endTour, getTour, readTourTexts, writeTourTexts } from './tour.ts';
export { listVitals, recordVitals } from './vitals.ts';
