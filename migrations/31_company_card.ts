import { Migration } from '@mikro-orm/migrations';

/** The company's card that pays for its coupons (D32). Only what the provider shows of it, never its number. */
export class Migration31CompanyCard extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table company_customer (
        company_id uuid primary key constraint company_customer_company_id_fk references company,
        customer_id text not null,
        created_at timestamptz not null
      );
      create unique index company_customer_customer_id_key on company_customer (customer_id);

      create table company_card (
        id uuid primary key,
        company_id uuid not null constraint company_card_company_id_fk references company_customer,
        card_id text not null,
        setup_at timestamptz not null,
        brand text not null,
        last4 text not null,
        exp_month int not null,
        exp_year int not null,
        saved_by uuid constraint company_card_saved_by_fk references account on delete set null,
        saved_at timestamptz not null,
        removed_at timestamptz,
        warned_days int,
        constraint company_card_last4_check check (last4 ~ '^[0-9]{4}$'),
        constraint company_card_exp_month_check check (exp_month between 1 and 12),
        constraint company_card_exp_year_check check (exp_year between 2000 and 2100),
        constraint company_card_removed_at_check check (removed_at >= saved_at),
        constraint company_card_warned_days_check check (warned_days in (7, 30))
      );
      create unique index company_card_card_id_key on company_card (card_id);
      create unique index company_card_company_id_key on company_card (company_id) where removed_at is null;
      create index company_card_exp_idx on company_card (exp_year, exp_month) where removed_at is null;
      create index company_card_saved_by_idx on company_card (saved_by);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table company_card, company_customer;');
  }
}
