import { Migration } from '@mikro-orm/migrations';

/** When the ID verification provider was asked to delete a person (D43). */
export class Migration63DeletedApplicants extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table id_verification
        add column applicant_deleted_at timestamptz,
        add constraint id_verification_applicant_deleted_check
          check (applicant_deleted_at is null or (applicant_id is not null and images_until is not null));
      create index id_verification_applicant_idx on id_verification (images_until)
        where applicant_id is not null and applicant_deleted_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table id_verification drop column applicant_deleted_at;');
  }
}
