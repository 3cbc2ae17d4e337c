import { Migration } from '@mikro-orm/migrations';

/**
 * Requests to block entries of a report that come from identity theft, as a second kind of case, and documents in both
 * kinds of cases.
 */
export class Migration58IdentityTheftBlocks extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table dispute
        add column kind text not null default 'error',
        add column blocked_at timestamptz,
        add column lifted_at timestamptz,
        add column lift_reason text,
        add constraint dispute_kind_check check (kind in ('error', 'identity-theft')),
        drop constraint dispute_state_check,
        drop constraint dispute_outcome_check,
        drop constraint dispute_resolved_check,
        add constraint dispute_state_check check (case kind
          when 'error' then state in ('received', 'forwarded', 'decided', 'withdrawn')
          else state in ('received', 'blocked', 'lifting', 'decided', 'withdrawn', 'rescinded') end),
        add constraint dispute_outcome_check check (case kind
          when 'error' then outcome in ('confirmed', 'corrected', 'withdrawn')
          else outcome in ('blocked', 'declined', 'withdrawn', 'rescinded') end),
        add constraint dispute_resolved_check
          check ((state in ('decided', 'withdrawn', 'rescinded')) = (resolved_at is not null)
            and (resolved_at is null) = (outcome is null) and (resolved_at is null) = (result_due_at is null)),
        add constraint dispute_rescinded_check check ((state = 'rescinded') = coalesce(outcome = 'rescinded', false)),
        add constraint dispute_blocked_check
          check ((state in ('blocked', 'lifting', 'rescinded') or coalesce(outcome = 'blocked', false)) = (blocked_at is not null)),
        add constraint dispute_lifted_check check ((state in ('lifting', 'rescinded')) = (lifted_at is not null)
          and (lifted_at is null) = (lift_reason is null)),
        add constraint dispute_items_check check (kind = 'error' or items is not null);

      create or replace function guard_dispute_state() returns trigger language plpgsql as $$
      begin
        if old.kind <> new.kind then
          raise exception 'a dispute keeps its kind' using errcode = 'restrict_violation';
        end if;
        if old.state <> new.state and (old.kind, old.state, new.state) not in (
          ('error', 'received', 'forwarded'), ('error', 'received', 'decided'), ('error', 'received', 'withdrawn'),
          ('error', 'forwarded', 'decided'), ('error', 'forwarded', 'withdrawn'),
          ('identity-theft', 'received', 'blocked'), ('identity-theft', 'received', 'decided'),
          ('identity-theft', 'received', 'withdrawn'), ('identity-theft', 'blocked', 'decided'),
          ('identity-theft', 'blocked', 'lifting'), ('identity-theft', 'decided', 'lifting'),
          ('identity-theft', 'lifting', 'rescinded')
        ) then
          raise exception 'a dispute does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      drop trigger dispute_state_moves on dispute;
      create trigger dispute_state_moves before update of state, kind on dispute
        for each row execute function guard_dispute_state();

      create unique index dispute_message_dispute_key on dispute_message (id, dispute_id);
      create table dispute_document (
        id uuid primary key,
        dispute_id uuid not null,
        account_id uuid not null,
        message_id uuid,
        purpose text not null,
        author text not null,
        author_account_id uuid not null constraint dispute_document_author_account_id_fk references account,
        name text not null,
        content_type text not null,
        file_key text not null,
        file_bytes integer not null,
        added_at timestamptz not null,
        constraint dispute_document_dispute_id_fk foreign key (dispute_id, account_id) references dispute (id, account_id),
        constraint dispute_document_message_id_fk
          foreign key (message_id, dispute_id) references dispute_message (id, dispute_id),
        constraint dispute_document_purpose_check
          check (purpose in ('theft-report', 'identity', 'evidence') and (purpose <> 'evidence') = (message_id is null)),
        constraint dispute_document_author_check
          check (author in ('person', 'staff') and (author <> 'person' or author_account_id = account_id)
            and (purpose = 'evidence' or author = 'person')),
        constraint dispute_document_content_type_check
          check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
        constraint dispute_document_file_bytes_check check (file_bytes > 0)
      );
      create unique index dispute_document_file_key_key on dispute_document (file_key);
      create unique index dispute_document_proof_key on dispute_document (dispute_id, purpose)
        where purpose in ('theft-report', 'identity');
      create index dispute_document_dispute_id_idx on dispute_document (dispute_id, added_at);
      create index dispute_document_message_id_idx on dispute_document (message_id) where message_id is not null;
      create index dispute_document_account_id_idx on dispute_document (account_id);
      create index dispute_document_author_account_id_idx on dispute_document (author_account_id);

      alter table sandbox.screening
        add column block_id uuid,
        add column block_on boolean,
        add column block_due_at timestamptz,
        add column unblocked_outcome text;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table sandbox.screening drop column block_id, drop column block_on, drop column block_due_at,
        drop column unblocked_outcome;
      drop table dispute_document;
      drop index dispute_message_dispute_key;
      drop trigger dispute_state_moves on dispute;
      create or replace function guard_dispute_state() returns trigger language plpgsql as $$
      begin
        if old.state <> new.state and (old.state, new.state) not in (
          ('received', 'forwarded'), ('received', 'decided'), ('received', 'withdrawn'),
          ('forwarded', 'decided'), ('forwarded', 'withdrawn')
        ) then
          raise exception 'a dispute does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger dispute_state_moves before update of state on dispute
        for each row execute function guard_dispute_state();
      delete from dispute_message using dispute
        where dispute.id = dispute_message.dispute_id and dispute.kind = 'identity-theft';
      delete from dispute where kind = 'identity-theft';
      alter table dispute
        drop constraint dispute_items_check, drop constraint dispute_lifted_check, drop constraint dispute_blocked_check,
        drop constraint dispute_rescinded_check, drop constraint dispute_resolved_check,
        drop constraint dispute_outcome_check, drop constraint dispute_state_check,
        drop column kind, drop column blocked_at, drop column lifted_at, drop column lift_reason,
        add constraint dispute_state_check check (state in ('received', 'forwarded', 'decided', 'withdrawn')),
        add constraint dispute_outcome_check check (outcome in ('confirmed', 'corrected', 'withdrawn')),
        add constraint dispute_resolved_check check ((state in ('decided', 'withdrawn')) = (resolved_at is not null)
          and (resolved_at is null) = (outcome is null) and (resolved_at is null) = (result_due_at is null));
    `);
  }
}
