import { Migration } from '@mikro-orm/migrations';

/** The progress of each sweep, so that an interrupted one continues where it stopped. */
export class Migration11SweepRun extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table sweep_run (
        name text primary key,
        position text,
        handled int not null default 0,
        changed int not null default 0,
        started_at timestamptz not null,
        updated_at timestamptz not null,
        finished_at timestamptz
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table sweep_run;');
  }
}
