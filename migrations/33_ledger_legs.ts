import { Migration } from '@mikro-orm/migrations';

/** Who paid for each movement of money, and which charge it refunds (D33). */
export class Migration33LedgerLegs extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table ledger_entry
        add column leg text not null default 'buyer',
        add column company_id uuid constraint ledger_entry_company_id_fk references company,
        add column charge_id uuid constraint ledger_entry_charge_id_fk references ledger_entry,
        drop constraint ledger_entry_currency_check,
        drop constraint ledger_entry_amount_check,
        add constraint ledger_entry_leg_check check (leg in ('buyer', 'company')),
        add constraint ledger_entry_company_check check ((leg = 'company') = (company_id is not null)),
        add constraint ledger_entry_kind_check
          check (kind in ('charge', 'unmatched', 'refund', 'refund-failed', 'dispute', 'dispute-won')),
        add constraint ledger_entry_charge_check check ((charge_id is null) = (kind in ('charge', 'unmatched'))),
        add constraint ledger_entry_currency_check
          check (currency ~ '^[a-z]{3}$' and (kind <> 'charge' or currency = 'usd')),
        add constraint ledger_entry_amount_check check (
          case when kind in ('refund', 'dispute') then amount_cents < 0 else amount_cents > 0 end
        );
      alter table ledger_entry alter column leg drop default;
      drop index ledger_entry_provider_id_key;
      create unique index ledger_entry_provider_id_key on ledger_entry (provider_id, kind);
      create unique index ledger_entry_leg_key on ledger_entry (purchase_id, leg) where kind = 'charge';
      create index ledger_entry_company_id_idx on ledger_entry (company_id, recorded_at) where company_id is not null;
      create index ledger_entry_charge_id_idx on ledger_entry (charge_id) where charge_id is not null;
      create index ledger_entry_recorded_at_idx on ledger_entry (recorded_at);

      create function guard_ledger_entry() returns trigger language plpgsql as $$
      declare
        charge ledger_entry;
        refunded bigint;
      begin
        if new.charge_id is null then
          return new;
        end if;
        -- Refunds of one purchase wait for each other here, so that none is counted without the others.
        perform from purchase where id = new.purchase_id for update;
        select * into charge from ledger_entry where id = new.charge_id and charge_id is null;
        if charge.id is null or (new.purchase_id, new.account_id, new.leg, new.company_id, new.currency)
          is distinct from (charge.purchase_id, charge.account_id, charge.leg, charge.company_id, charge.currency) then
          raise exception 'money goes back where it came from' using errcode = 'restrict_violation';
        end if;
        if new.kind in ('dispute', 'dispute-won') then
          return new;
        end if;
        select -(coalesce(sum(amount_cents), 0) + new.amount_cents) into refunded from ledger_entry
          where charge_id = new.charge_id and kind in ('refund', 'refund-failed');
        if refunded not between 0 and charge.amount_cents then
          raise exception 'no more is refunded than was charged' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger ledger_entry_fits before insert on ledger_entry
        for each row execute function guard_ledger_entry();
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop trigger ledger_entry_fits on ledger_entry;
      drop function guard_ledger_entry();
      drop index ledger_entry_recorded_at_idx, ledger_entry_charge_id_idx, ledger_entry_company_id_idx,
        ledger_entry_leg_key, ledger_entry_provider_id_key;
      create unique index ledger_entry_provider_id_key on ledger_entry (provider_id);
      alter table ledger_entry
        drop constraint ledger_entry_amount_check,
        drop constraint ledger_entry_currency_check,
        drop constraint ledger_entry_charge_check,
        drop constraint ledger_entry_kind_check,
        drop constraint ledger_entry_company_check,
        drop constraint ledger_entry_leg_check,
        drop column charge_id,
        drop column company_id,
        drop column leg,
        add constraint ledger_entry_currency_check check (currency ~ '^usd$'),
        add constraint ledger_entry_amount_check
          check ((kind = 'charge' and amount_cents > 0) or (kind = 'refund' and amount_cents < 0));
    `);
  }
}
