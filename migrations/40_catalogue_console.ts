import { Migration } from '@mikro-orm/migrations';

/**
 * Lets staff change the catalogue in the console (D89): the versions of a package are numbered, one package is offered
 * first, documents have drafts, and a company chooses what its host offers.
 */
export class Migration40CatalogueConsole extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop trigger screening_package_keeps on screening_package;
      alter table screening_package
        add column version int not null default 1,
        add column customerid text not null default '',
        add column default_package boolean not null default false,
        add constraint screening_package_version_check check (version >= 1);
      update screening_package set version = numbered.version from (
        select id, row_number() over (partition by craid, crapackageid order by active, id) as version
        from screening_package) numbered
        where numbered.id = screening_package.id;
      create unique index screening_package_version_key on screening_package (craid, crapackageid, version);
      create unique index screening_package_default_key on screening_package (default_package)
        where default_package and active;
      create or replace function package_keeps_what_was_sold() returns trigger language plpgsql as $$
      begin
        if to_jsonb(new) - array['active', 'position', 'default_package']
          <> to_jsonb(old) - array['active', 'position', 'default_package'] then
          raise exception 'a package keeps its price, term and description: make a new one' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger screening_package_keeps before update on screening_package
        for each row execute function package_keeps_what_was_sold();

      create table consent_draft (
        craid text not null constraint consent_draft_craid_fk references screening_provider,
        kind text not null,
        title text not null,
        body text not null,
        acknowledgement_text text,
        requires_signature boolean not null,
        author_account_id uuid not null constraint consent_draft_author_account_id_fk references account,
        written_at timestamptz not null,
        primary key (craid, kind),
        constraint consent_draft_kind_check check (kind in ('esign', 'disclosure', 'authorization'))
      );
      create index consent_draft_author_account_id_idx on consent_draft (author_account_id);

      create table company_package (
        company_id uuid not null constraint company_package_company_id_fk references company on delete cascade,
        craid text not null,
        crapackageid text not null,
        enabled boolean not null,
        default_package boolean not null,
        primary key (company_id, craid, crapackageid)
      );
      create unique index company_package_default_key on company_package (company_id) where default_package;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table company_package, consent_draft;
      drop trigger screening_package_keeps on screening_package;
      drop index screening_package_default_key, screening_package_version_key;
      alter table screening_package drop column version, drop column customerid, drop column default_package;
      create or replace function package_keeps_what_was_sold() returns trigger language plpgsql as $$
      begin
        if to_jsonb(new) - 'active' - 'position' <> to_jsonb(old) - 'active' - 'position' then
          raise exception 'a package keeps its price, term and description: make a new one' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger screening_package_keeps before update on screening_package
        for each row execute function package_keeps_what_was_sold();
    `);
  }
}
