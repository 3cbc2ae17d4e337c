import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { TeamRole } from '#modules/platform/index.ts';

/** The tables of enterprise. The migration holds the same checks and indexes, and the foreign keys besides. */

const text = () => p.text().default('');

const CompanySchema = defineEntity({
  name: 'Company',
  tableName: 'company',
  properties: {
    id: p.uuid().primary(),
    companyName: p.text(),
    legalBusinessName: text(),
    contactFirstname: text(),
    contactLastname: text(),
    accountingPhone: text(),
    accountingEmail: text(),
    companyAddress1: text(),
    companyAddress2: text(),
    companyCity: text(),
    companyState: text(),
    companyPostalcode: text(),
    companyCountry: p.text().default('US'),
    companyPhone: text(),
    companyUrl: text(),
    taxId: text(),
    crmId: text(),
    accountingId: text(),
    /** IANA name: the hour of a company's mails and the dates of those who have none of their own (D83). */
    timeZone: p.text().default('America/Chicago'),
    enterpriseEnabled: p.boolean().default(true),
    dashboardEnabled: p.boolean().default(false),
    alertDashboardEnabled: p.boolean().default(false),
    teamManagementEnabled: p.boolean().default(false),
    enablePayments: p.boolean().default(false),
    shieldlinkEnabled: p.boolean().default(false),
    shieldlinkid: p.text(),
    /** Whoever registers on the branded host is invited (D59). */
    networkAutoinvite: p.boolean().default(false),
    /** Accepting shares the report too (D59). */
    networkRequiresPdf: p.boolean().default(false),
    customBrandingEnabled: p.boolean().default(false),
    /** The label before the branded suffix, e.g. `acme`. */
    brandingHostname: p.text().nullable(),
    customStoreUrl: p.text().nullable(),
    businessFooter: p.boolean().default(true),
    shieldhubBranding: p.boolean().default(true),
    primaryColor: p.text().default('#ED683C'),
    primaryButtonBackground: p.text().nullable(),
    primaryButtonText: p.text().nullable(),
    brandingLogoPath: text(),
    /** Sanitised HTML; empty for the portal's own. */
    companyTermsConditions: text(),
    creditCardTerms: text(),
    stripePublishableKey: text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  checks: [
    { name: 'company_company_name_check', expression: "company_name <> ''" },
    { name: 'company_shieldlinkid_check', expression: "shieldlinkid ~ '^SL[0-9]{9}$'" },
    {
      name: 'company_branding_hostname_check',
      expression: "branding_hostname ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'",
    },
    {
      name: 'company_custom_store_url_check',
      expression: 'custom_store_url is null or branding_hostname is not null',
    },
    { name: 'company_primary_color_check', expression: "primary_color ~ '^#[0-9A-Fa-f]{6}$'" },
    {
      name: 'company_primary_button_background_check',
      expression: "primary_button_background ~ '^#[0-9A-Fa-f]{6}$'",
    },
    { name: 'company_primary_button_text_check', expression: "primary_button_text ~ '^#[0-9A-Fa-f]{6}$'" },
    { name: 'company_company_state_check', expression: "company_state ~ '^([A-Z]{2})?$'" },
    { name: 'company_company_postalcode_check', expression: "company_postalcode ~ '^([0-9]{5})?$'" },
    { name: 'company_company_phone_check', expression: "company_phone ~ '^([0-9]{10})?$'" },
    { name: 'company_accounting_phone_check', expression: "accounting_phone ~ '^([0-9]{10})?$'" },
  ],
  indexes: [
    {
      name: 'company_shieldlinkid_key',
      expression: 'create unique index company_shieldlinkid_key on company (shieldlinkid)',
    },
    {
      name: 'company_branding_hostname_key',
      expression:
        'create unique index company_branding_hostname_key on company (branding_hostname) where branding_hostname is not null',
    },
  ],
});
export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);

/** A person in a company's team; a person is in one team only, and a company has exactly one owner. */
const TeamMemberSchema = defineEntity({
  name: 'TeamMember',
  tableName: 'team_member',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    accountId: p.uuid(),
    role: p.text().$type<TeamRole>(),
    /** Set by the owner alone, whose card pays (D60). */
    issueCoupons: p.boolean().default(false),
    joinedAt: p.datetime(),
  },
  checks: [
    { name: 'team_member_role_check', expression: "role in ('owner', 'admin', 'viewer')" },
    { name: 'team_member_issue_coupons_check', expression: "role <> 'viewer' or not issue_coupons" },
  ],
  indexes: [
    {
      name: 'team_member_account_id_key',
      expression: 'create unique index team_member_account_id_key on team_member (account_id)',
    },
    {
      name: 'team_member_company_id_idx',
      expression: 'create index team_member_company_id_idx on team_member (company_id)',
    },
  ],
});
export class TeamMember extends TeamMemberSchema.class {}
TeamMemberSchema.setClass(TeamMember);

/** Every entity of this module. */
export const enterpriseEntities = [Company, TeamMember];

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof CompanySchema | typeof TeamMemberSchema> {}
}
