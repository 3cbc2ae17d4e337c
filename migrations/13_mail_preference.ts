import { Migration } from '@mikro-orm/migrations';

/** The email preferences of addresses without an account: all four, instead of only the one for invitations. */
export class Migration13MailPreference extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table mail_preference (
        emailaddress citext primary key,
        email_preference_marketing boolean not null default false,
        email_preference_invites boolean not null default true,
        email_preference_renewal boolean not null default true,
        criticalemails boolean not null default true,
        updated_at timestamptz not null
      );
      insert into mail_preference (emailaddress, email_preference_invites, updated_at)
        select emailaddress, false, at from invitation_opt_out;
      drop table invitation_opt_out;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      create table invitation_opt_out (
        emailaddress citext primary key,
        at timestamptz not null
      );
      insert into invitation_opt_out (emailaddress, at)
        select emailaddress, updated_at from mail_preference where not (email_preference_invites and criticalemails);
      drop table mail_preference;
    `);
  }
}
