import { Migration } from '@mikro-orm/migrations';

/** The texts that staff search, as their indexes have them. */
const texts = {
  account: `firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text`,
  company: `company_name || ' ' || legal_business_name || ' ' || coalesce(branding_hostname, '')`,
  shield_score: `legal_firstname || ' ' || legal_middlename || ' ' || legal_lastname`,
};

/**
 * Staff find names by their plain letters, as companies do (D129). Few names have other letters, so only those are in
 * indexes of their own, and the search for all others stays as fast as it was.
 */
export class Migration242FoldedNames extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function folded(text) returns text language sql immutable strict parallel safe
        as $$ select public.unaccent('public.unaccent', lower($1)) $$;
    `);
    for (const [table, text] of Object.entries(texts)) {
      this.addSql(`
        create index ${table}_folded_search_idx on ${table} using gin (folded(${text}) gin_trgm_ops)
          where octet_length(${text}) > length(${text});
      `);
    }
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index account_folded_search_idx, company_folded_search_idx, shield_score_folded_search_idx;
      drop function folded;
    `);
  }
}
