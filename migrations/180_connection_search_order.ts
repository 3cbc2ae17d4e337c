import { Migration } from '@mikro-orm/migrations';

const live = 'cancelled_at is null and removed_at is null';

/**
 * A search for a common word reads rows in the order of their names, from the index alone, until it has enough. A
 * search for a rare word is faster with the trigrams. The planner needs finer statistics to choose: with the default of
 * 100 bounds it cannot tell a word in one of a hundred rows from a word in one of a thousand.
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
