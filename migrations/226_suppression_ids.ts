import { Migration } from '@mikro-orm/migrations';

/** A suppressed address has an id, so that the console's pages do not name it in their addresses. */
export class Migration226SuppressionIds extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table mail_suppression add column id uuid not null default gen_random_uuid();
      create unique index mail_suppression_id_key on mail_suppression (id);
      create index mail_suppression_suppressed_at_idx on mail_suppression (suppressed_at, id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table mail_suppression drop column id;');
  }
}
