import { Migration } from '@mikro-orm/migrations';

/** Which failed refund another refund replaces. A failed refund can be replaced only once. */
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
