import { Migration } from '@mikro-orm/migrations';

/**
 * The people of a network with what the ScoreBoard counts and the page of a company that shares its network lists: both
 * look up each person of one network in another one, and find all that they need in the index.
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
