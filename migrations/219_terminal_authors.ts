import { Migration } from '@mikro-orm/migrations';

/** A note or a refund of the terminal has the name of its operator in place of an account (D141). */
export class Migration219TerminalAuthors extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table admin_note
        alter author_account_id drop not null,
        add author_operator text constraint admin_note_author_operator_check check (author_operator <> ''),
        add constraint admin_note_author_check check (num_nonnulls(author_account_id, author_operator) = 1);
      alter table refund
        add requested_operator text constraint refund_requested_operator_check check (requested_operator <> ''),
        drop constraint refund_requested_by_check,
        add constraint refund_requested_by_check
          check (num_nonnulls(requested_by, requested_operator) = case cause when 'staff' then 1 else 0 end);
    `);
    this.addSql(`
      create or replace function guard_refund() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a refund stays' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.purchase_id, new.account_id, new.cause, new.amount_cents, new.currency, new.cancel_application,
            new.requested_by, new.requested_operator, new.requested_at)
          is distinct from
          (old.id, old.purchase_id, old.account_id, old.cause, old.amount_cents, old.currency, old.cancel_application,
            old.requested_by, old.requested_operator, old.requested_at) then
          raise exception 'what is refunded does not change' using errcode = 'restrict_violation';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (
          ('waiting', 'sending'), ('waiting', 'rejected'), ('sending', 'done'), ('sending', 'failed'), ('done', 'failed')
        ) then
          raise exception 'a refund does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      create or replace function guard_refund() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a refund stays' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.purchase_id, new.account_id, new.cause, new.amount_cents, new.currency, new.cancel_application,
            new.requested_by, new.requested_at)
          is distinct from
          (old.id, old.purchase_id, old.account_id, old.cause, old.amount_cents, old.currency, old.cancel_application,
            old.requested_by, old.requested_at) then
          raise exception 'what is refunded does not change' using errcode = 'restrict_violation';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (
          ('waiting', 'sending'), ('waiting', 'rejected'), ('sending', 'done'), ('sending', 'failed'), ('done', 'failed')
        ) then
          raise exception 'a refund does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
    `);
    this.addSql(`
      delete from admin_note where author_account_id is null;
      alter table admin_note
        drop constraint admin_note_author_check,
        drop author_operator,
        alter author_account_id set not null;
      alter table refund
        drop constraint refund_requested_by_check,
        drop requested_operator,
        add constraint refund_requested_by_check check ((cause = 'staff') = (requested_by is not null));
    `);
  }
}
