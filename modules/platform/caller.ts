import type { Grade } from './browser.ts';
import { Refusal } from './refusals.ts';

/**
 * What a session check returns about score, disputes, alerts and company. There is one row per person, which the
 * modules above keep up to date, so that a session check is a single query (D10).
 */
export interface SessionFacts {
  certification_number: string | null;
  /** The full legal name that the score was made for (D98). */
  certification_name: string | null;
  certification_score: Grade | null;
  /** yyyy-MM-dd, read at 11:00 UTC (D5). */
  certification_expiration: string | null;
  has_current_verification: boolean;
  /** When the last ID verification was approved, whether or not it has expired since (D121); null before. */
  verified_at: Date | null;
  pending_score_change: boolean;
  open_score_dispute: boolean;
  /** The payment for the score's check is disputed, so the score is not shared (D113). */
  score_held: boolean;
  /** Since when the active score is under review, and therefore not shared (D116). */
  score_review_since: Date | null;
  alert_count: number;
  application_count: number;
  /** Has a check that is paid and not finished, so another one cannot be bought (D30). */
  open_application: boolean;
  company_name: string | null;
  /** BLOCKED: a member, but not the owner, of a company's team (doc2 §6). */
  enterprise_enabled: 'YES' | 'NO' | 'BLOCKED';
  dashboard_enabled: boolean;
  alert_dashboard_enabled: boolean;
  shieldlink_enabled: boolean;
  shieldlinkid: string | null;
  enable_payments: boolean;
}

export const teamRoles = ['owner', 'admin', 'viewer'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The person whose session a request carries. */
export interface Caller {
  sessionId: string;
  /** Where the database's log was after the session's last write, in bytes; null if that was not noted (D142). */
  writtenTo: number | null;
  accountId: string;
  emailaddress: string;
  firstname: string;
  lastname: string;
  role: 'USER' | 'ADMIN';
  emailVerified: boolean;
  twoStepDone: boolean;
  /** How the second step is done (D11). */
  twoStepMethod: 'EMAIL' | 'SMS' | 'OTPAPP' | 'DISABLED';
  /** Whether the person has accepted the newest published terms (D17). */
  termsAccepted: boolean;
  /** The ADMIN who acts as this user; null outside an admin session (D16). */
  adminAccountId: string | null;
  companyId: string | null;
  teamRole: TeamRole | null;
  timeZone: string | null;
  /** When the session ends unless the person goes on using it. */
  sessionEndsAt: Date;
  profileimageurl: string | null;
  /** When the account will be deleted; null if no deletion was requested. */
  eraseAt: Date | null;
  facts: SessionFacts;
}

/** The key of a company that a request under /api/v1 carries. It acts for the company, never for a person (D134). */
export interface KeyCaller {
  keyId: string;
  companyId: string;
  /** What the key may do. */
  scopes: readonly string[];
}

/** The ten kinds of caller with which the authorization matrix tries every call. */
export const actors = [
  'anonymous',
  'unverified',
  'two-step-pending',
  'individual',
  'viewer',
  'team-admin',
  'owner',
  'staff-password-only',
  'staff',
  'staff-as-user',
] as const;
export type Actor = (typeof actors)[number];

/**
 * Who may run an operation. `admit` returns the caller in the type that the operation relies on, or refuses: 401
 * without a session, 403 if a step is not done, and the same not-found for everything else (D80).
 */
export interface Access<C> {
  name: string;
  /** The kinds of caller that it admits, for the authorization matrix. */
  admits: readonly Actor[];
  admit(caller: Caller | null, key?: KeyCaller | null, operator?: string | null): C;
  /** The scope that a key needs, if the rule admits keys of companies instead of sessions. */
  scope?: string;
}

/** A session in any state, or none. */
export const anyone: Access<Caller | null> = {
  name: 'anyone',
  admits: actors,
  admit: (caller) => caller,
};

/**
 * A session in any state: also before the email address is verified, the second step is done, or the terms are
 * accepted.
 */
export const signedIn: Access<Caller> = {
  name: 'signedIn',
  admits: actors.filter((actor) => actor !== 'anonymous'),
  admit(caller) {
    if (!caller) throw new Refusal('no-session');
    return caller;
  },
};

/** A session that is complete: second step done, address verified, newest terms accepted (D11, D17). */
export const person: Access<Caller> = {
  name: 'person',
  admits: ['individual', 'viewer', 'team-admin', 'owner', 'staff', 'staff-as-user'],
  admit(caller) {
    const session = signedIn.admit(caller);
    if (!session.twoStepDone) throw new Refusal('two-step-needed');
    // Staff who act as a person cannot accept the terms on their behalf.
    if (!session.termsAccepted && !session.adminAccountId) throw new Refusal('terms-needed');
    if (!session.emailVerified) throw new Refusal('verification-needed');
    return session;
  },
};

/**
 * Platform staff, by the role in the database, read on each request, with the second step done and the newest terms
 * accepted (D70, D17).
 */
export const staff: Access<Caller> = {
  name: 'staff',
  admits: ['staff'],
  admit(caller) {
    const session = signedIn.admit(caller);
    if (session.role !== 'ADMIN' || session.adminAccountId) throw new Refusal('not-found');
    if (!session.twoStepDone) throw new Refusal('two-step-needed');
    if (!session.termsAccepted) throw new Refusal('terms-needed');
    return session;
  },
};

/**
 * The same, or whoever runs a command of the terminal, who has no account: there is no caller then, and the audit log
 * has the operator's name (D141).
 */
export const staffOrTerminal: Access<Caller | null> = {
  name: 'staffOrTerminal',
  admits: staff.admits,
  admit: (caller, _key, operator) => (operator && !caller ? null : staff.admit(caller)),
};
