import { Migration } from '@mikro-orm/migrations';

/** Codes for a changed address, choices about mails that are not confirmed yet, and reminders that were sent. */
export class Migration29PersonalChoices extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table verification_code drop constraint verification_code_purpose_check;
      alter table verification_code add constraint verification_code_purpose_check
        check (purpose in ('register', 'two-step', 'recovery', 'contact', 'email-change'));

      create table mail_choice (
        id uuid primary key,
        emailaddress citext not null,
        email_preference_marketing boolean not null,
        email_preference_invites boolean not null,
        email_preference_renewal boolean not null,
        criticalemails boolean not null,
        host text not null,
        requested_at timestamptz not null
      );
      create index mail_choice_requested_at_idx on mail_choice (requested_at);
      create index mail_choice_emailaddress_idx on mail_choice (emailaddress);

      create table renewal_reminder (
        shield_score_id uuid not null constraint renewal_reminder_shield_score_id_fk references shield_score,
        stage integer not null,
        told_at timestamptz not null,
        primary key (shield_score_id, stage),
        constraint renewal_reminder_stage_check check (stage in (45, 30, 14, 7, 1, 0))
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table renewal_reminder, mail_choice;
      delete from verification_code where purpose = 'email-change';
      alter table verification_code drop constraint verification_code_purpose_check;
      alter table verification_code add constraint verification_code_purpose_check
        check (purpose in ('register', 'two-step', 'recovery', 'contact'));
    `);
  }
}
