import { Migration } from '@mikro-orm/migrations';

/** An open adverse action moves with its check to another account of the person, with a new notice. */
export class Migration217MovedAdverseActions extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create or replace function guard_adverse_action() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.closed_at < now() - interval '5 years' then return old; end if;
          raise exception 'an adverse action is kept for 5 years' using errcode = 'restrict_violation';
        end if;
        -- The rotation of the keys encrypts the same text again.
        if old.closed_at is not null and to_jsonb(new) - 'details' is distinct from to_jsonb(old) - 'details' then
          raise exception 'a closed adverse action never changes' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.case_number, new.company_id, new.application_id, new.place, new.wait_days, new.started_at,
            new.started_by_account_id)
          is distinct from (old.id, old.case_number, old.company_id, old.application_id, old.place, old.wait_days,
            old.started_at, old.started_by_account_id) then
          raise exception 'what an adverse action is about never changes' using errcode = 'restrict_violation';
        end if;
        if old.closed_at is null and new.state in ('final', 'lapsed') and (old.state <> 'waiting'
            or new.wait_ends_at is distinct from old.wait_ends_at or new.round <> old.round) then
          raise exception 'an adverse action ends only after its wait' using errcode = 'restrict_violation';
        end if;
        if new.account_id <> old.account_id and (new.round <> old.round + 1 or not exists (
            select from application where id = new.application_id and account_id = new.account_id)) then
          raise exception 'an adverse action moves only with its check' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      create or replace function guard_adverse_action() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.closed_at < now() - interval '5 years' then return old; end if;
          raise exception 'an adverse action is kept for 5 years' using errcode = 'restrict_violation';
        end if;
        -- The rotation of the keys encrypts the same text again.
        if old.closed_at is not null and to_jsonb(new) - 'details' is distinct from to_jsonb(old) - 'details' then
          raise exception 'a closed adverse action never changes' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.case_number, new.company_id, new.account_id, new.application_id, new.place, new.wait_days, new.started_at,
            new.started_by_account_id)
          is distinct from (old.id, old.case_number, old.company_id, old.account_id, old.application_id, old.place, old.wait_days,
            old.started_at, old.started_by_account_id) then
          raise exception 'what an adverse action is about never changes' using errcode = 'restrict_violation';
        end if;
        if old.closed_at is null and new.state in ('final', 'lapsed') and (old.state <> 'waiting'
            or new.wait_ends_at is distinct from old.wait_ends_at or new.round <> old.round) then
          raise exception 'an adverse action ends only after its wait' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
    `);
  }
}
