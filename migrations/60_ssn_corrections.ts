import { Migration } from '@mikro-orm/migrations';

/** What staff ask a person to correct after a failed SSN review. The agency then ends its order. */
export class Migration60SsnCorrections extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table cra_order add column correction_sealed text,
        add constraint cra_order_correction_check
          check (correction_sealed is null or (state = 'returned' and closed_at is not null and held_for is null));

      alter table sandbox.screening drop constraint screening_state_check,
        add constraint screening_state_check check
          (state in ('received', 'inprogress', 'review', 'stays', 'completed', 'clearidaction', 'withdrawn'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table cra_order drop constraint cra_order_correction_check, drop column correction_sealed;
      delete from sandbox.screening_callback where screening_id in
        (select id from sandbox.screening where state = 'withdrawn');
      delete from sandbox.screening where state = 'withdrawn';
      alter table sandbox.screening drop constraint screening_state_check,
        add constraint screening_state_check check
          (state in ('received', 'inprogress', 'review', 'stays', 'completed', 'clearidaction'));
    `);
  }
}
