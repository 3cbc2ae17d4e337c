import { Migration } from '@mikro-orm/migrations';

/** The progress that the agency reports about a check, and when it expects to finish. */
export class Migration54CheckProgress extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table check_progress (
        cra_order_id uuid primary key constraint check_progress_cra_order_id_fk references cra_order,
        searches text not null,
        estimated_on date,
        said_at timestamptz not null,
        delay_told_for date,
        constraint check_progress_delay_told_for_check check (delay_told_for is null or estimated_on is not null)
      );
      create index check_progress_estimated_on_idx on check_progress (estimated_on, cra_order_id)
        where delay_told_for is distinct from estimated_on;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table check_progress;');
  }
}
