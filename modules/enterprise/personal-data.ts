import { column, type PersonalData, personalTables, sql } from '#modules/platform/index.ts';
import { openSupportContent } from './support.ts';

const table = personalTables('enterprise');

/** What the enterprise module holds about a person (D23). */
export const enterprisePersonalData: PersonalData = {
  module: 'enterprise',
  tables: [
    table({
      table: 'team_invitation',
      title: 'Invitations to the teams of companies',
      of: ({ accountId, emailaddress }) =>
        sql`(to_email = ${emailaddress} or accepted_by_account_id = ${accountId})`,
      columns: {
        company_id: column.uuid,
        to_email: column.text,
        role: column.text,
        invited_at: column.instant,
        expires_at: column.instant,
        accepted_at: column.instant.nullable(),
        withdrawn_at: column.instant.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'api_key',
      title: 'API keys of a company that you made or revoked',
      of: ({ accountId }) => sql`(made_by_account_id = ${accountId} or revoked_by_account_id = ${accountId})`,
      columns: {
        company_id: column.uuid,
        name: column.text,
        made_by_account_id: column.uuid,
        made_at: column.instant,
        revoked_by_account_id: column.uuid.nullable(),
        revoked_at: column.instant.nullable(),
      },
      // The keys are the company's, and its systems use them.
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'webhook_endpoint',
      title: 'Webhook endpoints of a company that you added',
      of: ({ accountId }) => sql`made_by_account_id = ${accountId}`,
      columns: {
        company_id: column.uuid,
        made_by_account_id: column.uuid,
        made_at: column.instant,
      },
      // The endpoints are the company's, and its systems rely on them.
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'webhook_delivery',
      title: 'What was sent to those endpoints',
      of: ({ accountId }) =>
        sql`endpoint_id in (select id from webhook_endpoint where made_by_account_id = ${accountId})`,
      withheld: 'It is what a company is told about its network, by ids alone.',
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'team_member',
      title: 'Your company’s team',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { company_id: column.uuid, role: column.text, joined_at: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'released_host_reader',
      title: 'Emails about a changed login address that haven’t been sent yet',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { account_id: column.uuid },
      erase: 'rows',
    }),
    table({
      table: 'release_note_reader',
      title: 'Which release notes you’ve read',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { read_until: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'tour_end',
      title: 'When you ended the guided tour',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { seen_to_end: column.boolean, ended_at: column.instant },
      erase: 'rows',
    }),
    table({
      table: 'support_request',
      title: 'Messages to support that haven’t been delivered yet',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { id: column.uuid, content: column.text, requested_at: column.instant },
      present: async (rows, { portal }) =>
        rows.map(({ id, content, requested_at }) => ({
          requested_at,
          ...openSupportContent(portal.keys, id, content),
        })),
      erase: 'rows',
    }),
  ],
  holds: [
    {
      // Of a company that is on legal hold, the team stays known.
      wait: 'law',
      async isOpen({ db }, { accountId }) {
        const held = await db
          .selectFrom('team_member')
          .innerJoin('legal_hold', 'legal_hold.company_id', 'team_member.company_id')
          .select('legal_hold.id')
          .where('team_member.account_id', '=', accountId)
          .where('lifted_at', 'is', null)
          .executeTakeFirst();
        return held !== undefined;
      },
    },
    {
      wait: 'company',
      async isOpen({ db }, { accountId }) {
        const owned = await db
          .selectFrom('team_member')
          .select('company_id')
          .where('account_id', '=', accountId)
          .where('role', '=', 'owner')
          .executeTakeFirst();
        return owned !== undefined;
      },
    },
  ],
};
