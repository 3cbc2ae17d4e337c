import { Migration } from '@mikro-orm/migrations';

/** The permissible purpose for which the owner of a network uses full reports, as a person attested. */
export class Migration100ReportPurposes extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table report_purpose (
        id uuid primary key,
        owner_company_id uuid constraint report_purpose_owner_company_id_fk references company,
        owner_account_id uuid constraint report_purpose_owner_account_id_fk references account,
        owner_id uuid generated always as (coalesce(owner_company_id, owner_account_id)) stored,
        purpose text not null constraint report_purpose_purpose_check check (purpose in
          ('employment', 'written-instructions', 'business-transaction', 'tenant-screening')),
        words text not null constraint report_purpose_words_check check (words <> ''),
        attested_by_account_id uuid not null constraint report_purpose_attested_by_account_id_fk references account,
        attested_at timestamptz not null,
        constraint report_purpose_owner_check check (num_nonnulls(owner_company_id, owner_account_id) = 1),
        constraint report_purpose_own_check check (owner_account_id = attested_by_account_id)
      );
      create index report_purpose_owner_id_idx on report_purpose (owner_id, attested_at);
      create index report_purpose_owner_company_id_idx on report_purpose (owner_company_id);
      create index report_purpose_owner_account_id_idx on report_purpose (owner_account_id);
      create index report_purpose_attested_by_account_id_idx on report_purpose (attested_by_account_id);
      create trigger report_purpose_append_only before update or delete on report_purpose
        for each row execute function refuse_change();
      create trigger report_purpose_not_emptied before truncate on report_purpose
        for each statement execute function refuse_change();
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table report_purpose;');
  }
}
