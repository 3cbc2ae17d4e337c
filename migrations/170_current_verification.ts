import { Migration } from '@mikro-orm/migrations';

/** Corrects the fact of a current verification. It depends only on the ID, but was also cleared when a score ended. */
export class Migration170CurrentVerification extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      update session_facts set has_current_verification = true
      from id_verification verification
      where verification.account_id = session_facts.account_id and verification.active_verification
        and verification.verified_until >= (now() at time zone 'UTC')::date
        and not session_facts.has_current_verification;`);
  }

  /** Nothing to do: the nightly job corrects the fact. */
  override async down(): Promise<void> {}
}
