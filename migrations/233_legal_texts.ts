import { Migration } from '@mikro-orm/migrations';

/**
 * The portal's disclaimer, privacy policy and cookie policy become versions like the terms, which are drafted and
 * published. A version says who published it.
 */
export class Migration233LegalTexts extends Migration {
  override async up(): Promise<void> {
    const kinds = `'portal', 'purchase', 'score', 'company', 'company-card', 'disclaimer', 'privacy-policy', 'cookie-policy'`;
    this.addSql(`
      alter table terms_draft drop constraint terms_draft_kind_check,
        add constraint terms_draft_kind_check check (kind in (${kinds}));
      alter table terms_version drop constraint terms_version_kind_check,
        add constraint terms_version_kind_check check (kind in (${kinds})),
        add column published_by_account_id uuid
          constraint terms_version_published_by_account_id_fk references account (id);
      create index terms_version_published_by_account_id_idx on terms_version (published_by_account_id)
        where published_by_account_id is not null;
      drop trigger terms_version_unchanged on terms_version;
      create trigger terms_version_unchanged
        before update of kind, company_id, version, html, published_at, published_by_account_id on terms_version
        for each row execute function refuse_terms_change();
      insert into terms_version (id, kind, version, html, published_at, is_current)
        select gen_random_uuid(), legal.kind, 1, legal.html, updated_at, true
        from portal_brand
        cross join lateral (values ('disclaimer', disclaimer), ('privacy-policy', privacy_policy),
          ('cookie-policy', cookie_policy)) legal (kind, html)
        where legal.html <> '';
      alter table portal_brand drop column disclaimer, drop column privacy_policy, drop column cookie_policy;
    `);
  }

  override async down(): Promise<void> {
    const kinds = `'portal', 'purchase', 'score', 'company', 'company-card'`;
    const legal = `'disclaimer', 'privacy-policy', 'cookie-policy'`;
    const current = (kind: string) =>
      `coalesce((select html from terms_version where kind = '${kind}' and is_current), '')`;
    this.addSql(`
      alter table portal_brand add column disclaimer text, add column privacy_policy text,
        add column cookie_policy text;
      update portal_brand set disclaimer = ${current('disclaimer')},
        privacy_policy = ${current('privacy-policy')}, cookie_policy = ${current('cookie-policy')};
      alter table portal_brand alter column disclaimer set not null, alter column privacy_policy set not null,
        alter column cookie_policy set not null;
      delete from terms_draft where kind in (${legal});
      delete from terms_version where kind in (${legal});
      drop trigger terms_version_unchanged on terms_version;
      create trigger terms_version_unchanged before update of kind, company_id, version, html, published_at
        on terms_version for each row execute function refuse_terms_change();
      alter table terms_version drop column published_by_account_id,
        drop constraint terms_version_kind_check,
        add constraint terms_version_kind_check check (kind in (${kinds}));
      alter table terms_draft drop constraint terms_draft_kind_check,
        add constraint terms_draft_kind_check check (kind in (${kinds}));
    `);
  }
}
