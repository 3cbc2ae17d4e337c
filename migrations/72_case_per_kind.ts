import { Migration } from '@mikro-orm/migrations';

/** Allows one open dispute and one open block request per check, instead of one open case of either kind. */
export class Migration72CasePerKind extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop index dispute_open_key;
      create unique index dispute_open_key on dispute (application_id, kind) where resolved_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index dispute_open_key;
      create unique index dispute_open_key on dispute (application_id) where resolved_at is null;
    `);
  }
}
