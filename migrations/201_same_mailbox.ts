import { Migration } from '@mikro-orm/migrations';

const types = `'idverification', 'monitor_profile_not_actioned', 'application_ssn_verification',
        'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request', 'payment_dispute', 'proof_limit'`;

/** Accounts whose address cannot be brought to the one form wait for a decision of staff, who are told once. */
export class Migration201SameMailbox extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table account add column other_form_told_at timestamptz;
      drop index account_other_form_idx;
      create index account_other_form_idx on account (id)
        where not is_email_address(emailaddress::text) or other_form_told_at is not null;
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check
        check (alert_type in (${types}, 'email_address'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from pipeline_alert where alert_type = 'email_address';
      alter table pipeline_alert drop constraint pipeline_alert_type_check;
      alter table pipeline_alert add constraint pipeline_alert_type_check check (alert_type in (${types}));
      drop index account_other_form_idx;
      create index account_other_form_idx on account (id) where not is_email_address(emailaddress::text);
      alter table account drop column other_form_told_at;
    `);
  }
}
