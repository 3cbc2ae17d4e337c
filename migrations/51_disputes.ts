import { Migration } from '@mikro-orm/migrations';

/** Disputes as cases: what is disputed, messages, a statement, deadlines and the decision. */
export class Migration51Disputes extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop index dispute_score_change_id_key;
      alter table dispute
        add column state text not null default 'received',
        add column application_id uuid,
        add column opened_at_status text,
        add column items text,
        add column statement text,
        add column statement_at timestamptz,
        add column extended_at timestamptz,
        add column forwarded_at timestamptz,
        add column overdue_at timestamptz,
        add column taken_by_account_id uuid constraint dispute_taken_by_account_id_fk references account,
        add column taken_at timestamptz,
        add column outcome text,
        add column explanation text,
        add column decided_by_account_id uuid constraint dispute_decided_by_account_id_fk references account,
        add column result_due_at timestamptz,
        add column result_told_at timestamptz;
      update dispute set application_id = change.application_id,
        opened_at_status = case change.score_change_type when 'new' then 'newrequiresapproval'
          else 'monitorrequiresapproval' end,
        state = case when resolved_at is null then 'received' else 'decided' end,
        outcome = case when resolved_at is null then null else 'confirmed' end,
        result_due_at = case when resolved_at is null then null else resolved_at + interval '7 days' end
      from score_change change where change.id = dispute.score_change_id;
      alter table dispute
        alter column application_id set not null,
        alter column opened_at_status set not null,
        add constraint dispute_application_id_fk
          foreign key (application_id, account_id) references application (id, account_id),
        add constraint dispute_state_check check (state in ('received', 'forwarded', 'decided', 'withdrawn')),
        add constraint dispute_opened_at_status_check
          check (opened_at_status in ('newrequiresapproval', 'monitorrequiresapproval', 'done')),
        add constraint dispute_due_at_check check (due_at > received_at),
        add constraint dispute_statement_check check ((statement is null) = (statement_at is null)),
        add constraint dispute_forwarded_check check (state <> 'forwarded' or forwarded_at is not null),
        add constraint dispute_taken_check check ((taken_by_account_id is null) = (taken_at is null)),
        add constraint dispute_outcome_check check (outcome in ('confirmed', 'corrected', 'withdrawn')),
        add constraint dispute_resolved_check check ((state in ('decided', 'withdrawn')) = (resolved_at is not null)
          and (resolved_at is null) = (outcome is null) and (resolved_at is null) = (result_due_at is null)),
        add constraint dispute_withdrawn_check check ((state = 'withdrawn') = coalesce(outcome = 'withdrawn', false));
      create unique index dispute_open_key on dispute (application_id) where resolved_at is null;
      create unique index dispute_account_id_key on dispute (id, account_id);
      create index dispute_score_change_id_idx on dispute (score_change_id);
      create index dispute_application_id_idx on dispute (application_id, received_at);
      create index dispute_due_at_idx on dispute (due_at, id);
      create index dispute_taken_by_account_id_idx on dispute (taken_by_account_id) where taken_by_account_id is not null;
      create index dispute_decided_by_account_id_idx on dispute (decided_by_account_id)
        where decided_by_account_id is not null;

      create function guard_dispute_state() returns trigger language plpgsql as $$
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

      create table dispute_message (
        id uuid primary key,
        dispute_id uuid not null,
        account_id uuid not null,
        author text not null,
        author_account_id uuid constraint dispute_message_author_account_id_fk references account,
        body text not null,
        written_at timestamptz not null,
        constraint dispute_message_dispute_id_fk foreign key (dispute_id, account_id) references dispute (id, account_id),
        constraint dispute_message_author_check check (author in ('person', 'staff', 'agency')
          and (author = 'agency') = (author_account_id is null))
      );
      create index dispute_message_dispute_id_idx on dispute_message (dispute_id, written_at);
      create index dispute_message_account_id_idx on dispute_message (account_id);
      create index dispute_message_author_account_id_idx on dispute_message (author_account_id)
        where author_account_id is not null;

      alter table sandbox.screening
        add column dispute_id uuid,
        add column dispute_outcome text,
        add column dispute_due_at timestamptz;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table sandbox.screening drop column dispute_id, drop column dispute_outcome, drop column dispute_due_at;
      drop table dispute_message;
      drop trigger dispute_state_moves on dispute;
      drop function guard_dispute_state();
      drop index dispute_score_change_id_idx, dispute_account_id_key, dispute_due_at_idx;
      alter table dispute drop constraint dispute_due_at_check, drop column state, drop column application_id,
        drop column opened_at_status, drop column items, drop column statement, drop column statement_at,
        drop column extended_at, drop column forwarded_at, drop column overdue_at, drop column taken_by_account_id,
        drop column taken_at, drop column outcome, drop column explanation, drop column decided_by_account_id,
        drop column result_due_at, drop column result_told_at;
      create unique index dispute_score_change_id_key on dispute (score_change_id);
    `);
  }
}
