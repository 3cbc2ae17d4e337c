import { Migration } from '@mikro-orm/migrations';

/** Remembers when the owner of a company was last told that its coupons cannot be used, and why. */
export class Migration198CouponNotices extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table coupon_notice (
        company_id uuid not null,
        problem text not null,
        told_at timestamptz not null,
        constraint coupon_notice_pkey primary key (company_id),
        constraint coupon_notice_company_id_fk foreign key (company_id) references company(id),
        constraint coupon_notice_problem_check check (problem in ('missing', 'expired', 'declined'))
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table coupon_notice;');
  }
}
