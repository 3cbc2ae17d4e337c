import { Migration } from '@mikro-orm/migrations';

/** Notes that staff write about a person. */
export class Migration12AdminNote extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table admin_note (
        id uuid primary key,
        account_id uuid not null constraint admin_note_account_id_fk references account,
        application_id uuid constraint admin_note_application_id_fk references application,
        author_account_id uuid not null constraint admin_note_author_account_id_fk references account,
        note_type text not null,
        note_sealed text,
        written_at timestamptz not null,
        constraint admin_note_note_type_check
          check (note_type in ('note', 'refund', 'expiration', 'dispute', 'call'))
      );
      create index admin_note_account_id_idx on admin_note (account_id, written_at desc, id desc);
      create index admin_note_application_id_idx on admin_note (application_id);
      create index admin_note_author_account_id_idx on admin_note (author_account_id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table admin_note;');
  }
}
