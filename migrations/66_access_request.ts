import { Migration } from '@mikro-orm/migrations';

/** When the owner of a network last asked a person to see their private score. */
export class Migration66AccessRequest extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table access_request (
        id uuid primary key,
        owner_company_id uuid constraint access_request_owner_company_id_fk references company,
        owner_account_id uuid constraint access_request_owner_account_id_fk references account,
        owner_id uuid generated always as (coalesce(owner_company_id, owner_account_id)) stored,
        person_id uuid not null constraint access_request_person_id_fk references account,
        asked_by_account_id uuid not null constraint access_request_asked_by_account_id_fk references account,
        asked_at timestamptz not null,
        constraint access_request_one_owner_check check (num_nonnulls(owner_company_id, owner_account_id) = 1),
        constraint access_request_not_oneself_check check (person_id <> asked_by_account_id),
        constraint access_request_owner_id_person_id_key unique (owner_id, person_id)
      );
      create index access_request_person_id_idx on access_request (person_id);
      create index access_request_asked_by_account_id_idx on access_request (asked_by_account_id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table access_request;');
  }
}
