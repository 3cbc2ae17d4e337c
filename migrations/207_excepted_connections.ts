import { Migration } from '@mikro-orm/migrations';

/** Finds the few people of a large network who are in compliance by exception. */
export class Migration207ExceptedConnections extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index connection_excepted_idx on connection (owner_id, sort_name, id)
        where compliance = 'EXCEPTION' and cancelled_at is null and removed_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index connection_excepted_idx;');
  }
}
