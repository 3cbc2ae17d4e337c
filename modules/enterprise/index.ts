/** Companies, their brand and their team: the module's one face. */
export { type CompanyCaller, companyMember, isTeamMember } from './access.ts';
export { enterpriseCalls } from './api.ts';
export type { Brand } from './brand.ts';
export { type BrandTerms, getBranding, getBrandTerms } from './branding.ts';
export {
  brandForCompany,
  brandForHost,
  findBrandOfHost,
  listServedHosts,
} from './brands.ts';
export {
  addTeamMember,
  type CompanyProfile,
  createCompany,
  findTeamMembership,
  getCompany,
  type NewCompany,
} from './companies.ts';
export { sendSupportRequest } from './jobs.ts';
export { getLegalText } from './legal-texts.ts';
export { mailBrandFor, postalAddress } from './mail-brand.ts';
export { type NewPortalBrand, portalBrandInput, savePortalBrand } from './portal-brand.ts';
export { isShieldLinkId, roleAtLeast } from './rules.ts';
export { askSupport, deliverSupportRequest, getSupport } from './support.ts';
export { brandStyleSheet, hasOwnColours, type Theme } from './theme.ts';
