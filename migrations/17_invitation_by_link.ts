import { Migration } from '@mikro-orm/migrations';

/** Whether a person got an invitation by opening a link, so that it is not accepted by itself (D108). */
export class Migration17InvitationByLink extends Migration {
  override async up(): Promise<void> {
    this.addSql('alter table connection add column came_by_link boolean not null default false;');
  }

  override async down(): Promise<void> {
    this.addSql('alter table connection drop column came_by_link;');
  }
}
