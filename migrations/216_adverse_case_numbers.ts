import { Migration } from '@mikro-orm/migrations';

/** A number of each adverse action that people can read aloud. */
export class Migration216AdverseCaseNumbers extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create sequence former_case_number start 100001;
      alter table adverse_action add column case_number integer not null default nextval('former_case_number')
        constraint adverse_action_case_number_check check (case_number between 100000 and 999999);
      alter table adverse_action alter column case_number drop default;
      drop sequence former_case_number;
      create unique index adverse_action_case_number_key on adverse_action (case_number);
    `);
    this.addSql(guardOf('id', 'case_number'));
  }

  override async down(): Promise<void> {
    this.addSql(guardOf('id'));
    this.addSql('alter table adverse_action drop column case_number;');
  }
}

/** @param first the first of the columns that never change */
function guardOf(...first: string[]): string {
  const of = (row: string) => first.map((column) => `${row}.${column}`).join(', ');
  return `
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
        if (${of('new')}, new.company_id, new.account_id, new.application_id, new.place, new.wait_days, new.started_at,
            new.started_by_account_id)
          is distinct from (${of('old')}, old.company_id, old.account_id, old.application_id, old.place, old.wait_days,
            old.started_at, old.started_by_account_id) then
          raise exception 'what an adverse action is about never changes' using errcode = 'restrict_violation';
        end if;
        if old.closed_at is null and new.state in ('final', 'lapsed') and (old.state <> 'waiting'
            or new.wait_ends_at is distinct from old.wait_ends_at or new.round <> old.round) then
          raise exception 'an adverse action ends only after its wait' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
    `;
}
