import { Migration } from '@mikro-orm/migrations';

/** Which remembered browser opened a session. If the browser is forgotten, the session ends. */
export class Migration25SessionBrowser extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table session add column trusted_browser_id uuid
        constraint session_trusted_browser_id_fk references trusted_browser on delete set null;
      alter table session add constraint session_trusted_browser_id_check
        check (trusted_browser_id is null or remembered);
      create index session_trusted_browser_id_idx on session (trusted_browser_id) where trusted_browser_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table session drop column trusted_browser_id;');
  }
}
