import { randomBytes } from 'node:crypto';
import { DAY, HOUR, MINUTE, type RawBuilder, sql, YEAR } from '#modules/platform/index.ts';
import { someSealed } from '#test/factories/placeholders.ts';

/** Rows of each kind of data that sweeps delete by age: of platform and identity here, of the others beside it. */

/** Whom the rows are about, and what they belong to. */
export interface AgedAbout {
  accountId: string;
  otherId: string;
  staffId: string;
  ownerId: string;
  companyId: string;
  application: string;
  change: string;
  connection: string;
  endpoint: string;
}

export interface AgedRow {
  /** Milliseconds after which it goes. */
  age: number | ((now: Date) => number);
  /** Whom it is about; null if a hold changes nothing. */
  about: { userid: string } | { companyid: string } | null;
  plant(id: string, now: Date): RawBuilder<unknown>;
  /** Whether the row is as it was. */
  left(id: string): RawBuilder<unknown>;
}

export const hash = () => randomBytes(32);
export const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
export const byId = (table: string) => (id: string) =>
  sql`select 1 from ${sql.table(table)} where id = ${id}`;

export function agedRowsOfPeople({ accountId, staffId, companyId }: AgedAbout): Record<string, AgedRow> {
  const me = { userid: accountId };
  const us = { companyid: companyId };
  return {
    'platform.hook-bodies': {
      age: 30 * DAY + 1,
      about: null,
      plant: (id, now) =>
        sql`insert into hook_event (provider, event_id, received_at, handled_at, body) values ('cra', ${id}, ${now}, ${now}, '{}')`,
      left: (id) => sql`select 1 from hook_event where event_id = ${id} and body is not null`,
    },
    'platform.hook-events': {
      age: 400 * DAY + 1,
      about: null,
      plant: (id, now) =>
        sql`insert into hook_event (provider, event_id, received_at, handled_at) values ('cra', ${id}, ${now}, ${now})`,
      left: (id) => sql`select 1 from hook_event where event_id = ${id}`,
    },
    'platform.throttles': {
      age: HOUR + 1,
      about: null,
      plant: (
        id,
        now,
      ) => sql`insert into throttle (key_hash, allowed, expires_at, hits, previous_hits, window_start)
      values (${Buffer.from(id)}, true, ${later(now, HOUR)}, 1, 0, ${now})`,
      left: (id) => sql`select 1 from throttle where key_hash = ${Buffer.from(id)}`,
    },
    'platform.provider-hours': {
      age: 8 * DAY,
      about: null,
      plant: (_id, now) => sql`insert into provider_hour (provider, hour, calls, failures, milliseconds)
      values ('addresses', ${now}, 1, 0, 10)`,
      left: () => sql`select 1 from provider_hour where provider = 'addresses'`,
    },
    'platform.outbox': {
      age: 90 * DAY,
      about: null,
      plant: (id, now) => sql`insert into outbox_message (id, channel, recipient, body_text, created_at)
      values (${id}, 'sms', '+15125550100', 'Hello', ${now})`,
      left: byId('outbox_message'),
    },
    'identity.sessions': {
      age: 12 * HOUR + 30 * MINUTE,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into session (id, account_id, created_at, expires_at, host, last_used_at, token_hash)
      values (${id}, ${accountId}, ${now}, ${later(now, 12 * HOUR)}, 'localhost', ${now}, ${hash()})`,
      left: byId('session'),
    },
    'identity.kept-texts': {
      age: 30 * MINUTE,
      about: me,
      plant: (id, now) => sql`insert into kept_text (id, account_id, form, kept_at, page, values_sealed)
      values (${id}, ${accountId}, 'profile', ${now}, '/user/profile', ${someSealed})`,
      left: byId('kept_text'),
    },
    'identity.codes': {
      age: 7 * DAY,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into verification_code (id, account_id, channel, destination, purpose, requested_at)
      values (${id}, ${accountId}, 'EMAIL', 'x@example.com', 'two-step', ${now})`,
      left: byId('verification_code'),
    },
    'identity.passkey-challenges': {
      age: 5 * MINUTE,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into passkey_challenge (id, account_id, challenge_hash, expires_at, host, purpose)
      values (${id}, ${accountId}, ${hash()}, ${later(now, 5 * MINUTE)}, 'localhost', 'add')`,
      left: byId('passkey_challenge'),
    },
    'identity.hand-offs': {
      age: MINUTE,
      about: null,
      plant: (
        id,
        now,
      ) => sql`insert into session_hand_off (id, address, expires_at, session_id, target_host, token_hash)
      select ${id}, '', ${later(now, MINUTE)}, id, 'localhost', ${hash()} from session order by created_at desc limit 1`,
      left: byId('session_hand_off'),
    },
    'identity.login-failures': {
      age: DAY,
      about: null,
      plant: (id, now) =>
        sql`insert into login_failure (key_hash, failures, last_at) values (${id}, 1, ${now})`,
      left: (id) => sql`select 1 from login_failure where key_hash = ${id}`,
    },
    'identity.browsers': {
      age: 30 * DAY,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into trusted_browser (id, account_id, created_at, expires_at, host, last_used_at, token_hash)
      values (${id}, ${accountId}, ${now}, ${later(now, 30 * DAY)}, 'localhost', ${now}, ${hash()})`,
      left: byId('trusted_browser'),
    },
    'identity.known-browsers': {
      age: 400 * DAY,
      about: me,
      plant: (id, now) => sql`insert into known_browser (id, account_id, first_at, last_at, token_hash)
      values (${id}, ${accountId}, ${now}, ${now}, ${hash()})`,
      left: byId('known_browser'),
    },
    'identity.security-changes': {
      age: 72 * HOUR,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into security_change (id, account_id, before_sealed, change, changed_at, expires_at, token_hash)
      values (${id}, ${accountId}, ${someSealed}, 'off', ${now}, ${later(now, 72 * HOUR)}, ${hash()})`,
      left: byId('security_change'),
    },
    'identity.sent-mails': {
      age: 2 * YEAR,
      about: me,
      plant: (id, now) => sql`insert into sent_mail (id, account_id, kind, message_id, sent_at, state)
      values (${id}, ${accountId}, 'welcome', ${id}, ${now}, 'sent')`,
      left: byId('sent_mail'),
    },
    'identity.mail-preferences': {
      age: YEAR,
      about: null,
      plant: (id, now) =>
        sql`insert into mail_preference (emailaddress, updated_at) values (${`${id}@example.com`}, ${now})`,
      left: (id) => sql`select 1 from mail_preference where emailaddress = ${`${id}@example.com`}`,
    },
    'identity.mail-choices': {
      age: 72 * HOUR,
      about: null,
      plant: (
        id,
        now,
      ) => sql`insert into mail_choice (id, criticalemails, email_preference_invites, email_preference_marketing,
        email_preference_renewal, emailaddress, host, requested_at)
      values (${id}, true, true, true, true, 'x@example.com', 'localhost', ${now})`,
      left: byId('mail_choice'),
    },
    'identity.access-entries': {
      age: 5 * YEAR,
      about: us,
      plant: (id, now) => sql`insert into access_entry (id, day, first_at, kind, person_id, viewer_company_id)
      values (${id}, ${now}, ${now}, 'score', ${accountId}, ${companyId})`,
      left: byId('access_entry'),
    },
    'identity.expired-exports': {
      age: 72 * HOUR,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into privacy_request (id, kind, account_id, name, emailaddress, host, requested_at, due_at,
        file_key, file_expires_at, state, closed_at, outcome)
      values (${id}, 'export', ${accountId}, 'Holly', 'x@example.com', 'localhost', ${now}, ${later(now, DAY)},
        ${`exports/${id}`}, ${later(now, 72 * HOUR)}, 'closed', ${now}, 'built')`,
      left: (id) => sql`select 1 from privacy_request where id = ${id} and file_key is not null`,
    },
    'identity.closed-requests': {
      age: 2 * YEAR,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into privacy_request (id, kind, account_id, name, emailaddress, host, requested_at, due_at,
        state, closed_at, outcome)
      values (${id}, 'limit', ${accountId}, 'Holly', 'x@example.com', 'localhost', ${now}, ${later(now, DAY)},
        'closed', ${now}, 'answered')`,
      left: byId('privacy_request'),
    },
    'identity.staff-sessions': {
      age: 2 * YEAR,
      about: me,
      plant: (id, now) => sql`insert into staff_session (id, account_id, admin_account_id, started_at)
      values (${id}, ${accountId}, ${staffId}, ${now})`,
      left: byId('staff_session'),
    },
  };
}
