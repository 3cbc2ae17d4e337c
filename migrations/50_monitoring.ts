import { Migration } from '@mikro-orm/migrations';

/** Monitoring of an accepted score (D40), and reminders about a score that waits for a decision. */
export class Migration50Monitoring extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table score_change
        add column ready_reminders integer not null default 0,
        add column alerted_at timestamptz,
        add constraint score_change_ready_reminders_check check (ready_reminders between 0 and 2),
        add constraint score_change_alerted_check check (alerted_at is null or score_change_type = 'monitorupdate');
      create index score_change_waiting_idx on score_change (id) where state = 'pending';

      create table monitoring_consent (
        id uuid primary key,
        account_id uuid not null constraint monitoring_consent_account_id_fk references account,
        words text not null,
        given_at timestamptz not null,
        address text not null,
        agent text not null,
        withdrawn_at timestamptz,
        withdrawn_address text,
        withdrawn_agent text,
        constraint monitoring_consent_words_check check (words <> ''),
        constraint monitoring_consent_withdrawn_check check (withdrawn_at >= given_at
          and (withdrawn_at is null) = (withdrawn_address is null) and (withdrawn_at is null) = (withdrawn_agent is null))
      );
      create unique index monitoring_consent_given_key on monitoring_consent (account_id) where withdrawn_at is null;
      create index monitoring_consent_account_id_idx on monitoring_consent (account_id, given_at);
      create trigger monitoring_consent_keeps
        before delete or update of id, account_id, words, given_at, address, agent on monitoring_consent
        for each row execute function applications_refuse_change();
      create function monitoring_consent_stays_withdrawn() returns trigger language plpgsql as $$
      begin
        raise exception 'a withdrawn consent stays withdrawn' using errcode = 'restrict_violation';
      end $$;
      create trigger monitoring_consent_stays_withdrawn before update on monitoring_consent
        for each row when (old.withdrawn_at is not null) execute function monitoring_consent_stays_withdrawn();

      create table monitored_profile (
        id uuid primary key,
        account_id uuid not null,
        application_id uuid not null,
        cra_order_id uuid not null,
        state text not null default 'starting',
        monitoring_id text,
        created_at timestamptz not null,
        first_detected_at timestamptz,
        last_update_at timestamptz,
        disabled_at timestamptz,
        disabled_for text,
        disabled_by_account_id uuid constraint monitored_profile_disabled_by_account_id_fk references account,
        constraint monitored_profile_application_id_fk
          foreign key (application_id, account_id) references application (id, account_id),
        constraint monitored_profile_cra_order_id_fk
          foreign key (cra_order_id, application_id) references cra_order (id, application_id),
        constraint monitored_profile_state_check check (state in ('starting', 'on', 'stopping', 'off')),
        constraint monitored_profile_on_check check (state <> 'on' or monitoring_id is not null),
        constraint monitored_profile_detected_check check ((monitoring_id is null) = (first_detected_at is null)),
        constraint monitored_profile_disabled_check check ((state in ('stopping', 'off')) = (disabled_at is not null)
          and (disabled_at is null) = (disabled_for is null)),
        constraint monitored_profile_disabled_for_check
          check (disabled_for in ('withdrawn', 'expired', 'renewed', 'staff')),
        constraint monitored_profile_disabled_by_check check ((disabled_for = 'staff') = (disabled_by_account_id is not null))
      );
      create unique index monitored_profile_open_key on monitored_profile (cra_order_id) where disabled_at is null;
      create unique index monitored_profile_account_id_key on monitored_profile (id, account_id);
      create index monitored_profile_account_id_idx on monitored_profile (account_id, created_at);
      create index monitored_profile_application_id_idx on monitored_profile (application_id);
      create index monitored_profile_cra_order_id_idx on monitored_profile (cra_order_id);
      create index monitored_profile_disabled_by_account_id_idx on monitored_profile (disabled_by_account_id)
        where disabled_by_account_id is not null;

      create table monitoring_update (
        id uuid primary key,
        account_id uuid not null,
        monitored_profile_id uuid not null,
        score text not null,
        findings text not null,
        report_key text not null,
        report_hash text not null,
        received_at timestamptz not null,
        state text not null,
        score_change_id uuid,
        resolved_at timestamptz,
        resolved_by_account_id uuid constraint monitoring_update_resolved_by_account_id_fk references account,
        constraint monitoring_update_monitored_profile_id_fk
          foreign key (monitored_profile_id, account_id) references monitored_profile (id, account_id),
        constraint monitoring_update_score_change_id_fk
          foreign key (score_change_id, account_id) references score_change (id, account_id),
        constraint monitoring_update_score_check check (score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')),
        constraint monitoring_update_state_check check (state in ('waiting', 'unchanged', 'proposed', 'superseded')),
        constraint monitoring_update_proposed_check check ((state = 'proposed') = (score_change_id is not null)),
        constraint monitoring_update_resolved_check check (resolved_by_account_id is null or resolved_at is not null)
      );
      create unique index monitoring_update_score_change_id_key on monitoring_update (score_change_id);
      create unique index monitoring_update_waiting_key on monitoring_update (monitored_profile_id)
        where state = 'waiting';
      create index monitoring_update_account_id_idx on monitoring_update (account_id, received_at);
      create index monitoring_update_monitored_profile_id_idx on monitoring_update (monitored_profile_id, received_at);
      create index monitoring_update_resolved_by_account_id_idx on monitoring_update (resolved_by_account_id)
        where resolved_by_account_id is not null;

      alter table sandbox.screening
        add column monitoring_id text unique,
        add column monitored boolean not null default false,
        add column later_outcome text,
        add column update_at timestamptz;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table sandbox.screening drop column monitoring_id, drop column monitored, drop column later_outcome,
        drop column update_at;
      drop table monitoring_update, monitored_profile, monitoring_consent;
      drop function monitoring_consent_stays_withdrawn();
      drop index score_change_waiting_idx;
      alter table score_change drop column ready_reminders, drop column alerted_at;
    `);
  }
}
