import {
  column,
  type DataSubject,
  openForPeople,
  type PersonalData,
  personalTables,
  sql,
} from '#modules/platform/index.ts';
import { addressKey, mailStates, sealedMails, subjectKey } from './mail-preferences/sent-mails.ts';
import { openTexts } from './privacy/requests.ts';
import { listPhotoFiles } from './profile/photo.ts';
import { accessKinds } from './rules.ts';
import { sealedReasons } from './staff/session.ts';

const table = personalTables('identity');
const ofAccount = ({ accountId }: DataSubject) => sql`account_id = ${accountId}`;
const secret = 'It would give anyone who reads it access to your account.';

/** What the identity module holds about a person (D23). */
export const identityPersonalData: PersonalData = {
  module: 'identity',
  tables: [
    table({
      table: 'account',
      title: 'Your profile and settings',
      of: ({ accountId }) => sql`id = ${accountId}`,
      columns: {
        emailaddress: column.text,
        firstname: column.text,
        middlename: column.text,
        lastname: column.text,
        namesuffix: column.text,
        businessname: column.text,
        mobile: column.text,
        businessphone: column.text,
        address1: column.text,
        address2: column.text,
        city: column.text,
        state: column.text,
        postalcode: column.text,
        dateofbirth: column.date.nullable(),
        legal_firstname: column.text.nullable(),
        legal_middlename: column.text.nullable(),
        legal_lastname: column.text.nullable(),
        legal_namesuffix: column.text.nullable(),
        legal_source: column.text.nullable(),
        legal_at: column.instant.nullable(),
        network_sharing_master: column.boolean,
        network_searchresults: column.boolean,
        network_autoacceptinvite: column.boolean,
        network_autoacceptinvite_since: column.instant.nullable(),
        shieldscore_clean_autoaccept: column.boolean,
        email_preference_invites: column.boolean,
        email_preference_renewal: column.boolean,
        email_preference_marketing: column.boolean,
        criticalemails: column.boolean,
        two_step_method: column.text,
        email_verified_at: column.instant.nullable(),
        mobile_verified_at: column.instant.nullable(),
        password_changed_at: column.instant,
        registered_at: column.instant,
        registered_host: column.text,
        last_login_at: column.instant.nullable(),
        last_login_address: column.text,
        last_login_agent: column.text,
      },
      // This comes before all other tables, because some of them can be deleted only once the account no longer refers
      // to them.
      erase: ({ accountId }, now) => sql`
        erased_at = ${now}, emailaddress = ${accountId} || '@erased.invalid', email_verified_at = null, active = false,
        firstname = 'Erased', middlename = '', lastname = 'Person', namesuffix = '', businessname = '',
        mobile = '', mobile_verified_at = null, businessphone = '', address1 = '', address2 = '', city = '',
        state = '', postalcode = '', dateofbirth = null, legal_firstname = null,
        legal_middlename = null, legal_lastname = null, legal_namesuffix = null, legal_source = null,
        legal_at = null, profile_image_key = '', ssn_encrypted = null,
        ssn_hmac = null, two_step_method = 'EMAIL', two_step_contact_id = null, registered_host = '',
        last_login_at = null, last_login_address = '', last_login_agent = ''`,
    }),
    table({
      table: 'name_alias',
      title: 'Your other names',
      of: ofAccount,
      columns: { firstname: column.text, middlename: column.text, lastname: column.text },
      erase: 'rows',
    }),
    table({
      table: 'previous_address',
      title: 'Your previous addresses',
      of: ofAccount,
      columns: {
        address1: column.text,
        address2: column.text,
        city: column.text,
        state: column.text,
        postalcode: column.text,
      },
      erase: 'rows',
    }),
    table({
      table: 'contact_method',
      title: 'How you get verification codes',
      of: ofAccount,
      columns: {
        kind: column.text,
        value: column.text,
        started_at: column.instant,
        verified_at: column.instant.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'passkey',
      title: 'Passkeys',
      of: ofAccount,
      columns: {
        name: column.text,
        host: column.text,
        created_at: column.instant,
        last_used_at: column.instant.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'passkey_challenge',
      title: 'Passkey requests waiting for your device',
      of: ofAccount,
      withheld: secret,
      erase: 'rows',
    }),
    table({
      table: 'former_password',
      title: 'Your former passwords, so that a new one is none of them',
      of: ofAccount,
      withheld: secret,
      erase: 'rows',
    }),
    table({
      table: 'recovery_code',
      title: 'Recovery codes',
      of: ofAccount,
      columns: { created_at: column.instant, used_at: column.instant.nullable() },
      erase: 'rows',
    }),
    table({
      table: 'security_change',
      title: 'Changes to how you log in',
      of: ofAccount,
      columns: { change: column.text, changed_at: column.instant, undone_at: column.instant.nullable() },
      erase: 'rows',
    }),
    table({
      table: 'verification_code',
      title: 'Codes that were sent to you',
      of: ofAccount,
      columns: {
        purpose: column.text,
        channel: column.text,
        destination: column.text,
        requested_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'kept_text',
      title: 'What you typed before your session ended',
      of: ofAccount,
      columns: { page: column.text, kept_at: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'session_hand_off',
      title: 'Sessions being moved to another host',
      of: ({ accountId }) => sql`session_id in (select id from session where account_id = ${accountId})`,
      withheld: secret,
      erase: 'rows',
    }),
    table({
      table: 'session',
      title: 'Where you’re logged in',
      of: ofAccount,
      columns: {
        host: column.text,
        address: column.text,
        agent: column.text,
        created_at: column.instant,
        last_used_at: column.instant,
        admin_account_id: column.uuid.nullable(),
      },
      // A session of staff is listed below, without where they sat.
      present: async (rows) =>
        rows.filter((row) => row.admin_account_id === null).map(({ admin_account_id: _none, ...row }) => row),
      erase: 'rows',
    }),
    table({
      table: 'sent_mail',
      title: 'Emails that we sent you',
      of: ofAccount,
      columns: {
        id: column.uuid,
        subject_sealed: column.text.nullable(),
        address_sealed: column.text.nullable(),
        state: column.oneOf(mailStates),
        sent_at: column.instant,
        progressed_at: column.instant.nullable(),
      },
      async present(rows, { db, portal }, { accountId }) {
        const texts = await openForPeople(db, portal.keys, sealedMails(accountId, rows));
        return rows.map(({ id, state, sent_at, progressed_at }) => ({
          subject: texts.get(subjectKey(id)) ?? null,
          address: texts.get(addressKey(id)) ?? null,
          state,
          sent_at,
          progressed_at,
        }));
      },
      erase: 'rows',
    }),
    table({
      table: 'known_browser',
      title: 'Browsers you logged in with',
      of: ofAccount,
      columns: {
        address: column.text,
        agent: column.text,
        first_at: column.instant,
        last_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'trusted_browser',
      title: 'Remembered browsers, which need no code',
      of: ofAccount,
      columns: {
        address: column.text,
        agent: column.text,
        host: column.text,
        created_at: column.instant,
        last_used_at: column.instant,
        expires_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'session_facts',
      title: 'What the pages show about you',
      of: ofAccount,
      columns: {
        certification_name: column.text.nullable(),
        certification_number: column.text.nullable(),
        certification_score: column.text.nullable(),
        certification_expiration: column.date.nullable(),
        company_name: column.text.nullable(),
        team_role: column.text.nullable(),
      },
      erase: () => sql`
        certification_name = null, certification_number = null, certification_score = null,
        certification_expiration = null, has_current_verification = false, verified_at = null, pending_score_change = false,
        open_score_dispute = false, score_held = false, score_review_since = null, company_id = null, company_name = null, team_role = null,
        enterprise_enabled = 'NO'`,
    }),
    table({
      table: 'access_entry',
      title: 'Who saw your score or report',
      of: ({ accountId }) => sql`person_id = ${accountId}`,
      columns: {
        kind: column.oneOf(accessKinds),
        first_at: column.instant,
        reason: column.text,
        viewer_account_id: column.uuid.nullable(),
        viewer_company_id: column.uuid.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'terms_acceptance',
      title: 'Terms you accepted',
      of: ofAccount,
      columns: {
        terms_version_id: column.uuid,
        accepted_at: column.instant,
        address: column.text,
        agent: column.text,
      },
      erase: 'nothing',
      retained: 'agreement',
    }),
    table({
      table: 'terms_draft',
      title: 'Terms you wrote as staff',
      of: ({ accountId }) => sql`author_account_id = ${accountId}`,
      withheld: 'Drafts of terms belong to the portal.',
      erase: 'nothing',
      retained: 'agreement',
    }),
    table({
      table: 'mail_preference',
      title: 'Your email preferences',
      of: ({ emailaddress }) => sql`emailaddress = ${emailaddress}`,
      columns: {
        email_preference_marketing: column.boolean,
        email_preference_invites: column.boolean,
        email_preference_renewal: column.boolean,
        criticalemails: column.boolean,
        updated_at: column.instant,
      },
      erase: 'nothing',
      retained: 'opt-out',
    }),
    table({
      table: 'staff_session',
      title: 'When our staff acted in your account',
      of: ofAccount,
      columns: { id: column.uuid, reason_sealed: column.text.nullable(), started_at: column.instant },
      async present(rows, { db, portal }, { accountId }) {
        const reasons = await openForPeople(db, portal.keys, sealedReasons(accountId, rows));
        return rows.map(({ id, started_at }) => ({ started_at, reason: reasons.get(id) ?? null }));
      },
      erase: () => sql`reason_sealed = null`,
    }),
    table({
      table: 'mail_choice',
      title: 'Email preferences waiting for your confirmation',
      of: ({ emailaddress }) => sql`emailaddress = ${emailaddress}`,
      columns: {
        email_preference_marketing: column.boolean,
        email_preference_invites: column.boolean,
        email_preference_renewal: column.boolean,
        criticalemails: column.boolean,
        requested_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'mail_suppression',
      title: 'Delivery problems with your email address',
      of: ({ emailaddress }) => sql`emailaddress = ${emailaddress}`,
      columns: { reason: column.text, suppressed_at: column.instant },
      erase: 'nothing',
      retained: 'opt-out',
    }),
    table({
      table: 'privacy_request',
      title: 'Your privacy requests',
      of: ofAccount,
      columns: {
        id: column.uuid,
        kind: column.text,
        message_sealed: column.text.nullable(),
        answer_sealed: column.text.nullable(),
        requested_at: column.instant,
        answered_at: column.instant.nullable(),
        closed_at: column.instant.nullable(),
        outcome: column.text.nullable(),
      },
      present: async (rows, work) =>
        rows.map(({ message_sealed, answer_sealed, ...row }) => ({
          ...row,
          ...openTexts(work, { id: row.id, message_sealed, answer_sealed }),
        })),
      // The request that asked for it gets the address back, for the message that everything is done.
      erase: () => sql`
        name = '', emailaddress = '', message_sealed = null, answer_sealed = null, file_key = null, file_expires_at = null`,
      retained: 'request',
    }),
  ],
  listFiles: listPhotoFiles,
};
