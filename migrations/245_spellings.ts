import { Migration } from '@mikro-orm/migrations';

/** The texts that staff search, as their indexes have them. */
const texts = {
  account: `firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text`,
  company: `company_name || ' ' || legal_business_name || ' ' || coalesce(branding_hostname, '')`,
  shield_score: `legal_firstname || ' ' || legal_middlename || ' ' || legal_lastname`,
};

/**
 * Names are found as documents print them: O'Brien as obrien, Müller as mueller, Mary-Ann as maryann (D129). The nightly sweep of all
 * connections writes these spellings for My Network. The indexes have new names, so that the former ones are dropped
 * only when these are built: a drop locks out readers until the migration ends.
 */
export class Migration245Spellings extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function other_spellings(text) returns text language sql immutable strict parallel safe as $$
        select public.unaccent('public.unaccent', nullif(spelled, plain)) from (select lower($1)) typed(plain),
          lateral (select translate(replace(replace(replace(replace(replace(plain, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'),
            'å', 'aa'), 'ø', 'oe'), '-''‘’‛′ʻʼ\`´', '')) words(spelled)
      $$;
      create function spellings(text) returns text language sql immutable strict parallel safe as $$
        select public.unaccent('public.unaccent', lower($1)) || coalesce(' ' || public.other_spellings($1), '')
      $$;
    `);
    for (const [table, text] of Object.entries(texts)) {
      this.addSql(`
        create index ${table}_spelling_search_idx on ${table} using gin (spellings(${text}) gin_trgm_ops)
          where octet_length(${text}) > length(${text}) or strpos(${text}, '''') > 0 or strpos(${text}, '-') > 0;
      `);
    }
    this.addSql(`
      drop index account_folded_search_idx, company_folded_search_idx, shield_score_folded_search_idx;
      drop function folded;
    `);
  }

  override async down(): Promise<void> {
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
    this.addSql(`
      drop index account_spelling_search_idx, company_spelling_search_idx, shield_score_spelling_search_idx;
      drop function spellings;
      drop function other_spellings;
    `);
  }
}
