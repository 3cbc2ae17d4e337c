import { Migration } from '@mikro-orm/migrations';

/**
 * When the invited person first opened an invitation. Before that, its owner does not see the progress of the person's
 * check.
 */
export class Migration80InvitationOpened extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection add column opened_at timestamptz;
      alter table connection add constraint connection_opened_at_check
        check (opened_at is null or account_id is not null);
      update connection set opened_at = invited_at where came_by_link and account_id is not null;
      update connection set status = 'INVITE'
        where accepted_at is null and opened_at is null
          and status in ('APPSTARTED', 'CHECKINPROGRESS', 'SCOREPENDING', 'PENDINGINVITEACCEPT', 'INVITEINRENEWALWINDOW');
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table connection drop column opened_at;');
  }
}
