import { Migration } from '@mikro-orm/migrations';

/**
 * When a network's owner first saw somebody's score, for the dashboard's time to complete: for connections that share one
 * already, the day of acceptance is the best known. The index holds all that the dashboard groups by.
 */
export class Migration160ConnectionCompleted extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection add column completed_at timestamptz,
        add constraint connection_completed_at_check check (completed_at is null or accepted_at is not null);
      update connection set completed_at = accepted_at where score is not null and cancelled_at is null;
      create index connection_dashboard_idx on connection
        (owner_id, status, connection_type, score_rank, expiration, invited_at, completed_at)
        where cancelled_at is null and removed_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index connection_dashboard_idx; alter table connection drop column completed_at;');
  }
}
