import { Migration } from '@mikro-orm/migrations';

/**
 * Staff link former accounts to a person, several if need be, and unlink them. A linked number is a ShieldID of the
 * same person, also after a check moved it to another account. An unlinked one can be linked to its right owner, unless
 * a score was issued under it.
 */
export class Migration228LegacyLinks extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      update archived_shield_id set linked_account_id = issued.account_id from shield_id issued
      where issued.number = archived_shield_id.number and linked_account_id <> issued.account_id;

      drop index archived_shield_id_linked_account_id_key;
      create index archived_shield_id_linked_account_id_idx on archived_shield_id (linked_account_id)
        where linked_account_id is not null;
      create index archived_shield_id_ssn_hmac_idx on archived_shield_id (ssn_hmac) where linked_account_id is null;
      alter table archived_shield_id
        add constraint archived_shield_id_linked_number_fk foreign key (number, linked_account_id)
          references shield_id (number, account_id) on update cascade deferrable initially deferred;

      create function guard_archived_shield_id_link() returns trigger language plpgsql as $$
      begin
        if old.linked_account_id is not null and new.linked_account_id is null and exists (
          select from shield_id issued where issued.number = old.number and (issued.retired_at is null
            or exists (select from shield_score where shield_id_number = issued.number))
        ) then
          raise exception 'a ShieldID that is active or has a score stays linked' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger archived_shield_id_unlinks before update of linked_account_id on archived_shield_id
        for each row execute function guard_archived_shield_id_link();

      drop trigger shield_id_keeps on shield_id;
      create trigger shield_id_keeps before delete or update of number on shield_id
        for each row execute function applications_refuse_change();
      create or replace function guard_shield_id_owner() returns trigger language plpgsql as $$
      declare
        scored boolean := exists (select from shield_score where shield_id_number = new.number);
        unlinked boolean := not scored and exists (
          select from archived_shield_id where number = new.number and linked_account_id is null);
        linked_anew boolean := not scored and old.retired_at is not null and exists (
          select from archived_shield_id where number = new.number and linked_account_id = new.account_id);
      begin
        if new.account_id <> old.account_id and not linked_anew and not exists (
          select from shield_score score cross join lateral (
            select from_account_id, to_account_id from check_transfer
            where application_id = score.application_id order by position desc limit 1
          ) newest
          where score.shield_id_number = new.number
            and newest.from_account_id = old.account_id and newest.to_account_id = new.account_id
        ) then
          raise exception 'a ShieldID moves only with a check that carries it' using errcode = 'restrict_violation';
        end if;
        if new.issued_at <> old.issued_at and not linked_anew then
          raise exception 'a ShieldID keeps when it was issued' using errcode = 'restrict_violation';
        end if;
        if old.retired_at is not null and new.retired_at is null and unlinked then
          raise exception 'an unlinked ShieldID is nobody’s' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      drop trigger shield_id_owner_moves on shield_id;
      create trigger shield_id_owner_moves before update of account_id, issued_at, retired_at on shield_id
        for each row execute function guard_shield_id_owner();
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop trigger shield_id_owner_moves on shield_id;
      create or replace function guard_shield_id_owner() returns trigger language plpgsql as $$
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
      create trigger shield_id_owner_moves before update of account_id on shield_id
        for each row execute function guard_shield_id_owner();
      drop trigger shield_id_keeps on shield_id;
      create trigger shield_id_keeps before delete or update of number, issued_at on shield_id
        for each row execute function applications_refuse_change();
      drop trigger archived_shield_id_unlinks on archived_shield_id;
      drop function guard_archived_shield_id_link;
      alter table archived_shield_id drop constraint archived_shield_id_linked_number_fk;
      update archived_shield_id set linked_account_id = null, linked_at = null
      where number not in (select distinct on (linked_account_id) number from archived_shield_id
        where linked_account_id is not null order by linked_account_id, linked_at desc);
      drop index archived_shield_id_ssn_hmac_idx, archived_shield_id_linked_account_id_idx;
      create unique index archived_shield_id_linked_account_id_key on archived_shield_id (linked_account_id)
        where linked_account_id is not null;
    `);
  }
}
