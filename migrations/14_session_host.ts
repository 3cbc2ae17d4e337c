import { Migration } from '@mikro-orm/migrations';

/** A session works only on the host that opened it (D107). Existing sessions have no host, so they end. */
export class Migration14SessionHost extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      delete from session;
      alter table session add column host text not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table session drop column host;');
  }
}
