import { Migration } from '@mikro-orm/migrations';

/**
 * Sessions in which staff act as a person. Each stores its reason, and ends with the staff session that began it (D16).
 */
export class Migration28StaffSession extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      delete from session where admin_account_id is not null;
      alter table session
        add column admin_session_id uuid constraint session_admin_session_id_fk references session on delete cascade,
        add constraint session_admin_session_id_check check ((admin_session_id is null) = (admin_account_id is null));
      create index session_admin_session_id_idx on session (admin_session_id) where admin_session_id is not null;

      create table staff_session (
        id uuid primary key,
        account_id uuid not null constraint staff_session_account_id_fk references account on delete cascade,
        admin_account_id uuid not null constraint staff_session_admin_account_id_fk references account,
        reason_sealed text,
        started_at timestamptz not null,
        constraint staff_session_admin_account_id_check check (admin_account_id <> account_id)
      );
      create index staff_session_account_id_idx on staff_session (account_id, started_at);
      create index staff_session_admin_account_id_idx on staff_session (admin_account_id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table staff_session; alter table session drop column admin_session_id;');
  }
}
