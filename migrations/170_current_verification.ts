import { Migration } from '@mikro-orm/migrations';

/** The fact of a current verification is about the ID alone: the end of a score had taken it from people as well. */
export class Migration170CurrentVerification extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      update session_facts set has_current_verification = true
      from id_verification verification
      where verification.account_id = session_facts.account_id and verification.active_verification
        and verification.verified_until >= (now() at time zone 'UTC')::date
        and not session_facts.has_current_verification;`);
  }

  /** Nothing to take back: the night takes the fact from people without a valid score. */
  override async down(): Promise<void> {}
}
