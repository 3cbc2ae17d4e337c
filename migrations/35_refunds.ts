import { Migration } from '@mikro-orm/migrations';

/** Refunds that staff request or that the portal owes, and the requests to the provider for them (D33). */
export class Migration35Refunds extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table refund (
        id uuid primary key,
        purchase_id uuid not null,
        account_id uuid not null,
        cause text not null,
        state text not null,
        amount_cents int not null,
        currency text not null,
        cancel_application boolean not null,
        requested_by uuid constraint refund_requested_by_fk references account,
        requested_at timestamptz not null,
        decided_by uuid constraint refund_decided_by_fk references account,
        decided_at timestamptz,
        ended_at timestamptz,
        constraint refund_purchase_id_fk foreign key (purchase_id, account_id) references purchase (id, account_id),
        constraint refund_cause_check check (cause in ('staff', 'unmatched')),
        constraint refund_state_check check (state in ('waiting', 'sending', 'done', 'failed', 'rejected')),
        constraint refund_amount_cents_check check (amount_cents > 0),
        constraint refund_currency_check check (currency ~ '^[a-z]{3}$'),
        constraint refund_requested_by_check check ((cause = 'staff') = (requested_by is not null)),
        constraint refund_decided_check check ((decided_by is null) = (decided_at is null)),
        constraint refund_second_check check (decided_by <> requested_by),
        constraint refund_rejected_check check (state <> 'rejected' or decided_at is not null),
        constraint refund_ended_check check ((ended_at is null) = (state in ('waiting', 'sending')))
      );
      create unique index refund_open_key on refund (purchase_id)
        where cause = 'staff' and state in ('waiting', 'sending');
      create index refund_purchase_id_idx on refund (purchase_id, requested_at);
      create index refund_account_id_idx on refund (account_id);
      create index refund_requested_at_idx on refund (requested_at, id);
      create index refund_requested_by_idx on refund (requested_by) where requested_by is not null;
      create index refund_decided_by_idx on refund (decided_by) where decided_by is not null;

      create table refund_part (
        id uuid primary key,
        refund_id uuid not null constraint refund_part_refund_id_fk references refund,
        charge_id uuid not null constraint refund_part_charge_id_fk references ledger_entry,
        amount_cents int not null,
        provider_id text,
        failure text,
        constraint refund_part_amount_cents_check check (amount_cents > 0)
      );
      create unique index refund_part_charge_key on refund_part (refund_id, charge_id);
      create unique index refund_part_provider_id_key on refund_part (provider_id);
      create index refund_part_charge_id_idx on refund_part (charge_id);

      create function guard_refund() returns trigger language plpgsql as $$
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
      create trigger refund_keeps before update or delete on refund
        for each row execute function guard_refund();

      alter table outbox_message add column attachments jsonb not null default '[]';
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table outbox_message drop column attachments;
      drop table refund_part, refund;
      drop function guard_refund();
    `);
  }
}
