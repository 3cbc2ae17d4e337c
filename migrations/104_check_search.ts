import { Migration } from '@mikro-orm/migrations';

/** Indexes for staff to find background checks by the agency's number and by the name that was checked. */
export class Migration104CheckSearch extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index cra_order_profile_search_idx on cra_order using gin (lower(profile_number) gin_trgm_ops);
      create index shield_score_name_search_idx on shield_score
        using gin (lower(legal_firstname || ' ' || legal_middlename || ' ' || legal_lastname) gin_trgm_ops);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index shield_score_name_search_idx, cra_order_profile_search_idx;
    `);
  }
}
