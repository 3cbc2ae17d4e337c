import { Migration } from '@mikro-orm/migrations';

/** The card that paid a charge, as receipts name it. */
export class Migration204ChargedCards extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table charged_card (
        charge_id uuid primary key constraint charged_card_charge_id_fk references ledger_entry,
        brand text not null,
        last4 text not null constraint charged_card_last4_check check (last4 ~ '^[0-9]{4}$')
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table charged_card;`);
  }
}
