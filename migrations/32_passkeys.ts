import { Migration } from '@mikro-orm/migrations';

/** Passkeys, each for one host (D104), and the challenges that were not answered yet. */
export class Migration32Passkeys extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table passkey (
        id uuid primary key,
        account_id uuid not null constraint passkey_account_id_fk references account on delete cascade,
        credential_id text not null,
        public_key bytea not null,
        counter bigint not null default 0,
        host text not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        constraint passkey_counter_check check (counter >= 0),
        constraint passkey_credential_id_check check (credential_id <> ''),
        constraint passkey_host_check check (host <> '' and host !~ ':'),
        constraint passkey_name_check check (name <> ''),
        constraint passkey_last_used_at_check check (last_used_at >= created_at)
      );
      create unique index passkey_credential_id_key on passkey (host, credential_id);
      create index passkey_account_id_idx on passkey (account_id);

      create table passkey_challenge (
        id uuid primary key,
        challenge_hash bytea not null,
        purpose text not null,
        account_id uuid constraint passkey_challenge_account_id_fk references account on delete cascade,
        host text not null,
        expires_at timestamptz not null,
        constraint passkey_challenge_purpose_check check (purpose in ('add', 'second-step', 'sign-in')),
        constraint passkey_challenge_account_id_check check ((account_id is null) = (purpose = 'sign-in')),
        constraint passkey_challenge_challenge_hash_check check (octet_length(challenge_hash) = 32)
      );
      create unique index passkey_challenge_challenge_hash_key on passkey_challenge (challenge_hash);
      create index passkey_challenge_account_id_idx on passkey_challenge (account_id) where account_id is not null;
      create index passkey_challenge_expires_at_idx on passkey_challenge (expires_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table passkey_challenge, passkey;');
  }
}
