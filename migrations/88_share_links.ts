import { Migration } from '@mikro-orm/migrations';

/** Links with which a person shows their score to anybody who has the link, and the views in the access log. */
export class Migration88ShareLinks extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table share_link (
        id uuid primary key,
        account_id uuid not null constraint share_link_account_id_fk references account,
        kind text not null constraint share_link_kind_check check (kind in ('link', 'email')),
        label text not null default '',
        to_email citext,
        code_sealed text not null,
        code_hash text not null constraint share_link_code_hash_key unique,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        constraint share_link_to_email_check check ((kind = 'email') = (to_email is not null)),
        constraint share_link_term_check
          check (expires_at > created_at and expires_at <= created_at + interval '2160 hours'),
        constraint share_link_revoked_at_check check (revoked_at >= created_at)
      );
      create index share_link_account_id_created_at_idx on share_link (account_id, created_at desc);

      alter table access_entry
        add column share_link_id uuid constraint access_entry_share_link_id_fk references share_link on delete cascade,
        add column visitor text not null default '',
        drop constraint access_entry_kind_check,
        add constraint access_entry_kind_check
          check (kind in ('search', 'score', 'report', 'export', 'api', 'staff-report', 'link')),
        drop constraint access_entry_viewer_check,
        add constraint access_entry_viewer_check
          check (viewer_account_id is not null or viewer_company_id is not null or share_link_id is not null),
        add constraint access_entry_share_link_check check (
          (kind = 'link') = (share_link_id is not null) and (kind = 'link') = (visitor <> '')
          and (kind <> 'link' or num_nonnulls(viewer_account_id, viewer_company_id) = 0));
      drop index access_entry_once_a_day_key;
      create unique index access_entry_once_a_day_key on access_entry
        (person_id, viewer_account_id, viewer_company_id, kind, day, share_link_id, visitor) nulls not distinct;
      create index access_entry_share_link_id_idx on access_entry (share_link_id) where share_link_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from access_entry where kind = 'link';
      drop index access_entry_share_link_id_idx;
      drop index access_entry_once_a_day_key;
      create unique index access_entry_once_a_day_key
        on access_entry (person_id, viewer_account_id, viewer_company_id, kind, day) nulls not distinct;
      alter table access_entry
        drop constraint access_entry_share_link_check,
        drop constraint access_entry_viewer_check,
        drop constraint access_entry_kind_check,
        drop column share_link_id,
        drop column visitor,
        add constraint access_entry_viewer_check
          check (viewer_account_id is not null or viewer_company_id is not null),
        add constraint access_entry_kind_check
          check (kind in ('search', 'score', 'report', 'export', 'api', 'staff-report'));
      drop table share_link;
    `);
  }
}
