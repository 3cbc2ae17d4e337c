import { DAY, purge, type Sweep, sql } from '#modules/platform/index.ts';
import { keptTextSweep } from './kept-texts/kept-texts.ts';
import { endedSessionKept, identityTimings, mailChoiceKept } from './limits.ts';
import { challengeSweep } from './passkeys/challenges.ts';
import { erasingSweep, expiredExportsSweep } from './privacy/erasing.ts';
import { handOffSweep } from './sign-in/hand-off.ts';
import { browserKnown } from './sign-in/known-browsers.ts';

/** How long the choices for an address without an account are kept if they opt out of nothing. */
const MAIL_PREFERENCE_KEPT = 365 * DAY;

const before = (now: Date, age: number) => new Date(now.getTime() - age);

/** Deletes what has expired, and updates the facts that change with time alone. */
export const identitySweeps: readonly Sweep[] = [
  purge({
    name: 'identity.sessions',
    table: 'session',
    key: 'id',
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
    name: 'identity.codes',
    table: 'verification_code',
    key: 'id',
    ended: (now) => sql`requested_at <= ${before(now, 7 * DAY)}`,
  }),
  purge({
    name: 'identity.browsers',
    table: 'trusted_browser',
    key: 'id',
    ended: (now) => sql`expires_at <= ${now}`,
  }),
  purge({
    name: 'identity.security-changes',
    table: 'security_change',
    key: 'id',
    ended: (now) => sql`expires_at <= ${now}`,
  }),
  purge({
    name: 'identity.known-browsers',
    table: 'known_browser',
    key: 'id',
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
