import { Migration } from '@mikro-orm/migrations';

/** When an unanswered invitation is automatically mailed again. */
export class Migration95Reminders extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection add column remind_at timestamptz;
      create index connection_remind_at_idx on connection (remind_at) where remind_at is not null;
      alter table invitation_mail add column reminder boolean not null default false;
      update connection set remind_at = (
          select min(day) from (select invite_expires_at - interval '720 hours' + wait as day
            from unnest(array['72 hours', '168 hours', '336 hours']::interval[]) wait) days where day > now())
        where accepted_at is null and ignored_at is null and bounced_at is null and cancelled_at is null
          and removed_at is null and invite_sent_count > 0 and invite_expires_at > now();
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table invitation_mail drop column reminder;
      alter table connection drop column remind_at;
    `);
  }
}
