import { DAY, purge, type Sweep, sql, YEAR } from '#modules/platform/index.ts';
import { keptTextSweep } from './kept-texts/kept-texts.ts';
import { endedSessionKept, identityTimings, mailChoiceKept } from './limits.ts';
import { challengeSweep } from './passkeys/challenges.ts';
import { erasingSweep, expiredExportsSweep } from './privacy/erasing.ts';
import { handOffSweep } from './sign-in/hand-off.ts';
import { browserKnown } from './sign-in/known-browsers.ts';

/** How long the choices for an address without an account are kept if they opt out of nothing. */
export const MAIL_PREFERENCE_KEPT = YEAR;

/** How long it is kept which mails a person got. */
export const SENT_MAIL_KEPT = 2 * YEAR;

/** How long a closed request about personal data is kept (California Code of Regulations 11 §7101: 24 months). */
export const CLOSED_REQUEST_KEPT = 2 * YEAR;

/** How long it is kept when staff acted as a person. */
export const STAFF_SESSION_KEPT = 2 * YEAR;

/** How long it is kept who saw a person (Fair Credit Reporting Act, 15 U.S.C. 1681p: claims end after 5 years). */
export const ACCESS_ENTRY_KEPT = 5 * YEAR;

const before = (now: Date, age: number) => new Date(now.getTime() - age);

/** Deletes what has expired, and updates the facts that change with time alone. */
export const identitySweeps: readonly Sweep[] = [
  purge({
    name: 'identity.sessions',
    table: 'session',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => {
      const since = before(now, endedSessionKept);
      return sql`expires_at <= ${since} or last_used_at <= ${before(since, identityTimings['session.idle'])}`;
    },
  }),
  keptTextSweep,
  handOffSweep,
  erasingSweep,
  expiredExportsSweep,
  challengeSweep,
  purge({
    name: 'identity.sent-mails',
    table: 'sent_mail',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`sent_at <= ${before(now, SENT_MAIL_KEPT)}`,
  }),
  purge({
    name: 'identity.closed-requests',
    table: 'privacy_request',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`closed_at <= ${before(now, CLOSED_REQUEST_KEPT)} and file_key is null`,
  }),
  purge({
    name: 'identity.staff-sessions',
    table: 'staff_session',
    key: 'id',
    people: sql`t.account_id, t.admin_account_id`,
    ended: (now) => sql`started_at <= ${before(now, STAFF_SESSION_KEPT)}`,
  }),
  purge({
    name: 'identity.access-entries',
    table: 'access_entry',
    key: 'id',
    people: sql`t.person_id, t.viewer_account_id`,
    companies: sql`t.viewer_company_id`,
    ended: (now) => sql`first_at <= ${before(now, ACCESS_ENTRY_KEPT)}`,
  }),
  purge({
    name: 'identity.codes',
    table: 'verification_code',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`requested_at <= ${before(now, 7 * DAY)}`,
  }),
  purge({
    name: 'identity.browsers',
    table: 'trusted_browser',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`expires_at <= ${now}`,
  }),
  purge({
    name: 'identity.security-changes',
    table: 'security_change',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`expires_at <= ${now}`,
  }),
  purge({
    name: 'identity.known-browsers',
    table: 'known_browser',
    key: 'id',
    people: sql`t.account_id`,
    ended: (now) => sql`last_at <= ${before(now, browserKnown)}`,
  }),
  purge({
    name: 'identity.login-failures',
    table: 'login_failure',
    key: 'key_hash',
    ended: (now) => sql`last_at <= ${before(now, DAY)}`,
  }),
  purge({
    name: 'identity.mail-choices',
    table: 'mail_choice',
    key: 'id',
    ended: (now) => sql`requested_at <= ${before(now, mailChoiceKept)}`,
  }),
  purge({
    // An opt-out from mails never expires (CAN-SPAM Act), so only choices that opt out of nothing are deleted.
    name: 'identity.mail-preferences',
    table: 'mail_preference',
    key: 'emailaddress',
    ended: (now) => sql`updated_at <= ${before(now, MAIL_PREFERENCE_KEPT)}
      and email_preference_invites and email_preference_renewal and criticalemails`,
  }),
];
