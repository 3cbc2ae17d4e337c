import { Migration } from '@mikro-orm/migrations';

/**
 * Remembers when the owner of a company was last told that its coupons cannot be used, and why; and since when a person's
 * active score is under review, and when their ID was verified.
 */
export class Migration198CouponNoticesAndReviews extends Migration {
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

      alter table session_facts add column score_review_since timestamptz, add column verified_at timestamptz;
      update session_facts facts set verified_at = (
        select max(coalesce(decided_at, status_at)) from id_verification
        where account_id = facts.account_id and active_verification);
      update session_facts facts set score_review_since = review.since from (
        select account_id, min(at) as since from (
          select application.account_id, change.created_at as at from score_change change
            join application on application.id = change.application_id
          where application.status in ('monitorrequiresapproval', 'correctionrequest')
            and change.score_change_type = 'monitorupdate' and change.state in ('pending', 'disputed')
          union all
          select account_id, received_at from dispute
          where resolved_at is null and opened_at_status = 'done') open
        group by account_id) review
      where review.account_id = facts.account_id;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(
      'alter table session_facts drop column verified_at, drop column score_review_since; drop table coupon_notice;',
    );
  }
}
