import { Migration } from '@mikro-orm/migrations';

/** Companies with their brand and features, and their teams. */
export class Migration03Enterprise extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table company (
        id uuid primary key,
        company_name text not null,
        legal_business_name text not null default '',
        contact_firstname text not null default '',
        contact_lastname text not null default '',
        accounting_phone text not null default '',
        accounting_email text not null default '',
        company_address1 text not null default '',
        company_address2 text not null default '',
        company_city text not null default '',
        company_state text not null default '',
        company_postalcode text not null default '',
        company_country text not null default 'US',
        company_phone text not null default '',
        company_url text not null default '',
        tax_id text not null default '',
        crm_id text not null default '',
        accounting_id text not null default '',
        time_zone text not null default 'America/Chicago',
        enterprise_enabled boolean not null default true,
        dashboard_enabled boolean not null default false,
        alert_dashboard_enabled boolean not null default false,
        team_management_enabled boolean not null default false,
        enable_payments boolean not null default false,
        shieldlink_enabled boolean not null default false,
        shieldlinkid text not null,
        network_autoinvite boolean not null default false,
        network_requires_pdf boolean not null default false,
        custom_branding_enabled boolean not null default false,
        branding_hostname text,
        custom_store_url text,
        business_footer boolean not null default true,
        shieldhub_branding boolean not null default true,
        primary_color text not null default '#ED683C',
        primary_button_background text,
        primary_button_text text,
        branding_logo_path text not null default '',
        company_terms_conditions text not null default '',
        credit_card_terms text not null default '',
        stripe_publishable_key text not null default '',
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint company_company_name_check check (company_name <> ''),
        constraint company_shieldlinkid_check check (shieldlinkid ~ '^SL[0-9]{9}$'),
        constraint company_branding_hostname_check
          check (branding_hostname ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
        constraint company_custom_store_url_check check (custom_store_url is null or branding_hostname is not null),
        constraint company_primary_color_check check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
        constraint company_primary_button_background_check check (primary_button_background ~ '^#[0-9A-Fa-f]{6}$'),
        constraint company_primary_button_text_check check (primary_button_text ~ '^#[0-9A-Fa-f]{6}$'),
        constraint company_company_state_check check (company_state ~ '^([A-Z]{2})?$'),
        constraint company_company_postalcode_check check (company_postalcode ~ '^([0-9]{5})?$'),
        constraint company_company_phone_check check (company_phone ~ '^([0-9]{10})?$'),
        constraint company_accounting_phone_check check (accounting_phone ~ '^([0-9]{10})?$')
      );
      create unique index company_shieldlinkid_key on company (shieldlinkid);
      create unique index company_branding_hostname_key on company (branding_hostname)
        where branding_hostname is not null;
    `);

    // Changing the owner takes two updates in one transaction, so the constraint is checked at the end of the
    // transaction.
    this.addSql(`
      create table team_member (
        id uuid primary key,
        company_id uuid not null constraint team_member_company_id_fk references company on delete cascade,
        account_id uuid not null constraint team_member_account_id_fk references account,
        role text not null,
        issue_coupons boolean not null default false,
        joined_at timestamptz not null,
        constraint team_member_role_check check (role in ('owner', 'admin', 'viewer')),
        constraint team_member_issue_coupons_check check (role <> 'viewer' or not issue_coupons),
        constraint team_member_owner_excl exclude using btree (company_id with =) where (role = 'owner')
          deferrable initially deferred
      );
      create unique index team_member_account_id_key on team_member (account_id);
      create index team_member_company_id_idx on team_member (company_id);
    `);

    this.addSql(`
      create function company_keeps_an_owner() returns trigger language plpgsql as $$
      declare
        of_company uuid;
      begin
        if tg_table_name = 'company' then
          of_company := new.id;
        else
          of_company := old.company_id;
        end if;
        if exists (select 1 from company where id = of_company)
          and not exists (select 1 from team_member where company_id = of_company and role = 'owner') then
          raise exception 'a company has exactly one owner'
            using errcode = 'check_violation', constraint = 'team_member_owner_missing';
        end if;
        return null;
      end $$;
      create constraint trigger company_has_owner after insert on company
        deferrable initially deferred for each row execute function company_keeps_an_owner();
      create constraint trigger team_member_keeps_owner after update or delete on team_member
        deferrable initially deferred for each row execute function company_keeps_an_owner();
    `);

    // Every process caches brands and drops them on this notification.
    this.addSql(`
      create function brand_changed() returns trigger language plpgsql as $$
      begin
        perform pg_notify('brand_changed', '');
        return null;
      end $$;
      create trigger company_brand_changed after insert or update or delete on company
        for each statement execute function brand_changed();
    `);

    this.addSql(`
      alter table session_facts add constraint session_facts_company_id_fk
        foreign key (company_id) references company;
      alter table access_entry add constraint access_entry_viewer_company_id_fk
        foreign key (viewer_company_id) references company;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table access_entry drop constraint access_entry_viewer_company_id_fk;
      alter table session_facts drop constraint session_facts_company_id_fk;
      drop table team_member;
      drop table company;
      drop function company_keeps_an_owner();
      drop function brand_changed();
    `);
  }
}
