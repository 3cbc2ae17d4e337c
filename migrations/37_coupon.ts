import { Migration } from '@mikro-orm/migrations';

/** Coupons that were issued. Each is for one invited person and one purchase (D32). */
export class Migration37Coupon extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table coupon (
        id uuid primary key,
        coupon_type_id uuid not null constraint coupon_coupon_type_id_fk references coupon_type,
        account_id uuid constraint coupon_account_id_fk references account,
        emailaddress citext,
        code_sealed text not null,
        code_hash text not null,
        issued_by uuid constraint coupon_issued_by_fk references account on delete set null,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        lapsed_at timestamptz,
        redeemed_at timestamptz,
        constraint coupon_invitee_check check (num_nonnulls(account_id, emailaddress) = 1),
        constraint coupon_expires_at_check check (expires_at > issued_at),
        constraint coupon_end_check check (lapsed_at is null or redeemed_at is null)
      );
      create unique index coupon_code_hash_key on coupon (code_hash);
      create index coupon_coupon_type_id_idx on coupon (coupon_type_id);
      create index coupon_account_id_idx on coupon (account_id);
      create index coupon_emailaddress_idx on coupon (emailaddress) where emailaddress is not null;
      create index coupon_issued_by_idx on coupon (issued_by);

      alter table connection add column coupon_id uuid constraint connection_coupon_id_fk references coupon;
      create unique index connection_coupon_id_key on connection (coupon_id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table connection drop column coupon_id;
      drop table coupon;
    `);
  }
}
