import { Migration } from '@mikro-orm/migrations';

/** Pages of terms and policies are kept like those that show a brand, and are dropped when a version is published. */
export class Migration235TextsChanged extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create trigger terms_version_brand_changed after insert or delete or update on terms_version
        for each statement execute function brand_changed();
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop trigger terms_version_brand_changed on terms_version;');
  }
}
