import { Migration } from '@mikro-orm/migrations';

/**
 * The trigger function that protects purchases.
 * @param besides more checks of a change, as SQL statements
 */
const guardPurchase = (besides: string) => `
  create or replace function guard_purchase() returns trigger language plpgsql as $$
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
    ${besides}
    return new;
  end $$`;

/**
 * A purchase can be closed only if it has no open payment attempt, and an attempt can be opened only for an open
 * purchase.
 */
export class Migration08PayablePurchase extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      guardPurchase(`if new.status = 'closed'
      and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
      raise exception 'a purchase that can still be paid is not closed' using errcode = 'restrict_violation';
    end if;`),
    );
    this.addSql(`
      create function guard_payment_attempt() returns trigger language plpgsql as $$
      begin
        perform 1 from purchase where id = new.purchase_id and status = 'open' for share;
        if not found then
          raise exception 'only an open purchase can be paid' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$`);
    this.addSql(`
      create trigger payment_attempt_keeps before insert on payment_attempt
        for each row when (new.state = 'open') execute function guard_payment_attempt()`);
  }

  override async down(): Promise<void> {
    this.addSql('drop trigger payment_attempt_keeps on payment_attempt');
    this.addSql('drop function guard_payment_attempt()');
    this.addSql(guardPurchase(''));
  }
}
