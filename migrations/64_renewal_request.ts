import { Migration } from '@mikro-orm/migrations';

/** When the owner of a network last asked a person to renew, and the kind of event for it. */
export class Migration64RenewalRequest extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection add column renewal_requested_at timestamptz;
      alter table connection add constraint connection_renewal_requested_at_check
        check ((renewal_requested_at is null) = (renewal_request_count = 0));
      alter table connection_event drop constraint connection_event_kind_check;
      alter table connection_event add constraint connection_event_kind_check
        check (kind in ('invited', 'resent', 'attached', 'bounced', 'accepted', 'ignored', 'cancelled', 'sharing-on',
          'sharing-off', 'report-on', 'report-off', 'renewal-requested', 'removed', 'left'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table connection_event drop constraint connection_event_kind_check;
      delete from connection_event where kind = 'renewal-requested';
      alter table connection_event add constraint connection_event_kind_check
        check (kind in ('invited', 'resent', 'attached', 'bounced', 'accepted', 'ignored', 'cancelled', 'sharing-on',
          'sharing-off', 'report-on', 'report-off', 'removed', 'left'));
      alter table connection drop constraint connection_renewal_requested_at_check;
      alter table connection drop column renewal_requested_at;
    `);
  }
}
