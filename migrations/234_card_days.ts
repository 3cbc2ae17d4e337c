import { Migration } from '@mikro-orm/migrations';

/** Staff choose the days on which owners are told that their company's card expires. */
export class Migration234CardDays extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table company_card
        drop constraint company_card_warned_days_check,
        add constraint company_card_warned_days_check check (warned_days between 1 and 60);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update company_card set warned_days = case when warned_days > 7 then 30 else 7 end where warned_days not in (7, 30);
      alter table company_card
        drop constraint company_card_warned_days_check,
        add constraint company_card_warned_days_check check (warned_days in (7, 30));
    `);
  }
}
