import { Migration } from '@mikro-orm/migrations';

/** Up to where a replica must have replayed the log before a session may read from it (D142). */
export class Migration229ReadPosition extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      'alter table session add column written_to bigint constraint session_written_to_check check (written_to >= 0);',
    );
  }

  override async down(): Promise<void> {
    this.addSql('alter table session drop column written_to;');
  }
}
