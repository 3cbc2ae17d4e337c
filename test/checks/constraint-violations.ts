import { someSealed } from '#test/factories/placeholders.ts';
/**
 * Statements that violate one constraint each, by the constraint's name. They use the rows of `rows` and `world`
 * (forbidden-rows.ts). Every check and unique index of the tables below has one.
 */
export const tables = [
  'access_entry',
  'archived_shield_id',
  'contact_method',
  'known_browser',
  'login_failure',
  'passkey',
  'passkey_challenge',
  'privacy_request',
  'recovery_code',
  'release_note',
  'security_change',
  'session_hand_off',
  'staff_session',
  'trusted_browser',
  'verification_code',
  'web_vital',
] as const;

const dana = `'01000000-0000-7000-8000-000000000001'`;
const staff = `'01000000-0000-7000-8000-000000000003'`;
const session = `'07000000-0000-7000-8000-000000000001'`;
const hash = `'\\x${'ef'.repeat(32)}'::bytea`;

/**
 * Copies the only row of a table with another primary key.
 * @param columns the columns without the key
 */
const again = (table: string, columns: string) =>
  `insert into ${table} (id, ${columns}) select gen_random_uuid(), ${columns} from ${table}`;

const person = (columns: string, values: string) =>
  `(id, account_id, ${columns}) values (gen_random_uuid(), ${dana}, ${values})`;

export const rows: string[] = [
  `insert into access_entry (id, person_id, viewer_account_id, kind, day, first_at)
   values (gen_random_uuid(), ${dana}, ${staff}, 'report', current_date, now())`,
  `insert into shield_id (number, account_id, issued_at, retired_at) values ('TX100000001', ${dana}, now(), now())`,
  `insert into archived_shield_id (number, ssn_hmac, dateofbirth, archived_at, linked_account_id, linked_at) values
   ('TX100000001', 'h', '1980-01-01', now(), ${dana}, now()), ('TX100000002', 'h', '1980-01-01', now(), null, null)`,
  `insert into contact_method ${person('kind, value, started_at', `'SMS', '5125550100', now()`)}`,
  `insert into contact_method ${person('kind, secret_sealed, started_at', `'OTPAPP', '${someSealed}', now()`)}`,
  `insert into known_browser ${person('token_hash, first_at, last_at', `${hash}, now(), now()`)}`,
  `insert into login_failure (key_hash, failures, last_at) values ('k', 1, now())`,
  `insert into passkey ${person('credential_id, public_key, host, name, created_at', `'c', 'k', 'localhost', 'Phone', now()`)}`,
  `insert into passkey_challenge ${person('challenge_hash, host, purpose, expires_at', `${hash}, 'localhost', 'add', now()`)}`,
  `insert into privacy_request ${person('kind, name, emailaddress, host, requested_at, due_at', `'limit', 'Dana', 'dana@example.com', 'localhost', now(), now() + interval '1 day'`)}`,
  `insert into recovery_code ${person('code_hash, created_at', `'h', now()`)}`,
  `insert into release_note (id, title, body, published_at) values (gen_random_uuid(), 'T', 'B', now())`,
  `insert into security_change ${person('change, before_sealed, changed_at, expires_at, token_hash', `'password', '${someSealed}', now(), now() + interval '1 day', ${hash}`)}`,
  `insert into session_hand_off (id, session_id, target_host, address, token_hash, expires_at)
   values (gen_random_uuid(), ${session}, 'localhost', '', ${hash}, now())`,
  `insert into staff_session ${person('admin_account_id, started_at', `${staff}, now()`)}`,
  `insert into trusted_browser ${person('token_hash, created_at, last_used_at, expires_at, host', `${hash}, now(), now(), now(), 'localhost'`)}`,
  `insert into web_vital (day, page, metric, bucket, count) values (current_date, 'p', 'LCP', 1, 1)`,
];

export const namedViolations: Record<string, string> = {
  access_entry_kind_check: `update access_entry set kind = 'glance'`,
  access_entry_share_link_check: `update access_entry set visitor = 'v'`,
  access_entry_viewer_check: `update access_entry set viewer_account_id = null`,
  access_entry_once_a_day_key: again('access_entry', 'person_id, viewer_account_id, kind, day, first_at'),
  archived_shield_id_dateofbirth_check: `update archived_shield_id set dateofbirth = '1899-12-31'`,
  archived_shield_id_linked_check: `update archived_shield_id set linked_at = null`,
  archived_shield_id_number_check: `update archived_shield_id set number = 'TX1' where linked_at is null`,
  archived_shield_id_ssn_hmac_check: `update archived_shield_id set ssn_hmac = ''`,
  contact_method_kind_check: `update contact_method set kind = 'PIGEON', value = '' where kind = 'SMS'`,
  contact_method_last_step_check: `update contact_method set last_step = 1 where kind = 'SMS'`,
  contact_method_secret_check: `update contact_method set secret_sealed = '${someSealed}' where kind = 'SMS'`,
  contact_method_secret_sealed_sealed: `update contact_method set secret_sealed = '' where kind = 'OTPAPP'`,
  contact_method_value_check: `update contact_method set value = '555' where kind = 'SMS'`,
  contact_method_value_key: again('contact_method', 'account_id, kind, value, secret_sealed, started_at'),
  known_browser_token_hash_check: `update known_browser set token_hash = '\\x00'`,
  known_browser_account_id_token_hash_key: again(
    'known_browser',
    'account_id, token_hash, first_at, last_at',
  ),
  login_failure_failures_check: `update login_failure set failures = 0`,
  passkey_counter_check: `update passkey set counter = -1`,
  passkey_credential_id_check: `update passkey set credential_id = ''`,
  passkey_host_check: `update passkey set host = 'localhost:3000'`,
  passkey_last_used_at_check: `update passkey set last_used_at = created_at - interval '1 day'`,
  passkey_name_check: `update passkey set name = ''`,
  passkey_credential_id_key: again(
    'passkey',
    'account_id, credential_id, public_key, host, name, created_at',
  ),
  passkey_challenge_account_id_check: `update passkey_challenge set account_id = null`,
  passkey_challenge_challenge_hash_check: `update passkey_challenge set challenge_hash = '\\x00'`,
  passkey_challenge_purpose_check: `update passkey_challenge set purpose = 'other'`,
  passkey_challenge_challenge_hash_key: again(
    'passkey_challenge',
    'account_id, challenge_hash, host, purpose, expires_at',
  ),
  privacy_request_account_check: `update privacy_request set kind = 'export', account_id = null`,
  privacy_request_answered_check: `update privacy_request set state = 'answered'`,
  privacy_request_answer_sealed_sealed: `update privacy_request set answer_sealed = 'In the clear'`,
  privacy_request_closed_check: `update privacy_request set state = 'closed'`,
  privacy_request_dismissed_check: `update privacy_request set state = 'closed', closed_at = now(), outcome = 'dismissed'`,
  privacy_request_due_at_check: `update privacy_request set due_at = requested_at`,
  privacy_request_erase_at_check: `update privacy_request set erase_at = now()`,
  privacy_request_file_check: `update privacy_request set file_key = 'f', file_expires_at = now()`,
  privacy_request_file_key_check: `insert into privacy_request ${person('kind, name, emailaddress, host, requested_at, due_at, file_key, file_expires_at', `'export', 'Dana', 'dana@example.com', 'localhost', now(), now() + interval '1 day', '', now()`)}`,
  privacy_request_message_sealed_sealed: `update privacy_request set message_sealed = 'In the clear'`,
  privacy_request_kind_check: `update privacy_request set kind = 'gossip'`,
  privacy_request_outcome_check: `update privacy_request set state = 'closed', closed_at = now(), outcome = 'lost'`,
  privacy_request_state_check: `update privacy_request set state = 'stuck'`,
  privacy_request_waits_check: `update privacy_request set waits_for = 'rain'`,
  privacy_request_waits_until_check: `update privacy_request set waits_until = now()`,
  privacy_request_taken_check: `update privacy_request set state = 'taken'`,
  privacy_request_open_key: again(
    'privacy_request',
    'account_id, kind, name, emailaddress, host, requested_at, due_at',
  ),
  recovery_code_account_id_code_hash_key: again('recovery_code', 'account_id, code_hash, created_at'),
  release_note_body_check: `update release_note set body = ''`,
  release_note_title_check: `update release_note set title = repeat('x', 121)`,
  security_change_before_sealed_sealed: `update security_change set before_sealed = ''`,
  security_change_change_check: `update security_change set change = 'haircut'`,
  security_change_expires_at_check: `update security_change set expires_at = changed_at`,
  security_change_token_hash_check: `update security_change set token_hash = '\\x00'`,
  security_change_token_hash_key: again(
    'security_change',
    'account_id, change, before_sealed, changed_at, expires_at, token_hash',
  ),
  session_hand_off_token_hash_key: again(
    'session_hand_off',
    'session_id, target_host, address, token_hash, expires_at',
  ),
  staff_session_reason_sealed_sealed: `update staff_session set reason_sealed = ''`,
  staff_session_admin_account_id_check: `update staff_session set admin_account_id = account_id`,
  trusted_browser_token_hash_check: `update trusted_browser set token_hash = '\\x00'`,
  trusted_browser_token_hash_key: again(
    'trusted_browser',
    'account_id, token_hash, created_at, last_used_at, expires_at, host',
  ),
  verification_code_account_id_check: `update verification_code set account_id = null`,
  verification_code_channel_check: `update verification_code set channel = 'FAX'`,
  verification_code_purpose_check: `update verification_code set purpose = 'fun'`,
  verification_code_recovery_check: `update verification_code set link_hash = ${hash}`,
  verification_code_sent_check: `update verification_code set code_hash = 'h'`,
  verification_code_tries_check: `update verification_code set tries = 6`,
  verification_code_used_check: `update verification_code set used_at = now()`,
  verification_code_live_key: again(
    'verification_code',
    'account_id, purpose, channel, destination, requested_at',
  ),
  web_vital_bucket_check: `update web_vital set bucket = 201`,
  web_vital_count_check: `update web_vital set count = 0`,
  web_vital_metric_check: `update web_vital set metric = 'FUN'`,
  web_vital_page_check: `update web_vital set page = repeat('x', 61)`,
};
