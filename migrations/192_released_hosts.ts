import { Migration } from '@mikro-orm/migrations';

/**
 * Host labels that companies have given up, the host on which a browser is remembered, how many wrong proofs a number
 * or link has had, and since when a person accepts invitations automatically.
 */
export class Migration192ReleasedHosts extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table released_host (
        label text not null,
        company_id uuid not null,
        released_at timestamptz not null,
        constraint released_host_pkey primary key (label),
        constraint released_host_company_id_fk foreign key (company_id) references company (id),
        constraint released_host_label_check check (label ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
      );
      create index released_host_company_id_idx on released_host (company_id);

      create function refuse_reserved_host() returns trigger language plpgsql as $$
      begin
        if exists (
          select from released_host r where r.label = new.branding_hostname and r.company_id <> new.id
            and r.released_at > new.updated_at - interval '90 days'
        ) then
          raise exception 'the host label % is reserved', new.branding_hostname
            using errcode = 'unique_violation', constraint = 'company_branding_hostname_key';
        end if;
        return new;
      end $$;
      create trigger company_reserved_host before insert or update of branding_hostname on company
        for each row when (new.branding_hostname is not null) execute function refuse_reserved_host();

      create table released_host_reader (
        release_id uuid not null,
        account_id uuid not null,
        constraint released_host_reader_pkey primary key (release_id, account_id),
        constraint released_host_reader_account_id_fk foreign key (account_id) references account (id) on delete cascade
      );
      create index released_host_reader_account_id_idx on released_host_reader (account_id);

      -- Which host remembers a browser was not stored. It is the host of its sessions, or else the one on which the
      -- person registered.
      alter table trusted_browser add column host text;
      update trusted_browser set host = coalesce(
        (select session.host from session where session.trusted_browser_id = trusted_browser.id limit 1),
        (select registered_host from account where account.id = trusted_browser.account_id));
      alter table trusted_browser alter column host set not null;

      create table wrong_proof_count (
        id uuid not null,
        kind text not null,
        key text not null,
        account_id uuid,
        wrong integer not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        constraint wrong_proof_count_pkey primary key (id),
        constraint wrong_proof_count_key unique (kind, key),
        constraint wrong_proof_count_account_id_fk foreign key (account_id) references account (id),
        constraint wrong_proof_count_kind_check
          check (kind in ('archived-shield-id', 'approval-link', 'invite-center-link')),
        constraint wrong_proof_count_account_check
          check ((account_id is null) = (kind = 'archived-shield-id')),
        constraint wrong_proof_count_wrong_check check (wrong between 0 and 5),
        constraint wrong_proof_count_last_at_check check (last_at >= first_at)
      );
      create index wrong_proof_count_account_id_idx on wrong_proof_count (account_id)
        where account_id is not null;

      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check check (alert_type in (
        'idverification', 'monitor_profile_not_actioned', 'application_ssn_verification',
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request', 'proof_limit'));

      alter table account add column network_autoacceptinvite_since timestamptz;
      update account set network_autoacceptinvite_since = now() where network_autoacceptinvite;
      alter table account add constraint account_network_autoacceptinvite_since_check
        check (network_autoacceptinvite = (network_autoacceptinvite_since is not null));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table account drop column network_autoacceptinvite_since;
      delete from pipeline_alert where alert_type = 'proof_limit';
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check check (alert_type in (
        'idverification', 'monitor_profile_not_actioned', 'application_ssn_verification',
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request'));
      drop table wrong_proof_count;
      alter table trusted_browser drop column host;
      drop table released_host_reader;
      drop trigger company_reserved_host on company;
      drop function refuse_reserved_host();
      drop table released_host;
    `);
  }
}
