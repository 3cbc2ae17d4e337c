import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AccessKind, CodePurpose, Role, TermsKind, TwoStepMethod } from './rules.ts';

/**
 * The tables of identity. Entities stay in this module; the migration holds the same checks and indexes, and the
 * foreign keys besides.
 */

const text = () => p.text().default('');

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.uuid().primary(),
    emailaddress: p.string().columnType('citext'),
    emailVerifiedAt: p.datetime().nullable(),
    role: p.text().$type<Role>().default('USER'),
    active: p.boolean().default(true),
    passwordHash: p.text(),
    passwordChangedAt: p.datetime(),
    twoStepMethod: p.text().$type<TwoStepMethod>().default('EMAIL'),
    mobileVerifiedAt: p.datetime().nullable(),
    firstname: p.text(),
    middlename: text(),
    lastname: p.text(),
    namesuffix: text(),
    businessname: text(),
    mobile: text(),
    businessphone: text(),
    address1: text(),
    address2: text(),
    city: text(),
    state: text(),
    postalcode: text(),
    dateofbirth: p.date().nullable(),
    /** Where the storage port keeps the picture; empty for none. */
    profileImageKey: text(),
    /** AES-256-GCM with its key id, as the key ring writes it (D44). */
    ssnEncrypted: p.text().nullable(),
    /** Finds equal numbers without showing one (D44). */
    ssnHmac: p.text().nullable(),
    /** Name and date of birth as an ID document proved them: no longer the person's to change (doc2 §2.2). */
    lockedNameDob: p.boolean().default(false),
    networkSharingMaster: p.boolean().default(true),
    networkAutoacceptinvite: p.boolean().default(false),
    networkSearchresults: p.boolean().default(false),
    emailPreferenceInvites: p.boolean().default(true),
    emailPreferenceRenewal: p.boolean().default(true),
    emailPreferenceMarketing: p.boolean().default(false),
    criticalemails: p.boolean().default(true),
    shieldscoreCleanAutoaccept: p.boolean().default(false),
    /** The host the person registered on: mail and links go by its brand (D15). */
    registeredHost: text(),
    registeredAt: p.datetime(),
    acceptedTermsId: p.uuid().nullable(),
    lastLoginAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'account_role_check', expression: "role in ('USER', 'ADMIN')" },
    {
      name: 'account_two_step_method_check',
      expression: "two_step_method in ('EMAIL', 'SMS', 'OTPAPP', 'DISABLED')",
    },
    {
      name: 'account_admin_two_step_check',
      expression: "role <> 'ADMIN' or two_step_method <> 'DISABLED'",
    },
    {
      name: 'account_emailaddress_check',
      expression: "emailaddress ~ '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,24}$'",
    },
    { name: 'account_mobile_check', expression: "mobile ~ '^([0-9]{10})?$'" },
    { name: 'account_businessphone_check', expression: "businessphone ~ '^([0-9]{10})?$'" },
    { name: 'account_state_check', expression: "state ~ '^([A-Z]{2})?$'" },
    { name: 'account_postalcode_check', expression: "postalcode ~ '^([0-9]{5})?$'" },
    { name: 'account_dateofbirth_check', expression: "dateofbirth > '1900-01-01'::date" },
    { name: 'account_ssn_check', expression: '(ssn_encrypted is null) = (ssn_hmac is null)' },
  ],
  indexes: [
    {
      name: 'account_emailaddress_key',
      expression: 'create unique index account_emailaddress_key on account (emailaddress)',
    },
    {
      name: 'account_ssn_hmac_idx',
      expression: 'create index account_ssn_hmac_idx on account (ssn_hmac) where ssn_hmac is not null',
    },
    {
      name: 'account_search_idx',
      expression:
        "create index account_search_idx on account using gin (lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text) gin_trgm_ops)",
    },
    {
      name: 'account_accepted_terms_id_idx',
      expression: 'create index account_accepted_terms_id_idx on account (accepted_terms_id)',
    },
  ],
});
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** SHA-256 of the cookie's token; the token itself is kept nowhere (D10). */
    tokenHash: p.blob(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime(),
    /** The end whatever happens; idleness ends it sooner. */
    expiresAt: p.datetime(),
    twoStepAt: p.datetime().nullable(),
    /** Opened in a remembered browser: no second step asked (doc1 §2). */
    remembered: p.boolean().default(false),
    /** The admin who acts in it as this person (D16). */
    adminAccountId: p.uuid().nullable(),
    address: text(),
    agent: text(),
  },
  checks: [
    { name: 'session_token_hash_check', expression: 'octet_length(token_hash) = 32' },
    { name: 'session_expires_at_check', expression: 'expires_at > created_at' },
    { name: 'session_admin_account_id_check', expression: 'admin_account_id <> account_id' },
  ],
  indexes: [
    {
      name: 'session_token_hash_key',
      expression: 'create unique index session_token_hash_key on session (token_hash)',
    },
    {
      name: 'session_account_id_idx',
      expression: 'create index session_account_id_idx on session (account_id)',
    },
    {
      name: 'session_expires_at_idx',
      expression: 'create index session_expires_at_idx on session (expires_at)',
    },
    {
      name: 'session_admin_account_id_idx',
      expression:
        'create index session_admin_account_id_idx on session (admin_account_id) where admin_account_id is not null',
    },
  ],
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

/** What a session check answers from above, one row per person, kept true by the upper modules (D10). */
const SessionFactsSchema = defineEntity({
  name: 'SessionFacts',
  tableName: 'session_facts',
  properties: {
    accountId: p.uuid().primary(),
    certificationNumber: p.text().nullable(),
    certificationScore: p.text().nullable(),
    certificationExpiration: p.date().nullable(),
    hasCurrentVerification: p.boolean().default(false),
    pendingScoreChange: p.boolean().default(false),
    openScoreDispute: p.boolean().default(false),
    alertCount: p.integer().default(0),
    applicationCount: p.integer().default(0),
    companyId: p.uuid().nullable(),
    companyName: p.text().nullable(),
    teamRole: p.text().$type<'owner' | 'admin' | 'viewer'>().nullable(),
    dashboardEnabled: p.boolean().default(false),
    alertDashboardEnabled: p.boolean().default(false),
    shieldlinkEnabled: p.boolean().default(false),
    shieldlinkid: p.text().nullable(),
    enablePayments: p.boolean().default(false),
    enterpriseEnabled: p.text().$type<'YES' | 'NO' | 'BLOCKED'>().default('NO'),
  },
  checks: [
    {
      name: 'session_facts_certification_score_check',
      expression: "certification_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')",
    },
    {
      name: 'session_facts_certification_number_check',
      expression: "certification_number ~ '^[A-Z]{2}[0-9]{9}$'",
    },
    { name: 'session_facts_team_role_check', expression: "team_role in ('owner', 'admin', 'viewer')" },
    { name: 'session_facts_team_check', expression: '(company_id is null) = (team_role is null)' },
    {
      name: 'session_facts_enterprise_enabled_check',
      expression: "enterprise_enabled in ('YES', 'NO', 'BLOCKED')",
    },
    { name: 'session_facts_counts_check', expression: 'alert_count >= 0 and application_count >= 0' },
  ],
  indexes: [
    {
      name: 'session_facts_certification_number_key',
      expression:
        'create unique index session_facts_certification_number_key on session_facts (certification_number) where certification_number is not null',
    },
    {
      name: 'session_facts_search_idx',
      expression:
        'create index session_facts_search_idx on session_facts using gin (lower(certification_number) gin_trgm_ops)',
    },
    {
      name: 'session_facts_company_id_idx',
      expression:
        'create index session_facts_company_id_idx on session_facts (company_id) where company_id is not null',
    },
  ],
});
export class SessionFactsRow extends SessionFactsSchema.class {}
SessionFactsSchema.setClass(SessionFactsRow);

/** A code that was asked for. The job that sends it mints it: until then there is no hash (D12). */
const VerificationCodeSchema = defineEntity({
  name: 'VerificationCode',
  tableName: 'verification_code',
  properties: {
    id: p.uuid().primary(),
    /** Unknown only while a recovery waits for its job, which looks the address up (D13). */
    accountId: p.uuid().nullable(),
    purpose: p.text().$type<CodePurpose>(),
    channel: p.text().$type<'EMAIL' | 'SMS'>(),
    /** The address or number it goes to, as it stood when it was asked for. */
    destination: p.text(),
    /** The host whose brand the mail wears and whose address its link has. */
    host: text(),
    requestedAt: p.datetime(),
    codeHash: p.text().nullable(),
    /** The mailed link's own long token, for recovery alone (D12). */
    linkHash: p.blob().nullable(),
    /** The browser that asked, for recovery alone (D12). */
    browserHash: p.blob().nullable(),
    sentAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    tries: p.integer().default(0),
    usedAt: p.datetime().nullable(),
    voidedAt: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'verification_code_purpose_check',
      expression: "purpose in ('register', 'two-step', 'recovery')",
    },
    { name: 'verification_code_channel_check', expression: "channel in ('EMAIL', 'SMS')" },
    { name: 'verification_code_tries_check', expression: 'tries >= 0 and tries <= 5' },
    {
      name: 'verification_code_sent_check',
      expression: '(code_hash is null) = (sent_at is null) and (code_hash is null) = (expires_at is null)',
    },
    {
      name: 'verification_code_account_id_check',
      expression: "account_id is not null or (purpose = 'recovery' and code_hash is null)",
    },
    { name: 'verification_code_used_check', expression: 'used_at is null or sent_at is not null' },
  ],
  indexes: [
    {
      name: 'verification_code_live_key',
      expression:
        'create unique index verification_code_live_key on verification_code (account_id, purpose) where used_at is null and voided_at is null',
    },
    {
      name: 'verification_code_browser_hash_idx',
      expression:
        'create index verification_code_browser_hash_idx on verification_code (browser_hash) where browser_hash is not null',
    },
    {
      name: 'verification_code_link_hash_idx',
      expression:
        'create index verification_code_link_hash_idx on verification_code (link_hash) where link_hash is not null',
    },
    {
      name: 'verification_code_requested_at_idx',
      expression: 'create index verification_code_requested_at_idx on verification_code (requested_at)',
    },
  ],
});
export class VerificationCode extends VerificationCodeSchema.class {}
VerificationCodeSchema.setClass(VerificationCode);

/** A browser that is remembered for 30 days: no second step, and a count of failed sign-ins of its own (D13). */
const TrustedBrowserSchema = defineEntity({
  name: 'TrustedBrowser',
  tableName: 'trusted_browser',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    tokenHash: p.blob(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime(),
    expiresAt: p.datetime(),
    address: text(),
    agent: text(),
  },
  checks: [{ name: 'trusted_browser_token_hash_check', expression: 'octet_length(token_hash) = 32' }],
  indexes: [
    {
      name: 'trusted_browser_token_hash_key',
      expression: 'create unique index trusted_browser_token_hash_key on trusted_browser (token_hash)',
    },
    {
      name: 'trusted_browser_account_id_idx',
      expression: 'create index trusted_browser_account_id_idx on trusted_browser (account_id)',
    },
  ],
});
export class TrustedBrowser extends TrustedBrowserSchema.class {}
TrustedBrowserSchema.setClass(TrustedBrowser);

/** Failed sign-ins, counted apart from the sign-in itself, which rolls back (D13). The key names nobody. */
const LoginFailureSchema = defineEntity({
  name: 'LoginFailure',
  tableName: 'login_failure',
  properties: {
    keyHash: p.text().primary(),
    failures: p.integer(),
    lastAt: p.datetime(),
    blockedUntil: p.datetime().nullable(),
  },
  checks: [{ name: 'login_failure_failures_check', expression: 'failures >= 1' }],
  indexes: [
    {
      name: 'login_failure_last_at_idx',
      expression: 'create index login_failure_last_at_idx on login_failure (last_at)',
    },
  ],
});
class LoginFailure extends LoginFailureSchema.class {}
LoginFailureSchema.setClass(LoginFailure);

/** One version of a text that people agree to (D17). Its words never change; a new version takes its place. */
const TermsVersionSchema = defineEntity({
  name: 'TermsVersion',
  tableName: 'terms_version',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<TermsKind>(),
    version: p.integer(),
    html: p.text(),
    publishedAt: p.datetime(),
    isCurrent: p.boolean().default(false),
  },
  checks: [
    { name: 'terms_version_kind_check', expression: "kind in ('portal', 'purchase', 'score')" },
    { name: 'terms_version_version_check', expression: 'version >= 1' },
  ],
  triggers: [
    {
      name: 'terms_version_unchanged',
      timing: 'before',
      events: ['update'],
      expression:
        'create trigger terms_version_unchanged before update of kind, version, html, published_at on terms_version for each row execute function refuse_terms_change()',
    },
  ],
  indexes: [
    {
      name: 'terms_version_kind_version_key',
      expression: 'create unique index terms_version_kind_version_key on terms_version (kind, version)',
    },
    {
      name: 'terms_version_current_key',
      expression: 'create unique index terms_version_current_key on terms_version (kind) where is_current',
    },
  ],
});
class TermsVersion extends TermsVersionSchema.class {}
TermsVersionSchema.setClass(TermsVersion);

const TermsAcceptanceSchema = defineEntity({
  name: 'TermsAcceptance',
  tableName: 'terms_acceptance',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    termsVersionId: p.uuid(),
    acceptedAt: p.datetime(),
    address: text(),
    agent: text(),
    emailCopy: p.boolean().default(false),
  },
  triggers: [
    {
      name: 'terms_acceptance_unchanged',
      timing: 'before',
      events: ['update'],
      expression:
        'create trigger terms_acceptance_unchanged before update on terms_acceptance for each row execute function refuse_terms_change()',
    },
  ],
  indexes: [
    {
      name: 'terms_acceptance_account_id_terms_version_id_key',
      expression:
        'create unique index terms_acceptance_account_id_terms_version_id_key on terms_acceptance (account_id, terms_version_id)',
    },
    {
      name: 'terms_acceptance_terms_version_id_idx',
      expression: 'create index terms_acceptance_terms_version_id_idx on terms_acceptance (terms_version_id)',
    },
  ],
});
export class TermsAcceptance extends TermsAcceptanceSchema.class {}
TermsAcceptanceSchema.setClass(TermsAcceptance);

/** Who saw a person: one row per viewer, person, kind and day (D48). */
const AccessEntrySchema = defineEntity({
  name: 'AccessEntry',
  tableName: 'access_entry',
  properties: {
    id: p.uuid().primary(),
    personId: p.uuid(),
    viewerAccountId: p.uuid().nullable(),
    viewerCompanyId: p.uuid().nullable(),
    kind: p.text().$type<AccessKind>(),
    day: p.date(),
    firstAt: p.datetime(),
    reason: text(),
  },
  checks: [
    {
      name: 'access_entry_kind_check',
      expression: "kind in ('search', 'score', 'report', 'export', 'api')",
    },
    {
      name: 'access_entry_viewer_check',
      expression: 'viewer_account_id is not null or viewer_company_id is not null',
    },
  ],
  indexes: [
    {
      name: 'access_entry_once_a_day_key',
      expression:
        'create unique index access_entry_once_a_day_key on access_entry (person_id, viewer_account_id, viewer_company_id, kind, day) nulls not distinct',
    },
    {
      name: 'access_entry_person_id_first_at_idx',
      expression:
        'create index access_entry_person_id_first_at_idx on access_entry (person_id, first_at desc, id)',
    },
    {
      name: 'access_entry_viewer_account_id_first_at_idx',
      expression:
        "create index access_entry_viewer_account_id_first_at_idx on access_entry (viewer_account_id, first_at) where kind = 'search'",
    },
  ],
});
class AccessEntry extends AccessEntrySchema.class {}
AccessEntrySchema.setClass(AccessEntry);

const PreviousAddressSchema = defineEntity({
  name: 'PreviousAddress',
  tableName: 'previous_address',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    position: p.integer(),
    address1: p.text(),
    address2: text(),
    city: p.text(),
    state: p.text(),
    postalcode: p.text(),
  },
  checks: [
    { name: 'previous_address_position_check', expression: 'position >= 1' },
    { name: 'previous_address_state_check', expression: "state ~ '^[A-Z]{2}$'" },
    { name: 'previous_address_postalcode_check', expression: "postalcode ~ '^[0-9]{5}$'" },
  ],
  indexes: [
    {
      name: 'previous_address_account_id_position_key',
      expression:
        'create unique index previous_address_account_id_position_key on previous_address (account_id, position)',
    },
  ],
});
export class PreviousAddress extends PreviousAddressSchema.class {}
PreviousAddressSchema.setClass(PreviousAddress);

const NameAliasSchema = defineEntity({
  name: 'NameAlias',
  tableName: 'name_alias',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    position: p.integer(),
    firstname: p.text(),
    middlename: text(),
    lastname: p.text(),
  },
  checks: [{ name: 'name_alias_position_check', expression: 'position >= 1' }],
  indexes: [
    {
      name: 'name_alias_account_id_position_key',
      expression:
        'create unique index name_alias_account_id_position_key on name_alias (account_id, position)',
    },
  ],
});
export class NameAlias extends NameAliasSchema.class {}
NameAliasSchema.setClass(NameAlias);

export const identityEntities = [
  Account,
  Session,
  SessionFactsRow,
  VerificationCode,
  TrustedBrowser,
  LoginFailure,
  TermsVersion,
  TermsAcceptance,
  AccessEntry,
  PreviousAddress,
  NameAlias,
];
