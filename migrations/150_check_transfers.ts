import { Migration } from '@mikro-orm/migrations';

/**
 * Foreign keys that include a check's person. All of these rows change together, so the keys are checked at the end of
 * the transaction.
 */
const following = [
  ['score_change', 'score_change_application_id_fk'],
  ['shield_score', 'shield_score_application_id_fk'],
  ['shield_score', 'shield_score_shield_id_number_fk'],
  ['expiration_change', 'expiration_change_shield_score_id_fk'],
  ['dispute', 'dispute_application_id_fk'],
  ['dispute', 'dispute_score_change_id_fk'],
  ['dispute_message', 'dispute_message_dispute_id_fk'],
  ['dispute_document', 'dispute_document_dispute_id_fk'],
  ['monitored_profile', 'monitored_profile_application_id_fk'],
  ['monitoring_update', 'monitoring_update_monitored_profile_id_fk'],
  ['monitoring_update', 'monitoring_update_score_change_id_fk'],
] as const;

const alterFollowing = (how: string) =>
  following.map(([table, name]) => `alter table ${table} alter constraint ${name} ${how};`).join('\n');

/**
 * Checks that staff moved to another account of the same person. An application and a ShieldID can change their owner
 * only to that of the newest transfer. The payer of the purchase does not change.
 */
export class Migration150CheckTransfers extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table check_transfer (
        id uuid primary key,
        application_id uuid not null constraint check_transfer_application_id_fk references application,
        position integer not null,
        from_account_id uuid not null constraint check_transfer_from_account_id_fk references account,
        to_account_id uuid not null constraint check_transfer_to_account_id_fk references account,
        reason_sealed text,
        transferred_at timestamptz not null,
        transferred_by_account_id uuid not null
          constraint check_transfer_transferred_by_account_id_fk references account,
        constraint check_transfer_position_check check (position >= 1),
        constraint check_transfer_accounts_check check (from_account_id <> to_account_id)
      );
      create unique index check_transfer_position_key on check_transfer (application_id, position);
      create index check_transfer_from_account_id_idx on check_transfer (from_account_id, transferred_at);
      create index check_transfer_to_account_id_idx on check_transfer (to_account_id, transferred_at);
      create index check_transfer_transferred_by_account_id_idx on check_transfer (transferred_by_account_id);
      create trigger check_transfer_keeps
        before delete or update of id, application_id, position, from_account_id, to_account_id,
          transferred_at, transferred_by_account_id
        on check_transfer for each row execute function applications_refuse_change();

      create function guard_check_transfer() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from application join check_transfer newest on newest.application_id = application.id
          where application.id = new.application_id and application.account_id = newest.to_account_id
            and newest.position = (select max(position) from check_transfer where application_id = new.application_id)
        ) then
          raise exception 'a transfer moves its check' using errcode = 'restrict_violation';
        end if;
        return null;
      end $$;
      create constraint trigger check_transfer_done after insert on check_transfer
        deferrable initially deferred for each row execute function guard_check_transfer();

      alter table application add column payer_id uuid;
      update application set payer_id = account_id;
      alter table application
        alter column payer_id set not null,
        drop constraint application_purchase_id_fk,
        add constraint application_purchase_id_fk
          foreign key (purchase_id, payer_id) references purchase (id, account_id);

      create function guard_application_owner() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          new.payer_id := new.account_id;
        elsif new.payer_id <> old.payer_id then
          raise exception 'an application keeps who paid for it' using errcode = 'restrict_violation';
        elsif new.account_id <> old.account_id and not exists (
          select from (
            select from_account_id, to_account_id from check_transfer
            where application_id = new.id order by position desc limit 1
          ) newest where newest.from_account_id = old.account_id and newest.to_account_id = new.account_id
        ) then
          raise exception 'an application moves only with a transfer' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger application_owner_moves before insert or update of account_id, payer_id on application
        for each row execute function guard_application_owner();

      create function guard_shield_id_owner() returns trigger language plpgsql as $$
      begin
        if new.account_id <> old.account_id and not exists (
          select from shield_score score cross join lateral (
            select from_account_id, to_account_id from check_transfer
            where application_id = score.application_id order by position desc limit 1
          ) newest
          where score.shield_id_number = new.number
            and newest.from_account_id = old.account_id and newest.to_account_id = new.account_id
        ) then
          raise exception 'a ShieldID moves only with a check that carries it' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      drop trigger shield_id_keeps on shield_id;
      create trigger shield_id_keeps before delete or update of number, issued_at on shield_id
        for each row execute function applications_refuse_change();
      create trigger shield_id_owner_moves before update of account_id on shield_id
        for each row execute function guard_shield_id_owner();

      create function guard_expiration_change() returns trigger language plpgsql as $$
      begin
        if new.account_id = old.account_id then
          raise exception 'a change of an expiration stays as it is' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      drop trigger expiration_change_keeps on expiration_change;
      create trigger expiration_change_keeps
        before delete or update of id, shield_score_id, from_expiration, to_expiration, changed_at, changed_by_account_id
        on expiration_change for each row execute function applications_refuse_change();
      create trigger expiration_change_moves before update on expiration_change
        for each row execute function guard_expiration_change();

      ${alterFollowing('deferrable initially immediate')}

      alter table monitored_profile
        drop constraint monitored_profile_disabled_for_check,
        add constraint monitored_profile_disabled_for_check
          check (disabled_for in ('withdrawn', 'expired', 'renewed', 'staff', 'moved'));
      alter table access_entry
        drop constraint access_entry_kind_check,
        add constraint access_entry_kind_check check (kind in
          ('search', 'score', 'report', 'export', 'api', 'staff-report', 'link', 'staff-transfer'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from access_entry where kind = 'staff-transfer';
      alter table access_entry
        drop constraint access_entry_kind_check,
        add constraint access_entry_kind_check
          check (kind in ('search', 'score', 'report', 'export', 'api', 'staff-report', 'link'));
      update monitored_profile set disabled_for = 'expired' where disabled_for = 'moved';
      alter table monitored_profile
        drop constraint monitored_profile_disabled_for_check,
        add constraint monitored_profile_disabled_for_check
          check (disabled_for in ('withdrawn', 'expired', 'renewed', 'staff'));
      ${alterFollowing('not deferrable')}
      drop trigger expiration_change_moves on expiration_change;
      drop trigger expiration_change_keeps on expiration_change;
      create trigger expiration_change_keeps before update or delete on expiration_change
        for each row execute function applications_refuse_change();
      drop trigger shield_id_owner_moves on shield_id;
      drop trigger shield_id_keeps on shield_id;
      create trigger shield_id_keeps before delete or update of number, account_id, issued_at on shield_id
        for each row execute function applications_refuse_change();
      drop trigger application_owner_moves on application;
      alter table application
        drop constraint application_purchase_id_fk,
        drop column payer_id,
        add constraint application_purchase_id_fk
          foreign key (purchase_id, account_id) references purchase (id, account_id);
      drop table check_transfer;
      drop function guard_expiration_change, guard_shield_id_owner, guard_application_owner, guard_check_transfer;
    `);
  }
}
