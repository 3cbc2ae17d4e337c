import { Migration } from '@mikro-orm/migrations';

/** The record of a mail says by which version of its template it was written, and keeps its text without secrets. */
export class Migration223MailVersions extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table sent_mail
        add version integer constraint sent_mail_version_check check (version > 0),
        add text_sealed text constraint sent_mail_text_sealed_sealed check (is_sealed_for_person(text_sealed));
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table sent_mail drop text_sealed, drop version;');
  }
}
