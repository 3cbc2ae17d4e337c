import { Migration } from '@mikro-orm/migrations';

/**
 * Recovery codes for the second step, changes that can be undone (D103), and the browsers in which an account was used.
 */
export class Migration24SecurityChanges extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table recovery_code (
        id uuid primary key,
        account_id uuid not null constraint recovery_code_account_id_fk references account on delete cascade,
        code_hash text not null,
        created_at timestamptz not null,
        used_at timestamptz
      );
      create unique index recovery_code_account_id_code_hash_key on recovery_code (account_id, code_hash);

      create table security_change (
        id uuid primary key,
        account_id uuid not null constraint security_change_account_id_fk references account on delete cascade,
        change text not null,
        changed_at timestamptz not null,
        expires_at timestamptz not null,
        token_hash bytea not null,
        before_sealed text not null,
        undone_at timestamptz,
        constraint security_change_change_check check (change in ('password', 'email', 'mobile', 'method-added',
          'method-removed', 'primary', 'off', 'passkey-added', 'passkey-removed', 'codes-made', 'code-used')),
        constraint security_change_expires_at_check check (expires_at > changed_at),
        constraint security_change_token_hash_check check (octet_length(token_hash) = 32)
      );
      create unique index security_change_token_hash_key on security_change (token_hash);
      create index security_change_account_id_changed_at_idx on security_change (account_id, changed_at);
      create index security_change_expires_at_idx on security_change (expires_at);

      create table known_browser (
        id uuid primary key,
        account_id uuid not null constraint known_browser_account_id_fk references account on delete cascade,
        token_hash bytea not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        address text not null default '',
        agent text not null default '',
        constraint known_browser_token_hash_check check (octet_length(token_hash) = 32)
      );
      create unique index known_browser_account_id_token_hash_key on known_browser (account_id, token_hash);
      create index known_browser_last_at_idx on known_browser (last_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table known_browser, security_change, recovery_code;');
  }
}
