import { Migration } from '@mikro-orm/migrations';

/** Which bounced invitations the mails to their inviters have not told yet. What bounced earlier was told one by one. */
export class Migration236BouncesTold extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection add column bounce_untold boolean not null default false;
      create index connection_bounce_untold_idx on connection (owner_id) where bounce_untold;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('alter table connection drop column bounce_untold;');
  }
}
