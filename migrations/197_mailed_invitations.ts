import { Migration } from '@mikro-orm/migrations';

/** The state of a mail, from the times at which things happened. */
const stateOf = (withheld: string) => `
  alter table invitation_mail add column state text generated always as (case
    ${withheld}
    when bounced_at is not null then 'bounced'
    when failed_at is not null then 'failed'
    when clicked_at is not null then 'clicked'
    when opened_at is not null then 'opened'
    when delivered_at is not null then 'delivered'
    when delayed_at is not null then 'delayed'
    when sent_at is not null then 'sent'
    else 'waiting' end) stored;`;

const purposes = (added: string) => `
  alter table verification_code drop constraint verification_code_purpose_check;
  alter table verification_code add constraint verification_code_purpose_check
    check (purpose in ('register', 'two-step', 'recovery', 'contact', 'email-change'${added}));`;

/**
 * A mailed invitation belongs to its address (D115): codes that prove the invited address, and who asked the inviter for
 * an invitation of their own. Also which mails were not sent because the recipient does not want them.
 */
export class Migration197MailedInvitations extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      ${purposes(", 'invitation'")}
      create table own_invitation_request (
        id uuid primary key,
        connection_id uuid not null constraint own_invitation_request_connection_id_fk references connection,
        account_id uuid not null constraint own_invitation_request_account_id_fk references account,
        asked_at timestamptz not null,
        constraint own_invitation_request_connection_id_account_id_key unique (connection_id, account_id)
      );
      create index own_invitation_request_account_id_idx on own_invitation_request (account_id);

      alter table invitation_mail add column withheld_at timestamptz,
        add constraint invitation_mail_withheld_check check (withheld_at is null or sent_at is null),
        drop column state;
      ${stateOf("when withheld_at is not null then 'withheld'")}
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table invitation_mail drop column state, drop constraint invitation_mail_withheld_check;
      -- Before, a mail that was not sent left no row.
      delete from invitation_mail where withheld_at is not null;
      alter table invitation_mail drop column withheld_at;
      ${stateOf('')}
      drop table own_invitation_request;
      delete from verification_code where purpose = 'invitation';
      ${purposes('')}
    `);
  }
}
