import { Migration } from '@mikro-orm/migrations';

/** How often a person was reminded of an application that waits for them, and since when it had been waiting then. */
export class Migration67ApplicationWaits extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table application
        add column wait_reminders integer not null default 0,
        add column waited_since timestamptz,
        add constraint application_wait_reminders_check check (wait_reminders between 0 and 3),
        add constraint application_waited_since_check check ((wait_reminders = 0) = (waited_since is null));
      create index application_waiting_idx on application (id) where status in ('paid', 'waituser');
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index application_waiting_idx;
      alter table application drop column waited_since, drop column wait_reminders;
    `);
  }
}
