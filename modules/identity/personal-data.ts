import {
  column,
  type DataSubject,
  openForPeople,
  type PersonalData,
  personalTables,
  sql,
} from '#modules/platform/index.ts';
import { openTexts } from './privacy/requests.ts';
import { accessKinds } from './rules.ts';
import { sealedReasons } from './staff-session.ts';

const table = personalTables('identity');
const ofAccount = ({ accountId }: DataSubject) => sql`account_id = ${accountId}`;
const secret = 'It would let its reader into your account.';

/** What identity holds about a person (D23). */
export const identityPersonalData: PersonalData = {
  module: 'identity',
  tables: [
    table({
      table: 'account',
      title: 'Your profile and your choices',
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
        network_sharing_master: column.boolean,
        network_searchresults: column.boolean,
        network_autoacceptinvite: column.boolean,
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
      },
      // First of all tables: the others may be deleted once the account refers to none of them.
      erase: ({ accountId }) => sql`
        emailaddress = ${accountId} || '@erased.invalid', email_verified_at = null, active = false,
        firstname = 'Erased', middlename = '', lastname = 'Person', namesuffix = '', businessname = '',
        mobile = '', mobile_verified_at = null, businessphone = '', address1 = '', address2 = '', city = '',
        state = '', postalcode = '', dateofbirth = null, profile_image_key = '', ssn_encrypted = null,
        ssn_hmac = null, two_step_method = 'EMAIL', two_step_contact_id = null, registered_host = '',
        last_login_at = null`,
    }),
    table({
      table: 'name_alias',
      title: 'Other names of yours',
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
      title: 'Ways in which you get codes',
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
      table: 'recovery_code',
      title: 'Recovery codes',
      of: ofAccount,
      columns: { created_at: column.instant, used_at: column.instant.nullable() },
      erase: 'rows',
    }),
    table({
      table: 'security_change',
      title: 'Changes of how you sign in',
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
      table: 'session_hand_off',
      title: 'Sessions on their way to another host',
      of: ({ accountId }) => sql`session_id in (select id from session where account_id = ${accountId})`,
      withheld: secret,
      erase: 'rows',
    }),
    table({
      table: 'session',
      title: 'Where you are signed in',
      of: ofAccount,
      columns: {
        host: column.text,
        address: column.text,
        agent: column.text,
        created_at: column.instant,
        last_used_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'known_browser',
      title: 'Browsers that you signed in with',
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
      title: 'Browsers that are remembered for the second step',
      of: ofAccount,
      columns: {
        address: column.text,
        agent: column.text,
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
        certification_expiration = null, has_current_verification = false, pending_score_change = false,
        open_score_dispute = false, company_id = null, company_name = null, team_role = null,
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
      title: 'Terms that you accepted',
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
      title: 'Terms that you wrote as staff',
      of: ({ accountId }) => sql`author_account_id = ${accountId}`,
      withheld: 'Drafts of terms belong to the portal.',
      erase: 'nothing',
      retained: 'agreement',
    }),
    table({
      table: 'mail_preference',
      title: 'What your address chose about emails',
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
      table: 'mail_suppression',
      title: 'That mail cannot reach your address',
      of: ({ emailaddress }) => sql`emailaddress = ${emailaddress}`,
      columns: { reason: column.text, suppressed_at: column.instant },
      erase: 'nothing',
      retained: 'opt-out',
    }),
    table({
      table: 'privacy_request',
      title: 'What you asked about your data',
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
      // The address is needed once more, to tell that everything is done.
      erase: () => sql`
        name = '', emailaddress = case when kind = 'deletion' and closed_at is null then emailaddress else '' end,
        message_sealed = null, answer_sealed = null, file_key = null, file_expires_at = null`,
      retained: 'request',
    }),
  ],
};
