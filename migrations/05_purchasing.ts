import { Migration } from '@mikro-orm/migrations';

/** Purchases, the attempts to pay for them, the ledger; the tables of the Stripe sandbox. */
export class Migration05Purchasing extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table purchase (
        id uuid primary key,
        account_id uuid not null,
        package_id uuid not null,
        package_descrip text not null,
        renewal boolean not null,
        amount_cents int not null,
        currency text not null,
        status text not null default 'open',
        brand_host text,
        created_at timestamptz not null,
        terms_accepted_at timestamptz,
        paid_at timestamptz,
        closed_at timestamptz,
        transaction_id text,
        constraint purchase_account_id_fk foreign key (account_id) references account (id),
        constraint purchase_package_id_fk foreign key (package_id) references screening_package (id),
        constraint purchase_amount_cents_check check (amount_cents >= 0),
        constraint purchase_currency_check check (currency ~ '^usd$'),
        constraint purchase_status_check check (status in ('open', 'paid', 'closed')),
        constraint purchase_paid_check check ((status = 'paid') = (paid_at is not null)),
        constraint purchase_closed_check check ((status = 'closed') = (closed_at is not null)),
        constraint purchase_transaction_id_check check ((status <> 'paid' and transaction_id is null) or (status = 'paid' and (amount_cents = 0 or transaction_id is not null)))
      );
      create unique index purchase_open_key on purchase (account_id) where status = 'open';
      create unique index purchase_transaction_id_key on purchase (transaction_id);
      create index purchase_account_id_idx on purchase (account_id, created_at);
      create index purchase_package_id_idx on purchase (package_id);

      create function guard_purchase() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a purchase stays' using errcode = 'restrict_violation';
        end if;
        if old.status <> 'open' then
          raise exception 'a purchase that is % stays as it is', old.status using errcode = 'restrict_violation';
        end if;
        if (new.id, new.account_id, new.package_id, new.renewal, new.amount_cents, new.currency, new.created_at)
          is distinct from
          (old.id, old.account_id, old.package_id, old.renewal, old.amount_cents, old.currency, old.created_at) then
          raise exception 'what is bought, by whom and for how much does not change' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger purchase_keeps before update or delete on purchase
        for each row execute function guard_purchase();

      create table payment_attempt (
        id uuid primary key,
        purchase_id uuid not null,
        kind text not null,
        state text not null default 'open',
        provider_id text,
        created_at timestamptz not null,
        ended_at timestamptz,
        constraint payment_attempt_purchase_id_fk foreign key (purchase_id) references purchase (id),
        constraint payment_attempt_kind_check check (kind in ('element', 'checkout')),
        constraint payment_attempt_state_check check (state in ('open', 'paid', 'closed')),
        constraint payment_attempt_ended_check check ((state = 'open') = (ended_at is null)),
        constraint payment_attempt_paid_check check (state <> 'paid' or provider_id is not null)
      );
      create unique index payment_attempt_open_key on payment_attempt (purchase_id) where state = 'open';
      create unique index payment_attempt_paid_key on payment_attempt (purchase_id) where state = 'paid';
      create unique index payment_attempt_provider_id_key on payment_attempt (provider_id);
      create index payment_attempt_purchase_id_idx on payment_attempt (purchase_id, created_at);

      create table ledger_entry (
        id uuid primary key,
        purchase_id uuid not null,
        account_id uuid not null,
        kind text not null,
        amount_cents int not null,
        currency text not null,
        provider_id text not null,
        recorded_at timestamptz not null,
        constraint ledger_entry_purchase_id_fk foreign key (purchase_id) references purchase (id),
        constraint ledger_entry_account_id_fk foreign key (account_id) references account (id),
        constraint ledger_entry_currency_check check (currency ~ '^usd$'),
        constraint ledger_entry_amount_check check ((kind = 'charge' and amount_cents > 0) or (kind = 'refund' and amount_cents < 0))
      );
      create unique index ledger_entry_provider_id_key on ledger_entry (provider_id);
      create index ledger_entry_purchase_id_idx on ledger_entry (purchase_id);
      create index ledger_entry_account_id_idx on ledger_entry (account_id, recorded_at);

      create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the ledger is only ever added to' using errcode = 'restrict_violation';
      end $$;
      create trigger ledger_entry_keeps before update or delete on ledger_entry
        for each row execute function refuse_ledger_change();
      create trigger ledger_entry_stays before truncate on ledger_entry
        for each statement execute function refuse_ledger_change();

      alter table application add constraint application_purchase_id_fk
        foreign key (purchase_id) references purchase (id);
    `);
    this.addSql(`
      create schema if not exists sandbox;
      create table sandbox.stripe_object (
        place bigint generated always as identity,
        id text primary key,
        kind text not null,
        data jsonb not null,
        hidden jsonb not null,
        created_at timestamptz not null
      );
      create index stripe_object_kind_idx on sandbox.stripe_object (kind, place desc);
      create index stripe_object_payment_intent_idx on sandbox.stripe_object ((data ->> 'payment_intent'));

      create table sandbox.stripe_idempotency (
        key text primary key,
        fingerprint text not null,
        status int not null,
        body jsonb not null,
        created_at timestamptz not null
      );

      create table sandbox.stripe_webhook_delivery (
        place bigint generated always as identity,
        event_id text primary key references sandbox.stripe_object (id),
        attempts int not null default 0,
        last_status int,
        created_at timestamptz not null,
        due_at timestamptz not null,
        delivered_at timestamptz,
        given_up_at timestamptz
      );
      create index stripe_webhook_delivery_due_idx on sandbox.stripe_webhook_delivery (due_at)
        where delivered_at is null and given_up_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table sandbox.stripe_webhook_delivery, sandbox.stripe_idempotency, sandbox.stripe_object;
      alter table application drop constraint application_purchase_id_fk;
      drop table ledger_entry, payment_attempt, purchase;
      drop function refuse_ledger_change();
      drop function guard_purchase();
    `);
  }
}
