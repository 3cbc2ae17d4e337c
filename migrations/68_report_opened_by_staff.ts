import { Migration } from '@mikro-orm/migrations';

/** Lets a person see under 'Who saw me' that staff opened their report (D48). */
export class Migration68ReportOpenedByStaff extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table access_entry
        drop constraint access_entry_kind_check,
        add constraint access_entry_kind_check
          check (kind in ('search', 'score', 'report', 'export', 'api', 'staff-report'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from access_entry where kind = 'staff-report';
      alter table access_entry
        drop constraint access_entry_kind_check,
        add constraint access_entry_kind_check check (kind in ('search', 'score', 'report', 'export', 'api'));
    `);
  }
}
