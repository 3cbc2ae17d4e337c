import { Migration } from '@mikro-orm/migrations';

/** Keys with which the systems of a company call /api/v1 (D134). */
export class Migration208ApiKeys extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table api_key (
        id uuid primary key,
        company_id uuid not null constraint api_key_company_id_fk references company,
        name text not null constraint api_key_name_check check (name <> ''),
        key_hash bytea not null constraint api_key_key_hash_check check (octet_length(key_hash) = 32),
        prefix text not null constraint api_key_prefix_check check (prefix ~ '^shk_[A-Za-z0-9_-]{4}$'),
        last_four text not null constraint api_key_last_four_check check (last_four ~ '^[A-Za-z0-9_-]{4}$'),
        scopes text[] not null constraint api_key_scopes_check check (
          cardinality(scopes) > 0 and scopes <@ array['connections:read', 'invitations:read', 'invitations:write',
            'alerts:read', 'people:read', 'adverse_actions:read', 'webhooks:write']),
        allowed_addresses text[] not null,
        made_by_account_id uuid not null constraint api_key_made_by_account_id_fk references account,
        made_at timestamptz not null,
        ends_at timestamptz,
        last_used_at timestamptz,
        last_used_address text,
        revoked_by_account_id uuid constraint api_key_revoked_by_account_id_fk references account,
        revoked_at timestamptz,
        constraint api_key_ends_at_check check (ends_at > made_at),
        constraint api_key_last_used_check check ((last_used_at is null) = (last_used_address is null)),
        constraint api_key_last_used_at_check check (date_trunc('hour', last_used_at, 'UTC') = last_used_at),
        constraint api_key_revoked_at_check check (revoked_at >= made_at),
        constraint api_key_revoked_by_check check (revoked_by_account_id is null or revoked_at is not null)
      );
      create unique index api_key_key_hash_key on api_key (key_hash);
      create index api_key_company_id_idx on api_key (company_id, made_at);
      create index api_key_made_by_account_id_idx on api_key (made_by_account_id);
      create index api_key_revoked_by_account_id_idx on api_key (revoked_by_account_id)
        where revoked_by_account_id is not null;

      create function keep_api_key() returns trigger language plpgsql as $$
      begin
        if (new.company_id, new.key_hash, new.prefix, new.last_four, new.made_by_account_id, new.made_at)
          is distinct from (old.company_id, old.key_hash, old.prefix, old.last_four, old.made_by_account_id, old.made_at)
        then
          raise exception 'an API key keeps its company and its secret' using errcode = 'restrict_violation';
        end if;
        if old.revoked_at is not null and new is distinct from old then
          raise exception 'a revoked API key stays revoked' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger api_key_kept before update on api_key for each row execute function keep_api_key();
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table api_key; drop function keep_api_key();');
  }
}
