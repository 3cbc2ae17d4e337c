import { Migration } from '@mikro-orm/migrations';

/** @param exception what changes a paid purchase all the same */
const guardPurchase = (exception: string) => `
  create or replace function guard_purchase() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      raise exception 'a purchase stays' using errcode = 'restrict_violation';
    end if;
    ${exception}
    if old.status <> 'open' then
      raise exception 'a purchase that is % stays as it is', old.status using errcode = 'restrict_violation';
    end if;
    if (new.id, new.account_id, new.package_id, new.renewal, new.amount_cents + new.company_cents + new.waived_cents, new.currency, new.created_at)
      is distinct from
      (old.id, old.account_id, old.package_id, old.renewal, old.amount_cents + old.company_cents + old.waived_cents, old.currency, old.created_at) then
      raise exception 'what is bought, by whom and for how much does not change' using errcode = 'restrict_violation';
    end if;
    if (new.coupon_id, new.amount_cents, new.company_cents)
          is distinct from (old.coupon_id, old.amount_cents, old.company_cents)
          and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
          raise exception 'what can be paid now keeps its amount' using errcode = 'restrict_violation';
        end if;
    if new.status = 'closed'
      and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
      raise exception 'a purchase that can still be paid is not closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;`;

/** The host of a purchase gives its mails their brand, which ends with the host. */
const hostForgotten = `
    if to_jsonb(new) = to_jsonb(old) || '{"brand_host": null}' then
      return new;
    end if;`;

/**
 * Host labels that companies have given up, the host on which a browser is remembered, how many wrong proofs a number
 * or link has had, and since when a person accepts invitations automatically.
 */
export class Migration194ReleasedHosts extends Migration {
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

      create index account_registered_host_idx on account (registered_host) where registered_host <> '';

      -- Which host remembers a browser was not stored. It is the host of its sessions, or else the one on which the
      -- person registered.
      alter table trusted_browser add column host text;
      update trusted_browser set host = coalesce(
        (select session.host from session where session.trusted_browser_id = trusted_browser.id limit 1),
        (select registered_host from account where account.id = trusted_browser.account_id));
      alter table trusted_browser alter column host set not null;

      ${guardPurchase(hostForgotten)}

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
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request', 'payment_dispute', 'proof_limit'));

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
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request', 'payment_dispute'));
      drop table wrong_proof_count;
      ${guardPurchase('')}
      alter table trusted_browser drop column host;
      drop index account_registered_host_idx;
      drop table released_host_reader;
      drop trigger company_reserved_host on company;
      drop function refuse_reserved_host();
      drop table released_host;
    `);
  }
}
