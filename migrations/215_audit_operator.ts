import { Migration } from '@mikro-orm/migrations';

/** What the terminal does carries the name of its operator (D141). */
export class Migration215AuditOperator extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table audit_entry add operator text
        constraint audit_entry_operator_check check (operator is null or operator <> '' and actor_id is null and session_id is null);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table audit_entry drop operator;`);
  }
}
