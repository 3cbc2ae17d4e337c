import { Migration } from '@mikro-orm/migrations';

/** ID verification: one run at the provider for each try, with its result and its images (doc2 §4.6). */
export class Migration46IdVerification extends Migration {
  override async up(): Promise<void> {
    this.addSql(`

      create table id_verification (
        id uuid primary key,
        account_id uuid not null,
        application_id uuid not null,
        status text not null default 'awaiting_input',
        applicant_id text,
        workflow_run_id text,
        hosted_url text,
        started_at timestamptz not null,
        status_at timestamptz not null,
        decided_at timestamptz,
        id_document text,
        result_sealed text,
        detected_expiration boolean not null default false,
        detected_dob boolean not null default false,
        verified_until date,
        active_verification boolean not null default false,
        front_key text,
        back_key text,
        video_key text,
        images_until timestamptz,
        decided_by uuid,
        note_sealed text,
        sandbox boolean not null,
        constraint id_verification_account_id_fk foreign key (account_id) references account (id),
        constraint id_verification_application_id_fk foreign key (application_id) references application (id),
        constraint id_verification_decided_by_fk foreign key (decided_by) references account (id),
        constraint id_verification_status_check check (status in
          ('awaiting_input', 'processing', 'approved', 'review', 'rejected', 'clearidaction', 'abandoned')),
        constraint id_verification_run_check check (
          (workflow_run_id is null) = (applicant_id is null) and (hosted_url is null or workflow_run_id is not null)),
        constraint id_verification_begun_check check (workflow_run_id is not null or status in ('awaiting_input', 'abandoned')),
        constraint id_verification_decided_check check (
          (decided_at is null) = (status in ('awaiting_input', 'processing', 'review'))),
        constraint id_verification_until_check check ((verified_until is not null) = (status = 'approved')),
        constraint id_verification_active_check check (not active_verification or status = 'approved'),
        constraint id_verification_staff_check check (
          (decided_by is null or status in ('approved', 'rejected')) and (note_sealed is null or decided_by is not null))
      );
      create unique index id_verification_workflow_run_id_key on id_verification (workflow_run_id);
      create unique index id_verification_active_key on id_verification (account_id) where active_verification;
      create unique index id_verification_open_key on id_verification (account_id)
        where status in ('awaiting_input', 'processing', 'review');
      create index id_verification_account_id_idx on id_verification (account_id, started_at);
      create index id_verification_application_id_idx on id_verification (application_id);
      create index id_verification_decided_by_idx on id_verification (decided_by) where decided_by is not null;
      create index id_verification_images_idx on id_verification (images_until)
        where front_key is not null or back_key is not null or video_key is not null;

      create function guard_id_verification_status() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.status <> 'awaiting_input' then
            raise exception 'an ID verification begins as awaiting_input, not as %', new.status using errcode = 'check_violation';
          end if;
        elsif new.status <> old.status and not (old.status, new.status) in (
          ('awaiting_input', 'processing'), ('awaiting_input', 'approved'), ('awaiting_input', 'review'),
          ('awaiting_input', 'rejected'), ('awaiting_input', 'clearidaction'), ('awaiting_input', 'abandoned'),
          ('processing', 'awaiting_input'), ('processing', 'approved'), ('processing', 'review'),
          ('processing', 'rejected'), ('processing', 'clearidaction'), ('processing', 'abandoned'),
          ('review', 'approved'), ('review', 'rejected')
        ) then
          raise exception 'an ID verification does not become % after %', new.status, old.status using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger id_verification_moves before insert or update of status on id_verification
        for each row execute function guard_id_verification_status();

      create table sandbox.verification_run (
        id uuid primary key,
        applicant_id uuid not null,
        outcome text not null,
        state text not null default 'awaiting_input',
        subject text not null,
        created_at timestamptz not null,
        constraint verification_run_outcome_check check (outcome in ('approved', 'review', 'rejected', 'blurred', 'stays')),
        constraint verification_run_state_check check (state in ('awaiting_input', 'processing', 'approved', 'review', 'declined'))
      );
      create table sandbox.verification_callback (
        event_id uuid primary key,
        run_id uuid not null references sandbox.verification_run (id),
        body text not null,
        created_at timestamptz not null,
        delivered_at timestamptz
      );
      create index verification_callback_run_id_idx on sandbox.verification_callback (run_id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table sandbox.verification_callback;
      drop table sandbox.verification_run;
      drop table id_verification;
      drop function guard_id_verification_status();
    `);
  }
}
