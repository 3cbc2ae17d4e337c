import { Migration } from '@mikro-orm/migrations';

/** A legal hold stops every deletion about a person or a company (D140). */
export class Migration221LegalHolds extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table legal_hold (
        id uuid constraint legal_hold_pkey primary key,
        account_id uuid constraint legal_hold_account_id_fk references account,
        company_id uuid constraint legal_hold_company_id_fk references company,
        reason_sealed text not null constraint legal_hold_reason_sealed_sealed check (is_sealed(reason_sealed)),
        set_at timestamptz not null,
        set_by_account_id uuid constraint legal_hold_set_by_account_id_fk references account,
        set_by_operator text constraint legal_hold_set_by_operator_check check (set_by_operator <> ''),
        lifted_at timestamptz,
        lifted_by_account_id uuid constraint legal_hold_lifted_by_account_id_fk references account,
        lifted_by_operator text constraint legal_hold_lifted_by_operator_check check (lifted_by_operator <> ''),
        lift_reason_sealed text constraint legal_hold_lift_reason_sealed_sealed check (is_sealed(lift_reason_sealed)),
        constraint legal_hold_about_check check (num_nonnulls(account_id, company_id) = 1),
        constraint legal_hold_set_by_check check (num_nonnulls(set_by_account_id, set_by_operator) = 1),
        constraint legal_hold_lifted_check check (
          num_nonnulls(lifted_by_account_id, lifted_by_operator) = case when lifted_at is null then 0 else 1 end
          and (lifted_at is null) = (lift_reason_sealed is null)),
        constraint legal_hold_lifted_at_check check (lifted_at >= set_at)
      );
      create unique index legal_hold_open_account_key on legal_hold (account_id) where lifted_at is null;
      create unique index legal_hold_open_company_key on legal_hold (company_id) where lifted_at is null;
      create index legal_hold_account_id_idx on legal_hold (account_id);
      create index legal_hold_company_id_idx on legal_hold (company_id);

      alter table privacy_request drop constraint privacy_request_waits_check;
      alter table privacy_request add constraint privacy_request_waits_check check (waits_for is null
        or (kind = 'deletion' and state <> 'closed' and waits_for in
          ('law', 'chargeback', 'refund', 'dispute', 'adverse-action', 'check', 'company', 'result', 'application')));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update privacy_request set waits_for = null, waits_until = null where waits_for = 'law';
      alter table privacy_request drop constraint privacy_request_waits_check;
      alter table privacy_request add constraint privacy_request_waits_check check (waits_for is null
        or (kind = 'deletion' and state <> 'closed' and waits_for in
          ('chargeback', 'refund', 'dispute', 'adverse-action', 'check', 'company', 'result', 'application')));
      drop table legal_hold;
    `);
  }
}
