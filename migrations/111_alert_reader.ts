import { Migration } from '@mikro-orm/migrations';

/** Up to which time a member of a company's team has read its alerts. */
export class Migration111AlertReader extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table alert_reader (
        company_id uuid not null constraint alert_reader_company_id_fk references company,
        account_id uuid not null constraint alert_reader_account_id_fk references account,
        read_until timestamptz not null,
        constraint alert_reader_pkey primary key (account_id, company_id)
      );
      create index alert_reader_company_id_idx on alert_reader (company_id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table alert_reader;');
  }
}
