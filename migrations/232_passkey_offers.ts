import { Migration } from '@mikro-orm/migrations';

/** Staff are offered a passkey once. */
export class Migration232PasskeyOffers extends Migration {
  override async up(): Promise<void> {
    this.addSql('alter table account add column passkey_offer_answered_at timestamptz;');
  }

  override async down(): Promise<void> {
    this.addSql('alter table account drop column passkey_offer_answered_at;');
  }
}
