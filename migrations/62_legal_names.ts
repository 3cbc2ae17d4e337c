import { Migration } from '@mikro-orm/migrations';

/** Legal names with their source and time (D98). */
export class Migration62LegalNames extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table account
        add column legal_firstname text,
        add column legal_middlename text,
        add column legal_lastname text,
        add column legal_namesuffix text,
        add column legal_source text,
        add column legal_at timestamptz,
        add constraint account_legal_source_check check (legal_source in ('id-verification', 'staff')),
        add constraint account_legal_check check (
          num_nulls(legal_firstname, legal_middlename, legal_lastname, legal_namesuffix, legal_source, legal_at) in (0, 6)
          and legal_firstname <> '' and legal_lastname <> '');

      alter table shield_score
        add column legal_source text not null default 'application',
        add column legal_at timestamptz,
        add constraint shield_score_legal_source_check
          check (legal_source in ('application', 'id-verification', 'staff')),
        add constraint shield_score_legal_at_check check ((legal_source = 'application') = (legal_at is null));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table shield_score drop column legal_at, drop column legal_source;
      alter table account drop column legal_at, drop column legal_source, drop column legal_namesuffix,
        drop column legal_lastname, drop column legal_middlename, drop column legal_firstname;
    `);
  }
}
