import { Migration } from '@mikro-orm/migrations';

/** Invitations that a company sends to the rows of a file (D132). */
export class Migration203BulkInvitations extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table bulk_invitation (
        id uuid primary key,
        company_id uuid not null constraint bulk_invitation_company_id_fk references company,
        made_by_account_id uuid not null constraint bulk_invitation_made_by_account_id_fk references account,
        made_at timestamptz not null,
        file_name text not null constraint bulk_invitation_file_name_check check (length(file_name) between 1 and 120),
        file_bytes integer not null constraint bulk_invitation_file_bytes_check check (file_bytes > 0),
        rows_key text constraint bulk_invitation_rows_key_check check (rows_key <> ''),
        head_sealed text constraint bulk_invitation_head_sealed_sealed check (is_sealed(head_sealed)),
        row_count integer not null constraint bulk_invitation_row_count_check check (row_count between 1 and 100001),
        column_count integer not null
          constraint bulk_invitation_column_count_check check (column_count between 1 and 200),
        source jsonb not null,
        garbled integer not null default 0,
        has_header boolean not null,
        column_kinds text[] not null,
        coupon_type_id uuid constraint bulk_invitation_coupon_type_id_fk references coupon_type,
        state text not null default 'uploaded' constraint bulk_invitation_state_check
          check (state in ('uploaded', 'sending', 'paused', 'done', 'cancelled')),
        checked_at timestamptz,
        check_counts jsonb,
        check_outcomes bytea,
        position integer not null default 0,
        sent_counts jsonb,
        started_at timestamptz,
        started_by_account_id uuid constraint bulk_invitation_started_by_account_id_fk references account,
        coupon_most integer,
        pause_reason text constraint bulk_invitation_pause_reason_check
          check (pause_reason in ('member', 'daily-limit', 'coupon')),
        resume_at timestamptz,
        ended_at timestamptz,
        constraint bulk_invitation_columns_check check (cardinality(column_kinds) = column_count),
        constraint bulk_invitation_files_check check ((rows_key is null) = (head_sealed is null)),
        constraint bulk_invitation_check_check check ((checked_at is null) = (check_counts is null)
          and (checked_at is null) = (check_outcomes is null)),
        constraint bulk_invitation_started_check check ((state = 'uploaded') = (started_at is null)
          and (started_at is null) = (started_by_account_id is null)),
        constraint bulk_invitation_paused_check check ((state = 'paused') = (pause_reason is not null)
          and (pause_reason = 'daily-limit') is not distinct from (case when pause_reason is not null
            then resume_at is not null end)),
        constraint bulk_invitation_ended_check check ((state in ('done', 'cancelled')) = (ended_at is not null)),
        constraint bulk_invitation_position_check check (position between 0 and row_count)
      );
      create unique index bulk_invitation_rows_key_key on bulk_invitation (rows_key);
      create index bulk_invitation_company_id_idx on bulk_invitation (company_id, made_at desc, id);
      create index bulk_invitation_made_by_account_id_idx on bulk_invitation (made_by_account_id);
      create index bulk_invitation_started_by_account_id_idx on bulk_invitation (started_by_account_id)
        where started_by_account_id is not null;
      create index bulk_invitation_coupon_type_id_idx on bulk_invitation (coupon_type_id)
        where coupon_type_id is not null;
      create index bulk_invitation_kept_idx on bulk_invitation (id) where rows_key is not null;
      create index bulk_invitation_open_idx on bulk_invitation (id) where state in ('sending', 'paused');

      create table bulk_invitation_row (
        bulk_invitation_id uuid not null constraint bulk_invitation_row_bulk_invitation_id_fk references bulk_invitation,
        row_number integer not null,
        outcome text not null,
        constraint bulk_invitation_row_pkey primary key (bulk_invitation_id, row_number)
      );

      create table bulk_column_choice (
        company_id uuid not null constraint bulk_column_choice_company_id_fk references company,
        header_hash text not null,
        column_kind text not null,
        constraint bulk_column_choice_pkey primary key (company_id, header_hash)
      );

      create table bulk_day (
        company_id uuid not null constraint bulk_day_company_id_fk references company,
        day date not null,
        rows integer not null constraint bulk_day_rows_check check (rows > 0),
        constraint bulk_day_pkey primary key (company_id, day)
      );

      create table bulk_limit (
        company_id uuid primary key constraint bulk_limit_company_id_fk references company,
        daily_rows integer not null constraint bulk_limit_daily_rows_check check (daily_rows between 1000 and 100000),
        set_by_account_id uuid not null constraint bulk_limit_set_by_account_id_fk references account,
        set_at timestamptz not null
      );
      create index bulk_limit_set_by_account_id_idx on bulk_limit (set_by_account_id);

      create table invitation_detail (
        connection_id uuid primary key constraint invitation_detail_connection_id_fk references connection,
        mobile text constraint invitation_detail_mobile_check check (mobile ~ '^[0-9]{10}$'),
        business_name text constraint invitation_detail_business_name_check
          check (length(business_name) between 1 and 120),
        note text constraint invitation_detail_note_check check (length(note) between 1 and 500),
        constraint invitation_detail_something_check check (num_nonnulls(mobile, business_name, note) > 0)
      );
      create index invitation_detail_mobile_idx on invitation_detail (mobile) where mobile is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table invitation_detail;
      drop table bulk_limit;
      drop table bulk_day;
      drop table bulk_column_choice;
      drop table bulk_invitation_row;
      drop table bulk_invitation;
    `);
  }
}
