import { Migration } from '@mikro-orm/migrations';

/** The failed refund that another one makes good, once. */
export class Migration42RefundSentAgain extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table refund add column follows_id uuid constraint refund_follows_id_fk references refund;
      create unique index refund_follows_key on refund (follows_id) where follows_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table refund drop column follows_id;');
  }
}
