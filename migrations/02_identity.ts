import { Migration } from '@mikro-orm/migrations';

/** Accounts, sessions, codes, terms, and records of who viewed whom. */
export class Migration02Identity extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table terms_version (
        id uuid primary key,
        kind text not null,
        version int not null,
        html text not null,
        published_at timestamptz not null,
        is_current boolean not null default false,
        constraint terms_version_kind_check check (kind in ('portal', 'purchase', 'score')),
        constraint terms_version_version_check check (version >= 1)
      );
      create unique index terms_version_kind_version_key on terms_version (kind, version);
      create unique index terms_version_current_key on terms_version (kind) where is_current;
    `);

    this.addSql(`
      create table account (
        id uuid primary key,
        emailaddress citext not null,
        email_verified_at timestamptz,
        role text not null default 'USER',
        active boolean not null default true,
        password_hash text not null,
        password_changed_at timestamptz not null,
        two_step_method text not null default 'EMAIL',
        mobile_verified_at timestamptz,
        firstname text not null,
        middlename text not null default '',
        lastname text not null,
        namesuffix text not null default '',
        businessname text not null default '',
        mobile text not null default '',
        businessphone text not null default '',
        address1 text not null default '',
        address2 text not null default '',
        city text not null default '',
        state text not null default '',
        postalcode text not null default '',
        dateofbirth date,
        profile_image_key text not null default '',
        ssn_encrypted text,
        ssn_hmac text,
        locked_name_dob boolean not null default false,
        network_sharing_master boolean not null default true,
        network_autoacceptinvite boolean not null default false,
        network_searchresults boolean not null default false,
        email_preference_invites boolean not null default true,
        email_preference_renewal boolean not null default true,
        email_preference_marketing boolean not null default false,
        criticalemails boolean not null default true,
        shieldscore_clean_autoaccept boolean not null default false,
        registered_host text not null default '',
        registered_at timestamptz not null,
        accepted_terms_id uuid constraint account_accepted_terms_id_fk references terms_version,
        last_login_at timestamptz,
        constraint account_role_check check (role in ('USER', 'ADMIN')),
        constraint account_two_step_method_check check (two_step_method in ('EMAIL', 'SMS', 'OTPAPP', 'DISABLED')),
        constraint account_admin_two_step_check check (role <> 'ADMIN' or two_step_method <> 'DISABLED'),
        constraint account_emailaddress_check check (emailaddress ~ '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,24}$'),
        constraint account_mobile_check check (mobile ~ '^([0-9]{10})?$'),
        constraint account_businessphone_check check (businessphone ~ '^([0-9]{10})?$'),
        constraint account_state_check check (state ~ '^([A-Z]{2})?$'),
        constraint account_postalcode_check check (postalcode ~ '^([0-9]{5})?$'),
        constraint account_dateofbirth_check check (dateofbirth > '1900-01-01'::date),
        constraint account_ssn_check check ((ssn_encrypted is null) = (ssn_hmac is null))
      );
      create unique index account_emailaddress_key on account (emailaddress);
      create index account_ssn_hmac_idx on account (ssn_hmac) where ssn_hmac is not null;
      create index account_search_idx on account using gin
        (lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text) gin_trgm_ops);
      create index account_accepted_terms_id_idx on account (accepted_terms_id);
    `);

    this.addSql(`
      create table session (
        id uuid primary key,
        account_id uuid not null constraint session_account_id_fk references account on delete cascade,
        token_hash bytea not null,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        two_step_at timestamptz,
        remembered boolean not null default false,
        admin_account_id uuid constraint session_admin_account_id_fk references account on delete cascade,
        address text not null default '',
        agent text not null default '',
        constraint session_token_hash_check check (octet_length(token_hash) = 32),
        constraint session_expires_at_check check (expires_at > created_at),
        constraint session_admin_account_id_check check (admin_account_id <> account_id)
      ) with (fillfactor = 80);
      create unique index session_token_hash_key on session (token_hash);
      create index session_account_id_idx on session (account_id);
      create index session_expires_at_idx on session (expires_at);
      create index session_admin_account_id_idx on session (admin_account_id) where admin_account_id is not null;
    `);

    this.addSql(`
      create table session_facts (
        account_id uuid primary key constraint session_facts_account_id_fk references account on delete cascade,
        certification_number text,
        certification_score text,
        certification_expiration date,
        has_current_verification boolean not null default false,
        pending_score_change boolean not null default false,
        open_score_dispute boolean not null default false,
        alert_count int not null default 0,
        application_count int not null default 0,
        company_id uuid,
        company_name text,
        team_role text,
        dashboard_enabled boolean not null default false,
        alert_dashboard_enabled boolean not null default false,
        shieldlink_enabled boolean not null default false,
        shieldlinkid text,
        enable_payments boolean not null default false,
        enterprise_enabled text not null default 'NO',
        constraint session_facts_certification_score_check
          check (certification_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')),
        constraint session_facts_certification_number_check check (certification_number ~ '^[A-Z]{2}[0-9]{9}$'),
        constraint session_facts_team_role_check check (team_role in ('owner', 'admin', 'viewer')),
        constraint session_facts_team_check check ((company_id is null) = (team_role is null)),
        constraint session_facts_enterprise_enabled_check check (enterprise_enabled in ('YES', 'NO', 'BLOCKED')),
        constraint session_facts_counts_check check (alert_count >= 0 and application_count >= 0)
      );
      create unique index session_facts_certification_number_key on session_facts (certification_number)
        where certification_number is not null;
      create index session_facts_search_idx on session_facts using gin (lower(certification_number) gin_trgm_ops);
      create index session_facts_company_id_idx on session_facts (company_id) where company_id is not null;
    `);

    this.addSql(`
      create table verification_code (
        id uuid primary key,
        account_id uuid constraint verification_code_account_id_fk references account on delete cascade,
        purpose text not null,
        channel text not null,
        destination text not null,
        host text not null default '',
        requested_at timestamptz not null,
        code_hash text,
        link_hash bytea,
        browser_hash bytea,
        sent_at timestamptz,
        expires_at timestamptz,
        tries int not null default 0,
        used_at timestamptz,
        voided_at timestamptz,
        constraint verification_code_purpose_check check (purpose in ('register', 'two-step', 'recovery')),
        constraint verification_code_channel_check check (channel in ('EMAIL', 'SMS')),
        constraint verification_code_tries_check check (tries >= 0 and tries <= 5),
        constraint verification_code_sent_check
          check ((code_hash is null) = (sent_at is null) and (code_hash is null) = (expires_at is null)),
        constraint verification_code_account_id_check
          check (account_id is not null or (purpose = 'recovery' and code_hash is null)),
        constraint verification_code_used_check check (used_at is null or sent_at is not null)
      );
      create unique index verification_code_live_key on verification_code (account_id, purpose)
        where used_at is null and voided_at is null;
      create index verification_code_browser_hash_idx on verification_code (browser_hash)
        where browser_hash is not null;
      create index verification_code_link_hash_idx on verification_code (link_hash) where link_hash is not null;
      create index verification_code_requested_at_idx on verification_code (requested_at);
    `);

    this.addSql(`
      create table trusted_browser (
        id uuid primary key,
        account_id uuid not null constraint trusted_browser_account_id_fk references account on delete cascade,
        token_hash bytea not null,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        address text not null default '',
        agent text not null default '',
        constraint trusted_browser_token_hash_check check (octet_length(token_hash) = 32)
      );
      create unique index trusted_browser_token_hash_key on trusted_browser (token_hash);
      create index trusted_browser_account_id_idx on trusted_browser (account_id);

      create table login_failure (
        key_hash text primary key,
        failures int not null,
        last_at timestamptz not null,
        blocked_until timestamptz,
        constraint login_failure_failures_check check (failures >= 1)
      );
      create index login_failure_last_at_idx on login_failure (last_at);
    `);

    this.addSql(`
      create table terms_acceptance (
        id uuid primary key,
        account_id uuid not null constraint terms_acceptance_account_id_fk references account,
        terms_version_id uuid not null constraint terms_acceptance_terms_version_id_fk references terms_version,
        accepted_at timestamptz not null,
        address text not null default '',
        agent text not null default '',
        email_copy boolean not null default false
      );
      create unique index terms_acceptance_account_id_terms_version_id_key
        on terms_acceptance (account_id, terms_version_id);
      create index terms_acceptance_terms_version_id_idx on terms_acceptance (terms_version_id);

      create function refuse_terms_change() returns trigger language plpgsql as $$
      begin
        raise exception 'what people agreed to never changes' using errcode = 'restrict_violation';
      end $$;
      create trigger terms_acceptance_unchanged before update on terms_acceptance
        for each row execute function refuse_terms_change();
      create trigger terms_version_unchanged before update of kind, version, html, published_at on terms_version
        for each row execute function refuse_terms_change();
    `);

    this.addSql(`
      create table access_entry (
        id uuid primary key,
        person_id uuid not null constraint access_entry_person_id_fk references account on delete cascade,
        viewer_account_id uuid constraint access_entry_viewer_account_id_fk references account,
        viewer_company_id uuid,
        kind text not null,
        day date not null,
        first_at timestamptz not null,
        reason text not null default '',
        constraint access_entry_kind_check check (kind in ('search', 'score', 'report', 'export', 'api')),
        constraint access_entry_viewer_check check (viewer_account_id is not null or viewer_company_id is not null)
      );
      create unique index access_entry_once_a_day_key
        on access_entry (person_id, viewer_account_id, viewer_company_id, kind, day) nulls not distinct;
      create index access_entry_person_id_first_at_idx on access_entry (person_id, first_at desc, id);
      create index access_entry_viewer_account_id_first_at_idx on access_entry (viewer_account_id, first_at)
        where kind = 'search';
    `);

    this.addSql(`
      create table previous_address (
        id uuid primary key,
        account_id uuid not null constraint previous_address_account_id_fk references account on delete cascade,
        position int not null,
        address1 text not null,
        address2 text not null default '',
        city text not null,
        state text not null,
        postalcode text not null,
        constraint previous_address_position_check check (position >= 1),
        constraint previous_address_state_check check (state ~ '^[A-Z]{2}$'),
        constraint previous_address_postalcode_check check (postalcode ~ '^[0-9]{5}$')
      );
      create unique index previous_address_account_id_position_key on previous_address (account_id, position);

      create table name_alias (
        id uuid primary key,
        account_id uuid not null constraint name_alias_account_id_fk references account on delete cascade,
        position int not null,
        firstname text not null,
        middlename text not null default '',
        lastname text not null,
        constraint name_alias_position_check check (position >= 1)
      );
      create unique index name_alias_account_id_position_key on name_alias (account_id, position);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table login_failure, name_alias, previous_address, access_entry, terms_acceptance, trusted_browser, verification_code,
        session_facts, session, account, terms_version;
      drop function refuse_terms_change();
    `);
  }
}
