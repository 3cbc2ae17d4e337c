import { Migration } from '@mikro-orm/migrations';

/** The files that were stored lately, so that one is found whose row was never written. */
export class Migration237StoredFiles extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table stored_file (
        key text not null constraint stored_file_pkey primary key
          constraint stored_file_key_check check (length(key) between 1 and 512),
        stored_at timestamptz not null
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table stored_file;');
  }
}
