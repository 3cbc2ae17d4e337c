import { Migration } from '@mikro-orm/migrations';

/**
 * An index of a network's people with the columns that the ScoreBoard counts and that the page of a sharing company
 * lists. Both look up each person of one network in another one, and need nothing but this index.
 */
export class Migration190SharedPeople extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      set local maintenance_work_mem = '256MB';
      create index connection_people_idx on connection (owner_id, account_id)
        include (connection_type, score, sort_name, id)
        where account_id is not null and accepted_at is not null and cancelled_at is null and removed_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index connection_people_idx;');
  }
}
