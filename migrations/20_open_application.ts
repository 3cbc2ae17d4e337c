import { Migration } from '@mikro-orm/migrations';

/**
 * Stores for each person whether they have a check that is paid and not finished, because each of their pages needs it
 * (D10, D30).
 */
export class Migration20OpenApplication extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table session_facts add column open_application boolean not null default false;
      update session_facts set open_application = true where exists (
        select 1 from application where application.account_id = session_facts.account_id
          and application.status not in ('monitorrequiresapproval', 'done', 'cancelled', 'refunded'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table session_facts drop column open_application;');
  }
}
