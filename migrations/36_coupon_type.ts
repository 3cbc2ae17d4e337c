import { Migration } from '@mikro-orm/migrations';

/** The types of coupon that a company may issue (D32). */
export class Migration36CouponType extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table coupon_type (
        id uuid primary key,
        company_id uuid not null constraint coupon_type_company_id_fk references company,
        code_type text not null,
        amount int,
        active boolean not null default true,
        made_by uuid constraint coupon_type_made_by_fk references account on delete set null,
        made_at timestamptz not null,
        constraint coupon_type_code_type_check check (code_type in ('full', 'percent', 'flat')),
        constraint coupon_type_amount_check check (case code_type
          when 'full' then amount is null
          when 'percent' then amount is not null and amount between 1 and 100
          else amount is not null and amount between 1 and 300 end)
      );
      create unique index coupon_type_active_key on coupon_type (company_id, code_type, (coalesce(amount, 0)))
        where active;
      create index coupon_type_company_id_idx on coupon_type (company_id, made_at);
      create index coupon_type_made_by_idx on coupon_type (made_by);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table coupon_type;');
  }
}
