import { Migration } from '@mikro-orm/migrations';

/** Requests about personal data (D23), and the time at which an account will be deleted. */
export class Migration27PrivacyRequests extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table privacy_request (
        id uuid primary key,
        kind text not null,
        state text not null default 'open',
        account_id uuid constraint privacy_request_account_id_fk references account,
        name text not null,
        emailaddress citext not null,
        message_sealed text,
        host text not null,
        requested_at timestamptz not null,
        due_at timestamptz not null,
        taken_by_account_id uuid constraint privacy_request_taken_by_account_id_fk references account,
        taken_at timestamptz,
        answer_sealed text,
        answered_at timestamptz,
        closed_at timestamptz,
        outcome text,
        file_key text,
        file_expires_at timestamptz,
        erase_at timestamptz,
        retained text not null default '',
        constraint privacy_request_kind_check check (kind in ('limit', 'export', 'deletion')),
        constraint privacy_request_state_check check (state in ('open', 'taken', 'answered', 'closed')),
        constraint privacy_request_outcome_check
          check (outcome in ('answered', 'built', 'recalled', 'erased', 'dismissed')),
        constraint privacy_request_account_check check (account_id is not null or kind = 'limit'),
        constraint privacy_request_taken_check check ((taken_by_account_id is null) = (taken_at is null)
          and (state <> 'taken' or taken_at is not null)),
        constraint privacy_request_answered_check check (state <> 'answered' or answered_at is not null),
        constraint privacy_request_closed_check
          check ((state = 'closed') = (closed_at is not null) and (state = 'closed') = (outcome is not null)),
        constraint privacy_request_file_check
          check ((file_key is null or kind = 'export') and (file_key is null) = (file_expires_at is null)),
        constraint privacy_request_erase_at_check check ((kind = 'deletion') = (erase_at is not null)),
        constraint privacy_request_due_at_check check (due_at > requested_at)
      );
      create unique index privacy_request_open_key on privacy_request (account_id, kind)
        where closed_at is null and account_id is not null;
      create index privacy_request_account_id_idx on privacy_request (account_id, requested_at);
      create index privacy_request_due_at_idx on privacy_request (due_at, id);
      create index privacy_request_erase_at_idx on privacy_request (erase_at) where closed_at is null;
      create index privacy_request_file_expires_at_idx on privacy_request (file_expires_at)
        where file_key is not null;
      create index privacy_request_taken_by_account_id_idx on privacy_request (taken_by_account_id)
        where taken_by_account_id is not null;

      alter table account add column erase_at timestamptz;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table account drop column erase_at; drop table privacy_request;');
  }
}
