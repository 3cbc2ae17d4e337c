import { Migration } from '@mikro-orm/migrations';

/** The brand of the portal itself, in one row with the same columns as a company's. Companies get a support address. */
export class Migration15PortalBrand extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table portal_brand (
        id int primary key,
        company_name text not null,
        legal_name text not null,
        company_address1 text not null,
        company_address2 text not null default '',
        company_city text not null,
        company_state text not null,
        company_postalcode text not null,
        company_country text not null default 'US',
        company_phone text not null,
        support_email text not null,
        help_url text not null default '',
        sender_address text not null,
        primary_color text not null default '#ED683C',
        primary_button_background text,
        primary_button_text text,
        branding_logo_path text not null default '',
        time_zone text not null,
        disclaimer text not null,
        privacy_policy text not null,
        cookie_policy text not null,
        updated_at timestamptz not null,
        constraint portal_brand_id_check check (id = 1),
        constraint portal_brand_company_name_check check (company_name <> ''),
        constraint portal_brand_legal_name_check check (legal_name <> ''),
        constraint portal_brand_company_state_check check (company_state ~ '^[A-Z]{2}$'),
        constraint portal_brand_company_postalcode_check check (company_postalcode ~ '^[0-9]{5}$'),
        constraint portal_brand_company_phone_check check (company_phone ~ '^[0-9]{10}$'),
        constraint portal_brand_support_email_check check (support_email like '%_@_%'),
        constraint portal_brand_help_url_check check (help_url ~ '^(https://.+)?$'),
        constraint portal_brand_sender_address_check check (sender_address like '%_@_%'),
        constraint portal_brand_primary_color_check check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
        constraint portal_brand_primary_button_background_check
          check (primary_button_background ~ '^#[0-9A-Fa-f]{6}$'),
        constraint portal_brand_primary_button_text_check check (primary_button_text ~ '^#[0-9A-Fa-f]{6}$')
      );
      create trigger portal_brand_changed after insert or update or delete on portal_brand
        for each statement execute function brand_changed();

      alter table company
        add column support_email text not null default '',
        add column help_url text not null default '',
        add constraint company_support_email_check check (support_email = '' or support_email like '%_@_%'),
        add constraint company_help_url_check check (help_url ~ '^(https://.+)?$');
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table company drop column support_email, drop column help_url;
      drop table portal_brand;
    `);
  }
}
