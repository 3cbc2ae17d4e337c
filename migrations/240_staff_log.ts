import { Migration } from '@mikro-orm/migrations';

/**
 * The entries of a member of staff or a company are narrowed by their action from the index alone, and staff are found
 * among all accounts. The indexes of the log have new names, so that they can be built before the release.
 */
export class Migration240StaffLog extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create index if not exists audit_entry_actor_idx on audit_entry (actor_id, at desc, id desc)
        include (action) where actor_id is not null;
      create index if not exists audit_entry_admin_idx on audit_entry (admin_id, at desc, id desc)
        include (action, actor_id) where admin_id is not null;
      create index if not exists audit_entry_company_idx on audit_entry (company_id, at desc, id desc)
        include (action) where company_id is not null;
      drop index audit_entry_actor_id_idx, audit_entry_admin_id_idx, audit_entry_company_id_idx;
      create index account_staff_idx on account (lastname, firstname, id) where role = 'ADMIN';
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      create index audit_entry_actor_id_idx on audit_entry (actor_id, at desc, id desc) where actor_id is not null;
      create index audit_entry_admin_id_idx on audit_entry (admin_id, at desc, id desc) where admin_id is not null;
      create index audit_entry_company_id_idx on audit_entry (company_id, at desc, id desc)
        where company_id is not null;
      drop index audit_entry_actor_idx, audit_entry_admin_idx, audit_entry_company_idx, account_staff_idx;
    `);
  }
}
