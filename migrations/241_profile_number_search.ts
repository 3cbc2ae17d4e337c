import { Migration } from '@mikro-orm/migrations';

/**
 * Agencies' profile numbers are found without their hyphens and spaces. The index has a new name, so that it can be built
 * before the release.
 */
export class Migration241ProfileNumberSearch extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index if not exists cra_order_profile_number_search_idx on cra_order
        using gin (lower(translate(profile_number, ' _-', '')) gin_trgm_ops);
      drop index cra_order_profile_search_idx;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      create index cra_order_profile_search_idx on cra_order using gin (lower(profile_number) gin_trgm_ops);
      drop index cra_order_profile_number_search_idx;
    `);
  }
}
