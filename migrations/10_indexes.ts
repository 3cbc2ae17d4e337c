import { Migration } from '@mikro-orm/migrations';

const live = 'cancelled_at is null and removed_at is null';

/** Indexes for a million people: searches, counts and filters within one network, and people sorted by name. */
export class Migration10Indexes extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create extension if not exists btree_gin;
      drop index connection_search_idx;
      create index connection_search_idx on connection using gin (owner_id, search_text gin_trgm_ops) where ${live};
      create index connection_network_status_idx on connection (owner_id, status) where ${live};
      create index connection_network_connection_type_idx on connection (owner_id, connection_type, sort_name, id) where ${live};
      create index connection_network_score_rank_idx on connection (owner_id, score_rank, sort_name, id) where ${live};
      create index account_name_idx on account (lower(lastname) collate "C", lower(firstname) collate "C", id)
        include (lastname, firstname);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index account_name_idx, connection_network_score_rank_idx, connection_network_connection_type_idx,
        connection_network_status_idx, connection_search_idx;
      create index connection_search_idx on connection using gin (search_text gin_trgm_ops) where ${live};
      drop extension btree_gin;
    `);
  }
}
