import { Migration } from '@mikro-orm/migrations';

/** Staff find people by a business phone and by the company of their team. */
export class Migration227PeopleByReferences extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index account_businessphone_idx on account (businessphone) where businessphone <> '';
      create index company_search_idx on company using gin
        (lower(company_name || ' ' || legal_business_name || ' ' || coalesce(branding_hostname, '')) gin_trgm_ops);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index account_businessphone_idx, company_search_idx;');
  }
}
