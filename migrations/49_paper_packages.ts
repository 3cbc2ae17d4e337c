import { Migration } from '@mikro-orm/migrations';

/** Applications that are signed on paper (doc2 §2.9). */
export class Migration49PaperPackages extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table application add column signature_choice text
        constraint application_signature_choice_check check (signature_choice in ('digital', 'paper'));

      create table manual_package (
        id uuid primary key,
        application_id uuid not null constraint manual_package_application_id_fk references application,
        requested_at timestamptz not null,
        downloaded_at timestamptz,
        reminded_at timestamptz,
        alerted_at timestamptz,
        received_at timestamptz,
        received_by text,
        taken_by_account_id uuid constraint manual_package_taken_by_account_id_fk references account,
        file_key text,
        file_hash text,
        file_bytes integer,
        file_pages integer,
        signatures_detected integer,
        closed_at timestamptz,
        outcome text,
        decided_by_account_id uuid constraint manual_package_decided_by_account_id_fk references account,
        reason_sealed text,
        constraint manual_package_received_by_check
          check (received_by in ('upload', 'post', 'email', 'courier', 'in-person')),
        constraint manual_package_taken_by_check
          check ((taken_by_account_id is not null) = (coalesce(received_by, 'upload') <> 'upload')),
        constraint manual_package_file_check check (
          num_nulls(received_at, received_by, file_key, file_hash, file_bytes, file_pages, signatures_detected)
            in (0, 7)),
        constraint manual_package_file_hash_check check (file_hash ~ '^[0-9a-f]{64}$'),
        constraint manual_package_file_size_check
          check (file_bytes > 0 and file_pages > 0 and signatures_detected >= 0),
        constraint manual_package_outcome_check
          check (outcome in ('approved', 'rejected', 'switched', 'canceled')),
        constraint manual_package_closed_check check ((closed_at is null) = (outcome is null)),
        constraint manual_package_decided_check check (
          (coalesce(outcome, '') in ('approved', 'rejected')) = (decided_by_account_id is not null)
          and (coalesce(outcome, '') <> 'approved' or file_key is not null))
      );
      create unique index manual_package_open_key on manual_package (application_id) where closed_at is null;
      create index manual_package_application_id_idx on manual_package (application_id, requested_at);
      create index manual_package_awaited_idx on manual_package (requested_at)
        where closed_at is null and received_at is null;
      create index manual_package_taken_by_account_id_idx on manual_package (taken_by_account_id)
        where taken_by_account_id is not null;
      create index manual_package_decided_by_account_id_idx on manual_package (decided_by_account_id)
        where decided_by_account_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table manual_package; alter table application drop column signature_choice;');
  }
}
