import { Migration } from '@mikro-orm/migrations';

/** Calls of /api/v1: what answers a repeated request, and which key did what (D134, D135). */
export class Migration209KeyCalls extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table key_request (
        id uuid primary key,
        company_id uuid not null constraint key_request_company_id_fk references company,
        idempotency_key text not null
          constraint key_request_idempotency_key_check check (length(idempotency_key) between 1 and 255),
        request_hash bytea not null constraint key_request_request_hash_check check (octet_length(request_hash) = 32),
        asked_at timestamptz not null,
        answer_sealed text constraint key_request_answer_sealed_sealed check (is_sealed(answer_sealed))
      );
      create unique index key_request_idempotency_key_key on key_request (company_id, idempotency_key);
      create index key_request_asked_at_idx on key_request (asked_at);

      alter table audit_entry add column key_id uuid;
      alter table audit_entry add constraint audit_entry_key_id_check
        check (key_id is null or (actor_id is null and company_id is not null));
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table key_request; alter table audit_entry drop column key_id;');
  }
}
