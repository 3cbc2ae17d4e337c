import { Migration } from '@mikro-orm/migrations';

const live = 'cancelled_at is null and removed_at is null';

/**
 * A search for a common word walks the rows in the order of their names until it has found enough, in the index alone.
 * Finer statistics tell which words are common: with the default of 100 bounds one in a hundred rows cannot be told from
 * one in a thousand, for which the trigrams are the faster way.
 */
export class Migration180ConnectionSearchOrder extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop index connection_grid_sort_name_idx;
      create index connection_grid_sort_name_idx on connection (owner_id, sort_name, id) include (search_text)
        where ${live};
      alter table connection alter column search_text set statistics 500;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table connection alter column search_text set statistics -1;
      drop index connection_grid_sort_name_idx;
      create index connection_grid_sort_name_idx on connection (owner_id, sort_name, id) where ${live};
    `);
  }
}
