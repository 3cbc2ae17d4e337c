import { Migration } from '@mikro-orm/migrations';

/** Which idempotency key a part of a refund uses. After a failure of the provider, it uses another one. */
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
