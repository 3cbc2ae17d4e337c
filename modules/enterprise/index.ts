/** Companies, their brand and their team: the module's one face. */
export { type CompanyCaller, companyMember, isTeamMember } from './access.ts';
export { enterpriseCalls } from './api.ts';
export { type BrandTerms, getBranding, getBrandTerms } from './branding.ts';
export {
  type Brand,
  brandForCompany,
  brandForHost,
  defaultBrand,
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
export { mailBrandFor, postalAddress } from './mail-brand.ts';
export { isShieldLinkId, roleAtLeast } from './rules.ts';
export { brandStyleSheet, type Theme } from './theme.ts';
