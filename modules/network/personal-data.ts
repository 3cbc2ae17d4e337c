import { column, type DataSubject, type PersonalData, personalTables, sql } from '#modules/platform/index.ts';
import { adverseHold, adverseTables } from './adverse-actions/personal-data.ts';
import { leftNow } from './connections/leaving.ts';

const table = personalTables('network');

/**
 * The invitations to a person, and the network that is the person's own. A company's network belongs to the company.
 */
const ofPerson = ({ accountId, emailaddress }: DataSubject) => sql`
  (account_id = ${accountId} or owner_account_id = ${accountId}
    or (account_id is null and to_email = ${emailaddress}))`;

/** Of the connections that the deletion ends. */
const ofLeft = (now: Date) => sql`connection_id in (select id from connection where ${leftNow(now)})`;

/** What the network module holds about a person (D23). */
export const networkPersonalData: PersonalData = {
  module: 'network',
  tables: [
    ...adverseTables,
    table({
      table: 'connection_event',
      title: 'What happened to your invitations and connections',
      of: (subject) => sql`connection_id in (select id from connection where ${ofPerson(subject)})`,
      columns: { connection_id: column.uuid, kind: column.text, at: column.instant },
      erase: 'rows',
      keep: ofLeft,
      retained: 'departure',
    }),
    table({
      table: 'invitation_detail',
      title: 'What files of companies that invited you said about you',
      of: (subject) => sql`connection_id in (select id from connection where ${ofPerson(subject)})`,
      columns: {
        connection_id: column.uuid,
        mobile: column.text.nullable(),
        business_name: column.text.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'bulk_invitation_row',
      title: 'The rows of those files',
      of: ({ accountId }) => sql`bulk_invitation_id in (select id from bulk_invitation
        where made_by_account_id = ${accountId} or started_by_account_id = ${accountId})`,
      withheld: 'It only counts rows of a company, by their numbers, and names nobody.',
      erase: 'nothing',
      retained: 'request',
    }),
    table({
      table: 'bulk_invitation',
      title: 'Files of people to invite that you uploaded or sent for a company',
      of: ({ accountId }) => sql`(made_by_account_id = ${accountId} or started_by_account_id = ${accountId})`,
      columns: {
        company_id: column.uuid,
        file_name: column.text,
        made_at: column.instant,
        started_at: column.instant.nullable(),
        ended_at: column.instant.nullable(),
      },
      erase: 'nothing',
      retained: 'request',
    }),
    table({
      table: 'bulk_limit',
      title: 'Limits of bulk invitations that you set for companies',
      of: ({ accountId }) => sql`set_by_account_id = ${accountId}`,
      columns: { company_id: column.uuid, daily_rows: column.integer, set_at: column.instant },
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'own_invitation_request',
      title: 'Requests for an invitation of one’s own, by you and about your invitations',
      of: (subject) => sql`(account_id = ${subject.accountId}
        or connection_id in (select id from connection where ${ofPerson(subject)}))`,
      columns: { connection_id: column.uuid, asked_at: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'sms_acceptance',
      title: 'Invitations to answer by text message',
      of: (subject) => sql`connection_id in (select id from connection where ${ofPerson(subject)})`,
      columns: { connection_id: column.uuid, state: column.text, waiting_until: column.instant.nullable() },
      erase: 'rows',
    }),
    table({
      table: 'sms_opt_out',
      title: 'Your number, which wants no text messages about invitations',
      of: ({ accountId }) => sql`mobile in (select mobile from account where id = ${accountId})`,
      columns: { mobile: column.text, opted_out_at: column.instant },
      erase: 'nothing',
      retained: 'opt-out',
    }),
    table({
      table: 'invitation_mail',
      title: 'The emails of your invitations',
      of: (subject) => sql`connection_id in (select id from connection where ${ofPerson(subject)})`,
      columns: {
        connection_id: column.uuid,
        reminder: column.boolean,
        sent_at: column.instant.nullable(),
        withheld_at: column.instant.nullable(),
        delayed_at: column.instant.nullable(),
        delivered_at: column.instant.nullable(),
        opened_at: column.instant.nullable(),
        clicked_at: column.instant.nullable(),
        failed_at: column.instant.nullable(),
        bounced_at: column.instant.nullable(),
        opens: column.integer,
        clicks: column.integer,
      },
      erase: 'rows',
    }),
    table({
      table: 'alert_rule_saving',
      title: 'Compliance rules that you saved for your company',
      of: ({ accountId }) => sql`saved_by_account_id = ${accountId}`,
      columns: {
        company_id: column.uuid,
        minscore: column.integer,
        maxscore: column.integer,
        outofcomp_expired: column.boolean,
        outofcomp_leftnetwork: column.boolean,
        outofcomp_removed: column.boolean,
        saved_at: column.instant,
      },
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'compliance_exception',
      title: 'Exceptions from the compliance rule of a company, about you or made by you',
      of: ({ accountId }) => sql`(account_id = ${accountId} or made_by_account_id = ${accountId}
        or ended_by_account_id = ${accountId})`,
      // The reason is the company's own (D131).
      columns: {
        company_id: column.uuid,
        made_at: column.instant,
        last_date: column.date,
        ended_at: column.instant.nullable(),
      },
      erase: 'rows',
      // Those that the person made or ended are about somebody else.
      keep: (_now, { accountId }) => sql`account_id <> ${accountId}`,
      retained: 'audit',
    }),
    table({
      table: 'alert_delivery',
      title: 'Emails to and about you about what happened in a network',
      of: ({ accountId }) => sql`(account_id = ${accountId}
        or connection_id in (select id from connection where account_id = ${accountId}))`,
      columns: { company_id: column.uuid, subscription_type: column.text, at: column.instant },
      erase: 'rows',
      // The others are told that the person left.
      keep: (now) => sql`subscription_type = 'leftnetwork' and mail_id is null and ${ofLeft(now)}`,
      retained: 'departure',
    }),
    table({
      table: 'alert_mail',
      title: 'Emails with alerts that were sent to you',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { company_id: column.uuid, created_at: column.instant, sent_at: column.instant.nullable() },
      erase: 'rows',
    }),
    table({
      table: 'alert_subscription',
      title: 'Which alerts you get by email',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        company_id: column.uuid,
        subscription_type: column.text,
        delivery: column.text,
        include_statuses: column.textList.nullable(),
        saved_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'network_alert',
      title: 'What companies were told about you',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        company_id: column.uuid,
        alert_type: column.text,
        at: column.instant,
        previous_score: column.text.nullable(),
        score: column.text.nullable(),
        expiration: column.date.nullable(),
        firstname: column.text,
        lastname: column.text,
        businessname: column.text,
      },
      erase: 'rows',
      keep: (now) => sql`alert_type = 'leftnetwork' and ${ofLeft(now)}`,
      retained: 'departure',
    }),
    table({
      table: 'alert_reader',
      title: 'When you last read the alerts of your company',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { company_id: column.uuid, read_until: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'connection',
      title: 'Your invitations and connections',
      of: ofPerson,
      columns: {
        id: column.uuid,
        owner_company_id: column.uuid.nullable(),
        owner_account_id: column.uuid.nullable(),
        connection_type: column.text,
        to_email: column.text.nullable(),
        to_shieldid: column.text.nullable(),
        to_firstname: column.text,
        to_lastname: column.text,
        invited_at: column.instant,
        opened_at: column.instant.nullable(),
        accepted_at: column.instant.nullable(),
        completed_at: column.instant.nullable(),
        ignored_at: column.instant.nullable(),
        cancelled_at: column.instant.nullable(),
        removed_at: column.instant.nullable(),
        sharing_active: column.boolean,
        report_shared: column.boolean,
        shieldid: column.text.nullable(),
        score: column.text.nullable(),
        expiration: column.date.nullable(),
      },
      // In the person's own network, the score is that of somebody else.
      present: async (rows, _work, { accountId }) =>
        rows.map(({ shieldid, score, expiration, to_shieldid, ...row }) =>
          row.owner_account_id === accountId ? row : { ...row, to_shieldid, shieldid, score, expiration },
        ),
      erase: 'rows',
      keep: leftNow,
      retained: 'departure',
    }),
    table({
      table: 'share_link',
      title: 'Links that show your score',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        kind: column.text,
        label: column.text,
        to_email: column.text.nullable(),
        created_at: column.instant,
        expires_at: column.instant,
        revoked_at: column.instant.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'invite_center_code',
      title: 'Links to your pending invitations',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      withheld: 'It would let anyone who reads it see who invites you.',
      erase: 'rows',
    }),
    table({
      table: 'report_purpose',
      title: 'Purposes for full reports that you attested',
      of: ({ accountId }) => sql`attested_by_account_id = ${accountId}`,
      columns: {
        owner_company_id: column.uuid.nullable(),
        purpose: column.text,
        words: column.text,
        attested_at: column.instant,
      },
      erase: 'nothing',
      retained: 'agreement',
    }),
    table({
      table: 'access_request',
      title: 'Requests to see a private score, of you and by you',
      of: ({ accountId }) =>
        sql`(person_id = ${accountId} or owner_account_id = ${accountId} or asked_by_account_id = ${accountId})`,
      columns: {
        owner_company_id: column.uuid.nullable(),
        owner_account_id: column.uuid.nullable(),
        asked_at: column.instant,
      },
      erase: 'rows',
    }),
    table({
      table: 'search_entry',
      title: 'People you searched for',
      of: ({ accountId }) => sql`(searcher_id = ${accountId} or person_id = ${accountId})`,
      withheld: 'It only counts searches, and identifies other people by a number.',
      erase: 'rows',
    }),
  ],
  holds: [
    {
      // Of a company that is on legal hold, the network stays known.
      wait: 'law',
      async isOpen({ db }, { accountId }) {
        const held = await db
          .selectFrom('connection')
          .innerJoin('legal_hold', 'legal_hold.company_id', 'connection.owner_company_id')
          .select('legal_hold.id')
          .where('connection.account_id', '=', accountId)
          .where('lifted_at', 'is', null)
          .executeTakeFirst();
        return held !== undefined;
      },
    },
    adverseHold,
  ],
};
