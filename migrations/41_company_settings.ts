import { Migration } from '@mikro-orm/migrations';

/**
 * The settings that the owner of a company can change (D99). The tax ID is encrypted, because that of a sole owner is
 * their SSN.
 */
export class Migration41CompanySettings extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table company
        drop column tax_id,
        add column tax_id_sealed text,
        add column daily_summary_hour int not null default 8,
        add column permissible_purpose text not null default '',
        add constraint company_tax_id_sealed_check check (tax_id_sealed !~ '^[0-9 -]*$'),
        add constraint company_daily_summary_hour_check check (daily_summary_hour between 0 and 23),
        add constraint company_permissible_purpose_check check (permissible_purpose in
          ('', 'employment', 'written-instructions', 'business-transaction', 'tenant-screening'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table company
        drop column tax_id_sealed,
        drop column daily_summary_hour,
        drop column permissible_purpose,
        add column tax_id text not null default '';
    `);
  }
}
