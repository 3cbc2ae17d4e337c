import { Migration } from '@mikro-orm/migrations';

/** The morning mail of a member of staff: whether they want it, and on which day it was made last. */
export class Migration230StaffDigest extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table staff_digest (
        account_id uuid primary key constraint staff_digest_account_id_fk references account,
        wanted boolean not null default true,
        last_day date
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table staff_digest;');
  }
}
