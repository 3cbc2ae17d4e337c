import { Migration } from '@mikro-orm/migrations';

/** The package that a company requires in an invitation (D96). */
export class Migration45InvitationPackage extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection
        add column package_id uuid constraint connection_package_id_fk references screening_package,
        add constraint connection_package_check check (package_id is null or owner_company_id is not null);
      create index connection_package_id_idx on connection (package_id) where package_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table connection drop column package_id;');
  }
}
