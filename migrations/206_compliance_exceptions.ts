import { Migration } from '@mikro-orm/migrations';

/** People whom a company counts as in compliance until an end, although its rule says out. */
export class Migration206ComplianceExceptions extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table compliance_exception (
        id uuid primary key,
        connection_id uuid not null constraint compliance_exception_connection_id_fk references connection,
        company_id uuid not null constraint compliance_exception_company_id_fk references company,
        account_id uuid not null constraint compliance_exception_account_id_fk references account,
        reason_sealed text not null
          constraint compliance_exception_reason_sealed_sealed check (is_sealed_for_person(reason_sealed)),
        made_by_account_id uuid not null constraint compliance_exception_made_by_account_id_fk references account,
        made_at timestamptz not null,
        last_date date not null,
        ends_at timestamptz not null,
        ended_by_account_id uuid constraint compliance_exception_ended_by_account_id_fk references account,
        ended_at timestamptz,
        constraint compliance_exception_ends_at_check
          check (ends_at > made_at and ends_at <= made_at + interval '4345 hours'),
        constraint compliance_exception_ended_at_check check (ended_at >= made_at),
        constraint compliance_exception_ended_by_check check (ended_by_account_id is null or ended_at is not null)
      );
      create unique index compliance_exception_open_key on compliance_exception (connection_id) where ended_at is null;
      create index compliance_exception_due_idx on compliance_exception (ends_at) where ended_at is null;
      create index compliance_exception_connection_id_idx on compliance_exception (connection_id);
      create index compliance_exception_company_id_idx on compliance_exception (company_id, made_at);
      create index compliance_exception_account_id_idx on compliance_exception (account_id);
      create index compliance_exception_made_by_account_id_idx on compliance_exception (made_by_account_id);
      create index compliance_exception_ended_by_account_id_idx on compliance_exception (ended_by_account_id)
        where ended_by_account_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table compliance_exception;');
  }
}
