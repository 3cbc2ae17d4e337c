import { Migration } from '@mikro-orm/migrations';

/**
 * What comparisons of addresses and codes rely on: accounts have their address in small letters, and only codes that
 * recover a password belong to a browser or have a link.
 */
export class Migration191RecoveryCodes extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      update account set emailaddress = lower(emailaddress::text)
        where emailaddress::text ~ '[A-Z]';
      alter table account add constraint account_emailaddress_case_check
        check (emailaddress::text !~ '[A-Z]');
      alter table verification_code add constraint verification_code_recovery_check
        check (purpose = 'recovery' or (browser_hash is null and link_hash is null));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table verification_code drop constraint verification_code_recovery_check;
      alter table account drop constraint account_emailaddress_case_check;
    `);
  }
}
