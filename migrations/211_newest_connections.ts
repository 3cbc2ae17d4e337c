import { Migration } from '@mikro-orm/migrations';

/** The connections of a network in the order in which they were made, for /api/v1 (D135). */
export class Migration211NewestConnections extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index connection_grid_made_idx on connection (owner_id, id)
        where cancelled_at is null and removed_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index connection_grid_made_idx;');
  }
}
