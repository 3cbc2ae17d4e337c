import { Migration } from '@mikro-orm/migrations';

/** What a company's file said about a person does not outlive the connection (D101). */
export class Migration210ForgottenInvitationDetails extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function forget_invitation_detail() returns trigger language plpgsql as $function$
      begin
        delete from invitation_detail where connection_id = new.id;
        return null;
      end $function$;
      create trigger connection_detail_forgotten after update of removed_at on connection
        for each row when (new.removed_at is not null) execute function forget_invitation_detail();
      delete from invitation_detail where connection_id in (select id from connection where removed_at is not null);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop trigger connection_detail_forgotten on connection;
      drop function forget_invitation_detail();
    `);
  }
}
