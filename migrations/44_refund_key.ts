import { Migration } from '@mikro-orm/migrations';

/** Which of its idempotency keys a part of a refund uses: another one after a fault of the provider. */
export class Migration44RefundKey extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table refund_part add column key_number smallint not null default 1
        constraint refund_part_key_number_check check (key_number > 0);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table refund_part drop column key_number;');
  }
}
