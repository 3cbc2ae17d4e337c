import { Migration } from '@mikro-orm/migrations';

/** The codes of the mailed links to a person's pending invitations. */
export class Migration130InviteCenter extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table invite_center_code (
        code_hash text primary key,
        account_id uuid not null constraint invite_center_code_account_id_fk references account,
        to_email citext not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        constraint invite_center_code_term_check
          check (expires_at > created_at and expires_at <= created_at + interval '720 hours'),
        constraint invite_center_code_revoked_at_check check (revoked_at >= created_at)
      );
      create index invite_center_code_account_id_idx on invite_center_code (account_id);
      create index invite_center_code_expires_at_idx on invite_center_code (expires_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table invite_center_code;');
  }
}
