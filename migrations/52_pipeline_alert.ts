import { Migration } from '@mikro-orm/migrations';

/** Alerts about what staff have to decide (doc3 §3, pipeline alert). */
export class Migration52PipelineAlert extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table pipeline_alert (
        id uuid primary key,
        alert_type text not null,
        event_id uuid not null,
        account_id uuid constraint pipeline_alert_account_id_fk references account,
        application_id uuid constraint pipeline_alert_application_id_fk references application,
        profile_number text,
        monitor_score text,
        reason text not null,
        raised_at timestamptz not null,
        due_at timestamptz,
        state text not null default 'open',
        assigned_to uuid constraint pipeline_alert_assigned_to_fk references account,
        assigned_at timestamptz,
        settled_by uuid constraint pipeline_alert_settled_by_fk references account,
        settled_at timestamptz,
        constraint pipeline_alert_event_key unique (alert_type, event_id),
        constraint pipeline_alert_type_check check (alert_type in ('idverification', 'monitor_profile_not_actioned',
          'application_ssn_verification', 'application_manual_review', 'dispute', 'identity_theft_block',
          'privacy_request')),
        constraint pipeline_alert_monitor_score_check
          check (monitor_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')),
        constraint pipeline_alert_state_check check (state in ('open', 'dismissed', 'closed')),
        constraint pipeline_alert_account_check check (account_id is not null or alert_type = 'privacy_request'),
        constraint pipeline_alert_assigned_check check ((assigned_to is null) = (assigned_at is null)),
        constraint pipeline_alert_settled_check check ((state = 'open') = (settled_at is null)
          and (settled_by is null or settled_at is not null))
      );
      create index pipeline_alert_due_idx on pipeline_alert
        (state, (coalesce(due_at, timestamptz '9999-12-31 00:00:00+00')), id);
      create index pipeline_alert_raised_idx on pipeline_alert (state, raised_at, id);
      create index pipeline_alert_account_id_idx on pipeline_alert (account_id);
      create index pipeline_alert_application_id_idx on pipeline_alert (application_id)
        where application_id is not null;
      create index pipeline_alert_assigned_to_idx on pipeline_alert (assigned_to) where assigned_to is not null;
      create index pipeline_alert_settled_by_idx on pipeline_alert (settled_by) where settled_by is not null;

      insert into pipeline_alert (id, alert_type, event_id, account_id, reason, raised_at, due_at)
      select gen_random_uuid(), 'privacy_request', id, account_id, kind, requested_at, due_at
      from privacy_request where closed_at is null;
      insert into pipeline_alert
        (id, alert_type, event_id, account_id, application_id, profile_number, reason, raised_at)
      select gen_random_uuid(), 'application_ssn_verification', held.id, application.account_id, application.id,
        held.profile_number, held.held_for, held.created_at
      from cra_order held join application on application.id = held.application_id
      where held.state = 'held' and application.status = 'submitted';
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table pipeline_alert;');
  }
}
