import { Migration } from '@mikro-orm/migrations';

/** Staff choose the days on which people are reminded of a renewal. */
export class Migration231ReminderDays extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table renewal_reminder
        drop constraint renewal_reminder_stage_check,
        add constraint renewal_reminder_stage_check check (stage between 0 and 45);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from renewal_reminder where stage not in (45, 30, 14, 7, 1, 0);
      alter table renewal_reminder
        drop constraint renewal_reminder_stage_check,
        add constraint renewal_reminder_stage_check check (stage in (45, 30, 14, 7, 1, 0));
    `);
  }
}
