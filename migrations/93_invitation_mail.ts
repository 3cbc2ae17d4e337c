import { Migration } from '@mikro-orm/migrations';

/**
 * The mails of invitations and their delivery. Each kind of event sets its own time, and the state follows from the
 * times, so that events in the wrong order cannot set it back.
 */
export class Migration93InvitationMail extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table invitation_mail (
        id uuid primary key,
        connection_id uuid not null constraint invitation_mail_connection_id_fk references connection,
        created_at timestamptz not null,
        sent_at timestamptz,
        delayed_at timestamptz,
        delivered_at timestamptz,
        opened_at timestamptz,
        clicked_at timestamptz,
        failed_at timestamptz,
        bounced_at timestamptz,
        opens integer not null default 0,
        clicks integer not null default 0,
        state text generated always as (case
          when bounced_at is not null then 'bounced'
          when failed_at is not null then 'failed'
          when clicked_at is not null then 'clicked'
          when opened_at is not null then 'opened'
          when delivered_at is not null then 'delivered'
          when delayed_at is not null then 'delayed'
          when sent_at is not null then 'sent'
          else 'waiting' end) stored,
        constraint invitation_mail_opens_check check (opens >= 0 and (opens > 0) = (opened_at is not null)),
        constraint invitation_mail_clicks_check check (clicks >= 0 and (clicks > 0) = (clicked_at is not null))
      );
      create index invitation_mail_connection_id_idx on invitation_mail (connection_id, id desc);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table invitation_mail;');
  }
}
