import { Migration } from '@mikro-orm/migrations';

/**
 * The trigger function that protects purchases.
 * @param price SQL for the parts of the price that must never change, for the old or the new row
 * @param besides more checks of a change, as SQL statements
 */
const guardPurchase = (price: (row: 'old' | 'new') => string, besides = '') => `
  create or replace function guard_purchase() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      raise exception 'a purchase stays' using errcode = 'restrict_violation';
    end if;
    if old.status <> 'open' then
      raise exception 'a purchase that is % stays as it is', old.status using errcode = 'restrict_violation';
    end if;
    if (new.id, new.account_id, new.package_id, new.renewal, ${price('new')}, new.currency, new.created_at)
      is distinct from
      (old.id, old.account_id, old.package_id, old.renewal, ${price('old')}, old.currency, old.created_at) then
      raise exception 'what is bought, by whom and for how much does not change' using errcode = 'restrict_violation';
    end if;
    ${besides}
    if new.status = 'closed'
      and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
      raise exception 'a purchase that can still be paid is not closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

const guardAttempt = (payable: string) => `
  create or replace function guard_payment_attempt() returns trigger language plpgsql as $$
  begin
    perform 1 from purchase where id = new.purchase_id and ${payable} for share;
    if not found then
      raise exception 'only an open purchase can be paid' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

/**
 * A purchase with a coupon divides the price between the buyer and the company. The company's part is held on its saved
 * card by a separate attempt (D32). The division can change only while neither part can be paid.
 */
export class Migration38CouponPurchase extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table purchase
        add column coupon_id uuid constraint purchase_coupon_id_fk references coupon,
        add column company_cents int not null default 0,
        add column waived_cents int not null default 0,
        add column price_cents int generated always as (amount_cents + company_cents + waived_cents) stored,
        add constraint purchase_company_cents_check check (company_cents = 0 or company_cents >= 50),
        add constraint purchase_waived_cents_check check (waived_cents between 0 and 98),
        add constraint purchase_coupon_check check (coupon_id is not null or (company_cents = 0 and waived_cents = 0));
      create unique index purchase_coupon_id_key on purchase (coupon_id) where status <> 'closed';

      alter table payment_attempt
        add column company_card_id uuid constraint payment_attempt_company_card_id_fk references company_card,
        add column authorized_at timestamptz,
        add column capturing_at timestamptz,
        drop constraint payment_attempt_kind_check,
        add constraint payment_attempt_kind_check check (kind in ('element', 'checkout', 'company-card')),
        add constraint payment_attempt_company_card_check
          check ((kind = 'company-card') = (company_card_id is not null)),
        add constraint payment_attempt_authorized_check
          check (authorized_at is null or (kind = 'company-card' and provider_id is not null)),
        add constraint payment_attempt_capturing_check check (capturing_at is null or authorized_at is not null);
      drop index payment_attempt_open_key;
      drop index payment_attempt_paid_key;
      create unique index payment_attempt_open_key on payment_attempt (purchase_id, (kind = 'company-card'))
        where state = 'open';
      create unique index payment_attempt_paid_key on payment_attempt (purchase_id, (kind = 'company-card'))
        where state = 'paid';
      create index payment_attempt_company_card_id_idx on payment_attempt (company_card_id)
        where company_card_id is not null;

      alter table company_card add column refused_at timestamptz;
    `);
    this.addSql(
      guardPurchase(
        (row) => `${row}.amount_cents + ${row}.company_cents + ${row}.waived_cents`,
        `if (new.coupon_id, new.amount_cents, new.company_cents)
          is distinct from (old.coupon_id, old.amount_cents, old.company_cents)
          and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
          raise exception 'what can be paid now keeps its amount' using errcode = 'restrict_violation';
        end if;`,
      ),
    );
    // The company's part may be held again after the buyer has paid, if the first hold was lost.
    this.addSql(guardAttempt(`(status = 'open' or (status = 'paid' and new.kind = 'company-card'))`));
  }

  override async down(): Promise<void> {
    this.addSql(guardPurchase((row) => `${row}.amount_cents`));
    this.addSql(guardAttempt(`status = 'open'`));
    this.addSql(`
      alter table company_card drop column refused_at;
      drop index payment_attempt_open_key;
      drop index payment_attempt_paid_key;
      delete from payment_attempt where kind = 'company-card';
      create unique index payment_attempt_open_key on payment_attempt (purchase_id) where state = 'open';
      create unique index payment_attempt_paid_key on payment_attempt (purchase_id) where state = 'paid';
      alter table payment_attempt
        drop constraint payment_attempt_kind_check,
        drop constraint payment_attempt_company_card_check,
        drop constraint payment_attempt_authorized_check,
        drop column company_card_id,
        drop constraint payment_attempt_capturing_check,
        drop column authorized_at,
        drop column capturing_at,
        add constraint payment_attempt_kind_check check (kind in ('element', 'checkout'));
      alter table purchase
        drop column coupon_id,
        drop column price_cents,
        drop column company_cents,
        drop column waived_cents;
    `);
  }
}
