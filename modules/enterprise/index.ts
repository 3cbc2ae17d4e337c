/** Companies, their brands and their teams: the only file of enterprise that other modules import. */
export { type CompanyCaller, companyMember, isTeamMember } from './access.ts';
export { enterpriseCopies } from './anonymized.ts';
export { enterpriseCalls } from './api.ts';
export { deliverApiKeyNews } from './api-keys/deliver.ts';
export { getKeyOwner, listApiKeys, readApiKeys } from './api-keys/listing.ts';
export { makeApiKey } from './api-keys/making.ts';
export { revokeApiKey, revokeKey } from './api-keys/revoking.ts';
export { enterpriseAudit } from './audit.ts';
export { type Brand, logoAddress } from './brand/brand.ts';
export { getBranding } from './brand/branding.ts';
export {
  brandedHost,
  brandForCompany,
  brandForHost,
  findBrandOfHost,
  listServedBrands,
} from './brand/brands.ts';
export { type CompanyBrand, getCompanyBrand, saveCompanyBrand } from './brand/company-brand.ts';
export { homeHostOf } from './brand/home-host.ts';
export { isHostLabelFree } from './brand/host-labels.ts';
export { type Letterhead, letterheadOf } from './brand/letterhead.ts';
export {
  changeLogo,
  findLogo,
  incomingLogo,
  readLogo,
  removeLogo,
  takeIncomingLogo,
} from './brand/logo.ts';
export { mailBrandFor, postalAddress } from './brand/mail-brand.ts';
export {
  editPortalBrand,
  findPortalBrand,
  type NewPortalBrand,
  portalBrandInput,
  savePortalBrand,
} from './brand/portal-brand.ts';
export { findHostEnding, isReleasedHost } from './brand/released-hosts.ts';
export { deliverHostChanged, deliverReleasedHost, tellPeopleOfHost } from './brand/telling.ts';
export { brandStyleSheet, type ColorReport, hasOwnColors, reportColors, type Theme } from './brand/theme.ts';
export {
  addTeamMember,
  type CompanyProfile,
  createCompany,
  findCompanyOwner,
  findTeamMembership,
  getCompany,
  mayIssueCoupons,
  type NewCompany,
} from './company/companies.ts';
export { getCompanyDetails, saveCompanyDetails } from './company/details.ts';
export { switchCompany, switchFeatures } from './company/features.ts';
export {
  listPackageChoices,
  lockPackageChoices,
  type PackageChoice,
  savePackageChoices,
} from './company/package-choice.ts';
export { isPortalName, isReservedName } from './company/reserved-names.ts';
export {
  type CompanySettings,
  companySettingsAnswer,
  getCompanySettings,
  saveCompanyProfile,
  saveCompanySettings,
} from './company/settings.ts';
export {
  adminDashboardAddress,
  enterpriseDashboardAddress,
  readDashboardAddresses,
  saveDashboardAddresses,
} from './dashboards.ts';
export {
  companyTurnedOff,
  hostReleased,
  ownerSwitched,
  shieldLinkTurnedOff,
  teamRoleChanged,
} from './events.ts';
export {
  sendApiKeyNews,
  sendHostChanged,
  sendReleasedHost,
  sendSupportRequest,
  sendTeamInvitation,
  sendTeamNews,
  sendTermsCopy,
  sendWebhookDisabled,
  sendWebhooks,
  tellReleasedHost,
} from './jobs.ts';
export { anyApiKey, apiKey } from './key-calls/access.ts';
export { API_VERSION, answerKeyCall } from './key-calls/answering.ts';
export { enterpriseKeyCalls } from './key-calls/api.ts';
export { findKey } from './key-calls/authenticating.ts';
export { pageInput, pageOf, unknownCursor } from './key-calls/paging.ts';
export { enterprisePersonalData } from './personal-data.ts';
export {
  addReleaseNote,
  listReleaseNotes,
  markReleaseNotesRead,
  readReleaseNotes,
  removeReleaseNote,
} from './release-notes.ts';
export { enterpriseRetention } from './retention.ts';
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
export { saveTeam, switchOwner } from './team/changes.ts';
export { deliverTeamInvitation, deliverTeamNews } from './team/deliver.ts';
export { inviteeAnswer, teamInputs } from './team/inputs.ts';
export { checkInvitee, inviteTeamMember, resendTeamInvite } from './team/invitations.ts';
export { listTeam, listTeamFor, teamMemberAnswer, teamRowAnswer } from './team/list.ts';
export { compareShownFor } from './team/shown-for.ts';
export { lockTeam } from './team/team.ts';
export { deliverTermsCopy } from './terms/copy.ts';
export { getLegalText } from './terms/legal-texts.ts';
export { acceptTerms, getHostTerms, getTermsDue } from './terms/terms.ts';
export { endTour, getTour, readTourTexts, writeTourTexts } from './tour.ts';
export { listVitals, recordVitals } from './vitals.ts';
export { addWebhook } from './webhooks/adding.ts';
export { changeWebhook, removeWebhook, rotateWebhookSecret } from './webhooks/changing.ts';
export { getWebhookDelivery, listWebhookDeliveries } from './webhooks/deliveries.ts';
export { documentedEvents, eventData } from './webhooks/event-data.ts';
export { type CompanyEvent, deliverEvents } from './webhooks/events.ts';
export { webhookFigures } from './webhooks/figures.ts';
export { listWebhooks } from './webhooks/listing.ts';
export { deliverWebhookDisabled } from './webhooks/mails.ts';
export { openWebhookNetwork, type WebhookNetwork, webhookNetwork } from './webhooks/network.ts';
export { pingWebhook } from './webhooks/pinging.ts';
export { replayEndpoint, replayFailedWebhooks, replayWebhookDelivery } from './webhooks/replaying.ts';
export { sendDueWebhooks } from './webhooks/sending.ts';
export { dueWebhooks } from './webhooks/sweeps.ts';
