import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the few people of a large network who are in compliance by exception, and ends the exceptions of those who left
 * or were removed, which end with the connection from now on.
 */
export class Migration207ExceptedConnections extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index connection_excepted_idx on connection (owner_id, sort_name, id)
        where compliance = 'EXCEPTION' and cancelled_at is null and removed_at is null;
      update compliance_exception e set ended_at = least(greatest(c.removed_at, e.made_at), e.ends_at)
        from connection c where c.id = e.connection_id and e.ended_at is null and c.removed_at is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index connection_excepted_idx;');
  }
}
