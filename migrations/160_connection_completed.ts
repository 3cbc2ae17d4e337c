import { Migration } from '@mikro-orm/migrations';

/**
 * When the owner of a network first saw a person's score, for the dashboard's time to complete. Connections that already
 * share a score get the day of acceptance, because the exact time is not known. The index contains all columns that the
 * dashboard groups by.
 *
 * The column gets its values by a change of type, which writes the table once and then builds each index once. An update
 * would add an entry for each row to each of the more than twenty indexes, one at a time.
 */
export class Migration160ConnectionCompleted extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection add column completed_at timestamptz;
      set local maintenance_work_mem = '256MB';
      alter table connection
        alter column completed_at type timestamptz
          using case when score is not null and cancelled_at is null then accepted_at end,
        add constraint connection_completed_at_check check (completed_at is null or accepted_at is not null);
      create index connection_dashboard_idx on connection
        (owner_id, status, connection_type, score_rank, expiration, invited_at, completed_at)
        where cancelled_at is null and removed_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index connection_dashboard_idx; alter table connection drop column completed_at;');
  }
}
