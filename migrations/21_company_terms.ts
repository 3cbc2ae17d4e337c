import { Migration } from '@mikro-orm/migrations';

/**
 * The terms of companies have versions, like the portal's own, and each text may have one draft (D90). An account
 * stores which version of its company's terms was accepted, and a purchase stores the versions of both payment terms.
 */
export class Migration21CompanyTerms extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop trigger terms_version_unchanged on terms_version;
      alter table terms_version
        add column company_id uuid constraint terms_version_company_id_fk references company,
        drop constraint terms_version_kind_check,
        add constraint terms_version_kind_check
          check (kind in ('portal', 'purchase', 'score', 'company', 'company-card')),
        add constraint terms_version_company_id_check
          check ((company_id is not null) = (kind in ('company', 'company-card')));
      drop index terms_version_kind_version_key;
      drop index terms_version_current_key;
      create unique index terms_version_kind_version_key
        on terms_version (kind, company_id, version) nulls not distinct;
      create unique index terms_version_current_key
        on terms_version (kind, company_id) nulls not distinct where is_current;
      create index terms_version_company_id_idx on terms_version (company_id) where company_id is not null;
      create trigger terms_version_unchanged
        before update of kind, company_id, version, html, published_at on terms_version
        for each row execute function refuse_terms_change();

      create table terms_draft (
        id uuid primary key,
        kind text not null,
        company_id uuid constraint terms_draft_company_id_fk references company on delete cascade,
        html text not null,
        author_account_id uuid not null constraint terms_draft_author_account_id_fk references account,
        written_at timestamptz not null,
        constraint terms_draft_kind_check
          check (kind in ('portal', 'purchase', 'score', 'company', 'company-card')),
        constraint terms_draft_company_id_check
          check ((company_id is not null) = (kind in ('company', 'company-card')))
      );
      create unique index terms_draft_kind_key on terms_draft (kind, company_id) nulls not distinct;
      create index terms_draft_company_id_idx on terms_draft (company_id) where company_id is not null;
      create index terms_draft_author_account_id_idx on terms_draft (author_account_id);

      insert into terms_version (id, kind, company_id, version, html, published_at, is_current)
        select gen_random_uuid(), 'company', id, 1, company_terms_conditions, updated_at, true
          from company where company_terms_conditions <> ''
        union all
        select gen_random_uuid(), 'company-card', id, 1, credit_card_terms, updated_at, true
          from company where credit_card_terms <> '';
      alter table company drop column company_terms_conditions, drop column credit_card_terms;

      alter table account add column accepted_company_terms_id uuid
        constraint account_accepted_company_terms_id_fk references terms_version;
      create index account_accepted_company_terms_id_idx on account (accepted_company_terms_id)
        where accepted_company_terms_id is not null;

      alter table purchase
        add column terms_version_id uuid constraint purchase_terms_version_id_fk references terms_version,
        add column company_terms_version_id uuid
          constraint purchase_company_terms_version_id_fk references terms_version;
      create index purchase_terms_version_id_idx on purchase (terms_version_id) where terms_version_id is not null;
      create index purchase_company_terms_version_id_idx on purchase (company_terms_version_id)
        where company_terms_version_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table purchase drop column terms_version_id, drop column company_terms_version_id;
      alter table account drop column accepted_company_terms_id;
      alter table company add column company_terms_conditions text not null default '',
        add column credit_card_terms text not null default '';
      update company set company_terms_conditions = html from terms_version
        where terms_version.company_id = company.id and kind = 'company' and is_current;
      update company set credit_card_terms = html from terms_version
        where terms_version.company_id = company.id and kind = 'company-card' and is_current;
      drop table terms_draft;
      drop trigger terms_version_unchanged on terms_version;
      delete from terms_acceptance where terms_version_id in
        (select id from terms_version where company_id is not null);
      delete from terms_version where company_id is not null;
      drop index terms_version_kind_version_key;
      drop index terms_version_current_key;
      alter table terms_version drop constraint terms_version_kind_check,
        drop constraint terms_version_company_id_check, drop column company_id,
        add constraint terms_version_kind_check check (kind in ('portal', 'purchase', 'score'));
      create unique index terms_version_kind_version_key on terms_version (kind, version);
      create unique index terms_version_current_key on terms_version (kind) where is_current;
      create trigger terms_version_unchanged before update of kind, version, html, published_at on terms_version
        for each row execute function refuse_terms_change();
    `);
  }
}
