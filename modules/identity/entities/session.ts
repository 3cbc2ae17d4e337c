import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';

const text = () => p.text().default('');

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
export class LoginFailure extends LoginFailureSchema.class {}
LoginFailureSchema.setClass(LoginFailure);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof SessionSchema
      | typeof SessionFactsSchema
      | typeof TrustedBrowserSchema
      | typeof LoginFailureSchema
    > {}
}
