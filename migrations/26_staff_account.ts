import { Migration } from '@mikro-orm/migrations';

/** Addresses that mail cannot reach, and the previous expiration of scores whose owner's account was disabled (D73). */
export class Migration26StaffAccount extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table mail_suppression (
        emailaddress citext primary key,
        reason text not null,
        suppressed_at timestamptz not null,
        constraint mail_suppression_reason_check check (length(reason) between 1 and 200)
      );

      alter table shield_score add column previous_expiration date,
        add constraint shield_score_previous_expiration_check check (previous_expiration > expiration);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table shield_score drop column previous_expiration; drop table mail_suppression;');
  }
}
