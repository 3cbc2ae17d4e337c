import { Migration } from '@mikro-orm/migrations';

/**
 * An approved paper package says how the applicant's identity was proven (D118): in the portal, or by the copy of the ID
 * that staff compared. And the hashes of former passwords, which may not be chosen again (D122).
 */
export class Migration199PaperIdentity extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table manual_package add column identity_proof text
        constraint manual_package_identity_proof_check check (identity_proof in ('verified', 'copy')),
        add constraint manual_package_identity_proof_approved_check
          check (identity_proof is null or (outcome is not null and outcome = 'approved'));

      create table former_password (
        id uuid constraint former_password_pkey primary key,
        account_id uuid not null constraint former_password_account_id_fk references account (id),
        password_hash text not null constraint former_password_password_hash_check check (password_hash <> ''),
        replaced_at timestamptz not null
      );
      create index former_password_account_id_idx on former_password (account_id, replaced_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table former_password;
      alter table manual_package drop constraint manual_package_identity_proof_approved_check,
        drop column identity_proof;
    `);
  }
}
