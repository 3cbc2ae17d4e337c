import { Migration } from '@mikro-orm/migrations';

const types = `'idverification', 'monitor_profile_not_actioned', 'application_ssn_verification',
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request', 'payment_dispute', 'proof_limit',
        'email_address'`;

/**
 * A refund that needs a second admin is an alert of the pipeline. Alerts without a deadline by law get a goal; those
 * that are open already get an approximate one, since business hours are not known here.
 */
export class Migration218ReviewGoals extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table pipeline_alert add column due_by_goal boolean not null default false;
      alter table pipeline_alert add constraint pipeline_alert_due_by_goal_check
        check (not due_by_goal or due_at is not null);
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check
        check (alert_type in (${types}, 'refund'));
      create index score_change_created_at_idx on score_change (created_at);
      insert into pipeline_alert (id, alert_type, event_id, account_id, application_id, reason, raised_at)
        select gen_random_uuid(), 'refund', refund.id, refund.account_id, application.id, 'second-admin',
          refund.requested_at
        from refund left join application on application.purchase_id = refund.purchase_id
        where refund.state = 'waiting';
      update pipeline_alert set due_at = raised_at + interval '1 day', due_by_goal = true
        where state = 'open' and due_at is null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index score_change_created_at_idx;
      delete from pipeline_alert where alert_type = 'refund';
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check check (alert_type in (${types}));
      update pipeline_alert set due_at = null where due_by_goal;
      alter table pipeline_alert drop column due_by_goal;
    `);
  }
}
