import { Migration } from '@mikro-orm/migrations';

/** Staff may decide on a score that a person left waiting for 30 days, after three reminders. */
export class Migration225SilentPeople extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table score_change
        add column decided_by_staff boolean not null default false,
        drop constraint score_change_accepted_terms_check,
        add constraint score_change_accepted_terms_check
          check (state <> 'accepted' or terms_version_id is not null or decided_by_staff),
        add constraint score_change_decided_by_staff_check
          check (not decided_by_staff or (state in ('accepted', 'superseded') and ready_reminders = 3)),
        drop constraint score_change_ready_reminders_check,
        add constraint score_change_ready_reminders_check check (ready_reminders between 0 and 3);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update score_change set state = 'superseded' where state = 'accepted' and terms_version_id is null;
      update score_change set ready_reminders = 2 where ready_reminders = 3;
      alter table score_change
        drop constraint score_change_ready_reminders_check,
        add constraint score_change_ready_reminders_check check (ready_reminders >= 0 and ready_reminders <= 2),
        drop constraint score_change_accepted_terms_check,
        add constraint score_change_accepted_terms_check check (state <> 'accepted' or terms_version_id is not null),
        drop column decided_by_staff;
    `);
  }
}
