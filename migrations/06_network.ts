import { Migration } from '@mikro-orm/migrations';

const live = 'cancelled_at is null and removed_at is null';

/** Connections (including open invitations), their history, and the limit of free searches. */
export class Migration06Network extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table connection (
        id uuid primary key,
        owner_company_id uuid constraint connection_owner_company_id_fk references company,
        owner_account_id uuid constraint connection_owner_account_id_fk references account,
        owner_id uuid generated always as (coalesce(owner_company_id, owner_account_id)) stored,
        account_id uuid constraint connection_account_id_fk references account,
        to_email citext,
        to_shieldid text,
        to_firstname text not null default '',
        to_lastname text not null default '',
        connection_type text not null default 'INDIVIDUAL',
        invited_by_account_id uuid not null constraint connection_invited_by_account_id_fk references account,
        invited_at timestamptz not null,
        invite_expires_at timestamptz not null,
        invite_sent_count int not null default 0,
        renewal_request_count int not null default 0,
        accepted_at timestamptz,
        sharing_company_id uuid constraint connection_sharing_company_id_fk references company,
        ignored_at timestamptz,
        bounced_at timestamptz,
        cancelled_at timestamptz,
        removed_at timestamptz,
        sharing_active boolean not null default true,
        report_shared boolean not null default false,
        code_sealed text not null,
        code_hash text not null,
        status text not null default 'INVITE',
        status_until timestamptz,
        sort_name text not null default '',
        search_text text not null default '',
        shared_at timestamptz not null,
        shieldid text,
        score text,
        score_rank smallint not null default 9,
        expiration date,
        constraint connection_owner_check check (num_nonnulls(owner_company_id, owner_account_id) = 1),
        constraint connection_invited_check check (account_id is not null or to_email is not null),
        constraint connection_not_oneself_check check (owner_account_id <> account_id),
        constraint connection_connection_type_check
          check (connection_type in ('INDIVIDUAL', 'FULLNETWORK', 'EXTENDED')),
        constraint connection_status_check
          check (status in ('INVITE', 'INVITEIGNORE', 'INVITEBOUNCE', 'INVITEINRENEWALWINDOW', 'APPSTARTED',
            'CHECKINPROGRESS', 'SCOREPENDING', 'PENDINGINVITEACCEPT', 'CURRENT', 'INRENEWALWINDOW', 'EXPIRED',
            'DISABLED')),
        constraint connection_accepted_check check (accepted_at is null or account_id is not null),
        constraint connection_answered_once_check
          check (num_nonnulls(accepted_at, ignored_at) <= 1 and num_nonnulls(cancelled_at, removed_at) <= 1),
        constraint connection_removed_check check (removed_at is null or accepted_at is not null),
        constraint connection_cancelled_check check (cancelled_at is null or accepted_at is null),
        constraint connection_sharing_company_check
          check (sharing_company_id is null or connection_type = 'FULLNETWORK'),
        constraint connection_score_check
          check (score is null or (accepted_at is not null
            and score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA'))),
        constraint connection_invite_expires_at_check check (invite_expires_at > invited_at)
      );
      create unique index connection_live_person_key on connection (owner_id, account_id)
        where account_id is not null and ${live};
      create unique index connection_live_email_key on connection (owner_id, to_email)
        where account_id is null and ${live};
      create unique index connection_code_hash_key on connection (code_hash);
      create index connection_account_id_idx on connection (account_id) where account_id is not null;
      create index connection_to_email_idx on connection (to_email) where account_id is null;
      create index connection_invited_by_account_id_idx on connection (invited_by_account_id, invited_at);
      create index connection_sharing_company_id_idx on connection (sharing_company_id)
        where sharing_company_id is not null;
      create index connection_status_until_idx on connection (status_until)
        where status_until is not null and ${live};
      create index connection_grid_sort_name_idx on connection (owner_id, sort_name, id) where ${live};
      create index connection_grid_shieldid_idx on connection (owner_id, shieldid, id) where ${live};
      create index connection_grid_score_rank_idx on connection (owner_id, score_rank, id) where ${live};
      create index connection_grid_status_idx on connection (owner_id, status, id) where ${live};
      create index connection_grid_shared_at_idx on connection (owner_id, shared_at, id) where ${live};
      create index connection_search_idx on connection using gin (search_text gin_trgm_ops) where ${live};
      create index connection_grid_expiration_idx on connection (owner_id, expiration, id) where ${live};
    `);

    this.addSql(`
      create table connection_event (
        id uuid primary key,
        connection_id uuid not null constraint connection_event_connection_id_fk references connection,
        kind text not null,
        actor_account_id uuid constraint connection_event_actor_account_id_fk references account,
        at timestamptz not null,
        constraint connection_event_kind_check
          check (kind in ('invited', 'resent', 'attached', 'bounced', 'accepted', 'ignored', 'cancelled', 'sharing-on',
            'sharing-off', 'report-on', 'report-off', 'removed', 'left'))
      );
      create index connection_event_connection_id_idx on connection_event (connection_id, at, id);

      create function refuse_connection_event_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the history of a connection never changes' using errcode = 'restrict_violation';
      end $$;
      create trigger connection_event_unchanged before update on connection_event
        for each row execute function refuse_connection_event_change();
    `);

    this.addSql(`
      create table search_entry (
        searcher_id uuid not null constraint search_entry_searcher_id_fk references account on delete cascade,
        person_id uuid not null constraint search_entry_person_id_fk references account on delete cascade,
        counted_at timestamptz not null,
        constraint search_entry_not_oneself_check check (searcher_id <> person_id),
        primary key (searcher_id, person_id)
      );
      create index search_entry_counted_at_idx on search_entry (searcher_id, counted_at);

      create table invitation_opt_out (
        emailaddress citext primary key,
        at timestamptz not null
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table invitation_opt_out;
      drop table search_entry;
      drop table connection_event;
      drop table connection;
      drop function refuse_connection_event_change();
    `);
  }
}
