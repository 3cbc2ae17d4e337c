import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Grade } from '#modules/platform/index.ts';

const text = () => p.text().default('');

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** SHA-256 of the cookie's token. The token itself is not stored (D10). */
    tokenHash: p.blob(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime(),
    /** The session ends at this moment at the latest; an idle session ends earlier. */
    expiresAt: p.datetime(),
    twoStepAt: p.datetime().nullable(),
    /** Where the database's log was after the session's last write, in bytes; null without a replica (D142). */
    writtenTo: p.bigint('number').nullable(),
    /** Opened in a remembered browser, which skips the second step (doc1 §2). */
    remembered: p.boolean().default(false),
    /** That browser; null once it is no longer remembered. */
    trustedBrowserId: p.uuid().nullable(),
    /** The admin who acts in the session as this person (D16). */
    adminAccountId: p.uuid().nullable(),
    /** The staff session from which it began and with which it ends; set together with `adminAccountId`. */
    adminSessionId: p.uuid().nullable(),
    /** The host and port that opened it; the session is valid on no other host (D107). */
    host: p.text(),
    address: text(),
    agent: text(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

/** Records that staff acted as a person: who, when and why. It is kept after the session ends. */
const StaffSessionSchema = defineEntity({
  name: 'StaffSession',
  tableName: 'staff_session',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    adminAccountId: p.uuid(),
    /** Encrypted with the person's own key (D23); null if the person had been erased before it was written. */
    reasonSealed: p.text().nullable(),
    startedAt: p.datetime(),
  },
});
export class StaffSession extends StaffSessionSchema.class {}
StaffSessionSchema.setClass(StaffSession);

/** A session that is moving to another host: a token that works once, within a minute (D15). */
const SessionHandOffSchema = defineEntity({
  name: 'SessionHandOff',
  tableName: 'session_hand_off',
  properties: {
    id: p.uuid().primary(),
    tokenHash: p.blob(),
    sessionId: p.uuid(),
    targetHost: p.text(),
    /** The network address that may redeem it. */
    address: p.text(),
    expiresAt: p.datetime(),
  },
});
export class SessionHandOff extends SessionHandOffSchema.class {}
SessionHandOffSchema.setClass(SessionHandOff);

/**
 * Facts about a person that the session check answers, one row for each person. The modules that build on identity
 * write them (D10).
 */
const SessionFactsSchema = defineEntity({
  name: 'SessionFacts',
  tableName: 'session_facts',
  properties: {
    accountId: p.uuid().primary(),
    certificationNumber: p.text().nullable(),
    /** The full legal name that the score was made for (D98). */
    certificationName: p.text().nullable(),
    certificationScore: p.text().$type<Grade>().nullable(),
    certificationExpiration: p.date().nullable(),
    hasCurrentVerification: p.boolean().default(false),
    verifiedAt: p.datetime().nullable(),
    pendingScoreChange: p.boolean().default(false),
    openScoreDispute: p.boolean().default(false),
    scoreHeld: p.boolean().default(false),
    scoreReviewSince: p.datetime().nullable(),
    alertCount: p.integer().default(0),
    applicationCount: p.integer().default(0),
    openApplication: p.boolean().default(false),
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
});
export class SessionFactsRow extends SessionFactsSchema.class {}
SessionFactsSchema.setClass(SessionFactsRow);

/** A browser that is remembered for 30 days: it skips the second step and has its own count of failed sign-ins (D13). */
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
    /** The host on which it is remembered: its cookie is sent to no other. */
    host: p.text(),
  },
});
export class TrustedBrowser extends TrustedBrowserSchema.class {}
TrustedBrowserSchema.setClass(TrustedBrowser);

/**
 * Failed sign-ins, written in a transaction of their own because that of the sign-in is rolled back (D13). The key is a
 * hash.
 */
const LoginFailureSchema = defineEntity({
  name: 'LoginFailure',
  tableName: 'login_failure',
  properties: {
    keyHash: p.text().primary(),
    failures: p.integer(),
    lastAt: p.datetime(),
    blockedUntil: p.datetime().nullable(),
  },
});
export class LoginFailure extends LoginFailureSchema.class {}
LoginFailureSchema.setClass(LoginFailure);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof SessionSchema
      | typeof StaffSessionSchema
      | typeof SessionHandOffSchema
      | typeof SessionFactsSchema
      | typeof TrustedBrowserSchema
      | typeof LoginFailureSchema
    > {}
}
