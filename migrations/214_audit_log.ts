import { Migration } from '@mikro-orm/migrations';

/** Staff read the audit log by staff member, company, session, action and object, each in the order of time. */
export class Migration214AuditLog extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index audit_entry_action_idx on audit_entry (action, at desc, id desc);
      create index audit_entry_admin_id_idx on audit_entry (admin_id, at desc, id desc) where admin_id is not null;
      create index audit_entry_company_id_idx on audit_entry (company_id, at desc, id desc)
        where company_id is not null;
      create index audit_entry_session_id_idx on audit_entry (session_id, at desc, id desc)
        where session_id is not null;
      -- An object is also found by its id alone.
      drop index audit_entry_object_idx;
      create index audit_entry_object_idx on audit_entry (object_id, object_type, at desc, id desc)
        where object_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index audit_entry_object_idx;
      create index audit_entry_object_idx on audit_entry (object_type, object_id, at desc, id desc)
        where object_id is not null;
      drop index audit_entry_session_id_idx;
      drop index audit_entry_company_id_idx;
      drop index audit_entry_admin_id_idx;
      drop index audit_entry_action_idx;
    `);
  }
}
