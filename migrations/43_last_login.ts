import { Migration } from '@mikro-orm/migrations';

/** Where the last sign-in came from, because its session no longer shows it after it has ended. */
export class Migration43LastLogin extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table account add column last_login_address text not null default '',
        add column last_login_agent text not null default '';
      update account set last_login_at = latest.created_at, last_login_address = latest.address,
        last_login_agent = latest.agent
      from (select distinct on (account_id) account_id, created_at, address, agent from session
        where admin_account_id is null order by account_id, created_at desc) latest
      where latest.account_id = account.id;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table account drop column last_login_address, drop column last_login_agent;');
  }
}
