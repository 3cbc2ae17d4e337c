import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { TeamRole } from '#modules/platform/index.ts';
import { apiKeyEntities } from './api-keys/entities.ts';
import type { InvitedRole, VitalName } from './fields.ts';
import { keyCallEntities } from './key-calls/entities.ts';
import { webhookEntities } from './webhooks/entities.ts';

/** The tables of enterprise. Their constraints and indexes are in the migrations. */

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
    /** Encrypted, because a sole owner's is their SSN. */
    taxIdSealed: p.text().nullable(),
    crmId: text(),
    accountingId: text(),
    /**
     * IANA name. It decides the hour of a company's mails, and the dates of its people who have no time zone of their
     * own (D83).
     */
    timeZone: p.text().default('America/Chicago'),
    /** The hour of the daily summary in the company's time zone, 0 to 23. */
    dailySummaryHour: p.integer().default(8),
    /** Why it may use consumer reports, as names from `permissiblePurposes`; empty until the owner says. */
    permissiblePurpose: text(),
    enterpriseEnabled: p.boolean().default(true),
    dashboardEnabled: p.boolean().default(false),
    alertDashboardEnabled: p.boolean().default(false),
    teamManagementEnabled: p.boolean().default(false),
    enablePayments: p.boolean().default(false),
    shieldlinkEnabled: p.boolean().default(false),
    shieldlinkid: p.text(),
    /** Whether people who register on the branded host are invited (D59). */
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
    stripePublishableKey: text(),
    /** Empty for the portal's own. */
    supportEmail: text(),
    /** Address of help pages; empty for none. */
    helpUrl: text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);

/** The label of a host that a company gave up, and since when (D114). */
const ReleasedHostSchema = defineEntity({
  name: 'ReleasedHost',
  tableName: 'released_host',
  properties: { label: p.text().primary(), companyId: p.uuid(), releasedAt: p.datetime() },
});
class ReleasedHost extends ReleasedHostSchema.class {}
ReleasedHostSchema.setClass(ReleasedHost);

/** Who is still to be told that a host was given up. */
const ReleasedHostReaderSchema = defineEntity({
  name: 'ReleasedHostReader',
  tableName: 'released_host_reader',
  properties: { releaseId: p.uuid().primary(), accountId: p.uuid().primary() },
});
class ReleasedHostReader extends ReleasedHostReaderSchema.class {}
ReleasedHostReaderSchema.setClass(ReleasedHostReader);

/** The portal's own brand: one row with the id 1; none before `shield setup`. */
const PortalBrandSchema = defineEntity({
  name: 'PortalBrand',
  tableName: 'portal_brand',
  properties: {
    id: p.integer().primary(),
    companyName: p.text(),
    legalName: p.text(),
    companyAddress1: p.text(),
    companyAddress2: text(),
    companyCity: p.text(),
    companyState: p.text(),
    companyPostalcode: p.text(),
    companyCountry: p.text().default('US'),
    companyPhone: p.text(),
    supportEmail: p.text(),
    helpUrl: text(),
    /** The address from which every mail is sent. */
    senderAddress: p.text(),
    primaryColor: p.text().default('#ED683C'),
    primaryButtonBackground: p.text().nullable(),
    primaryButtonText: p.text().nullable(),
    brandingLogoPath: text(),
    timeZone: p.text(),
    updatedAt: p.datetime(),
  },
});
class PortalBrand extends PortalBrandSchema.class {}
PortalBrandSchema.setClass(PortalBrand);

/** A package of the catalogue that a company chose for its host. */
const CompanyPackageSchema = defineEntity({
  name: 'CompanyPackage',
  tableName: 'company_package',
  properties: {
    companyId: p.uuid().primary(),
    craid: p.text().primary(),
    /** The provider's product code, which all versions of the package share. */
    crapackageid: p.text().primary(),
    enabled: p.boolean(),
    /** Whether the host offers it first. */
    defaultPackage: p.boolean(),
  },
});
class CompanyPackage extends CompanyPackageSchema.class {}
CompanyPackageSchema.setClass(CompanyPackage);

/** A person in a company's team. A person is in only one team, and a company has exactly one owner. */
const TeamMemberSchema = defineEntity({
  name: 'TeamMember',
  tableName: 'team_member',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    accountId: p.uuid(),
    role: p.text().$type<TeamRole>(),
    /** Set only by the owner, whose card pays (D60). */
    issueCoupons: p.boolean().default(false),
    joinedAt: p.datetime(),
  },
});
class TeamMember extends TeamMemberSchema.class {}
TeamMemberSchema.setClass(TeamMember);

/**
 * An invitation into a company's team. It stays open until it is accepted or withdrawn; its link works until it
 * expires.
 */
const TeamInvitationSchema = defineEntity({
  name: 'TeamInvitation',
  tableName: 'team_invitation',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    /** In any case. */
    toEmail: p.text().columnType('citext'),
    role: p.text().$type<InvitedRole>(),
    invitedByAccountId: p.uuid(),
    invitedAt: p.datetime(),
    /** When its newest mail was requested. */
    sentAt: p.datetime(),
    expiresAt: p.datetime(),
    /** Encrypted rather than hashed, because the same link is mailed again (D22). */
    codeSealed: p.text(),
    codeHash: p.text(),
    acceptedAt: p.datetime().nullable(),
    acceptedByAccountId: p.uuid().nullable(),
    withdrawnAt: p.datetime().nullable(),
  },
});
class TeamInvitation extends TeamInvitationSchema.class {}
TeamInvitationSchema.setClass(TeamInvitation);

/** A message to support, until it is mailed. */
const SupportRequestSchema = defineEntity({
  name: 'SupportRequest',
  tableName: 'support_request',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid().nullable(),
    host: p.text(),
    /** Encrypted: name, address and message. */
    content: p.text(),
    requestedAt: p.datetime(),
  },
});
class SupportRequest extends SupportRequestSchema.class {}
SupportRequestSchema.setClass(SupportRequest);

/** How often a measurement of a page fell into a bucket on a day. Nothing about who measured it is stored. */
const WebVitalSchema = defineEntity({
  name: 'WebVital',
  tableName: 'web_vital',
  properties: {
    day: p.date().primary(),
    /** The route's id, such as `routes/user/home`. */
    page: p.text().primary(),
    metric: p.text().$type<VitalName>().primary(),
    /** The power of 1.1 that holds the value (vitals.ts). */
    bucket: p.integer().primary(),
    count: p.integer(),
  },
});
class WebVital extends WebVitalSchema.class {}
WebVitalSchema.setClass(WebVital);

/** What is new in the portal, written by staff. */
const ReleaseNoteSchema = defineEntity({
  name: 'ReleaseNote',
  tableName: 'release_note',
  properties: { id: p.uuid().primary(), title: p.text(), body: p.text(), publishedAt: p.datetime() },
});
class ReleaseNote extends ReleaseNoteSchema.class {}
ReleaseNoteSchema.setClass(ReleaseNote);

/** The moment up to which a person has read the release notes. */
const ReleaseNoteReaderSchema = defineEntity({
  name: 'ReleaseNoteReader',
  tableName: 'release_note_reader',
  properties: { accountId: p.uuid().primary(), readUntil: p.datetime() },
});
class ReleaseNoteReader extends ReleaseNoteReaderSchema.class {}
ReleaseNoteReaderSchema.setClass(ReleaseNoteReader);

/** The people who have ended the guided tour. */
const TourEndSchema = defineEntity({
  name: 'TourEnd',
  tableName: 'tour_end',
  properties: { accountId: p.uuid().primary(), seenToEnd: p.boolean(), endedAt: p.datetime() },
});
class TourEnd extends TourEndSchema.class {}
TourEndSchema.setClass(TourEnd);

/** Every entity of this module. */
export const enterpriseEntities = [
  ...apiKeyEntities,
  ...keyCallEntities,
  Company,
  CompanyPackage,
  PortalBrand,
  ReleasedHost,
  ReleasedHostReader,
  ReleaseNote,
  ReleaseNoteReader,
  SupportRequest,
  TeamInvitation,
  TeamMember,
  TourEnd,
  WebVital,
  ...webhookEntities,
];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof CompanySchema
      | typeof CompanyPackageSchema
      | typeof PortalBrandSchema
      | typeof ReleasedHostReaderSchema
      | typeof ReleasedHostSchema
      | typeof ReleaseNoteReaderSchema
      | typeof ReleaseNoteSchema
      | typeof SupportRequestSchema
      | typeof TeamInvitationSchema
      | typeof TeamMemberSchema
      | typeof TourEndSchema
      | typeof WebVitalSchema
    > {}
}
