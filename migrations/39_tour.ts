import { Migration } from '@mikro-orm/migrations';

/** Who has ended the guided tour, so that it is not offered to them again. */
export class Migration39Tour extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table tour_end (
        account_id uuid primary key constraint tour_end_account_id_fk references account on delete cascade,
        seen_to_end boolean not null,
        ended_at timestamptz not null
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table tour_end;');
  }
}
