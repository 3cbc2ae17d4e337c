import { Migration } from '@mikro-orm/migrations';

const types = `'idverification', 'monitor_profile_not_actioned', 'application_ssn_verification',
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request', 'payment_dispute', 'proof_limit',
        'email_address', 'refund'`;

/**
 * The agency is asked about orders of which nothing was heard, and staff are told of those that it does not answer for.
 * The sandbox can lose a result.
 */
export class Migration224SilentAgencies extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table cra_order
        add column asked_at timestamptz,
        add column unanswered_since timestamptz,
        add column alerted_at timestamptz;
      create index cra_order_open_idx on cra_order (id) where closed_at is null;
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check
        check (alert_type in (${types}, 'agency_silent'));
      alter table sandbox.screening add column loses_result boolean not null default false;
      update setting set value = value || '{"agency_silent": 8}' where key = 'admin.review-goals';
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update setting set value = value - 'agency_silent' where key = 'admin.review-goals';
      alter table sandbox.screening drop column loses_result;
      delete from pipeline_alert where alert_type = 'agency_silent';
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check check (alert_type in (${types}));
      drop index cra_order_open_idx;
      alter table cra_order drop column asked_at, drop column unanswered_since, drop column alerted_at;
    `);
  }
}
