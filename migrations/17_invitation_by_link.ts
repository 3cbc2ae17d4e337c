import { Migration } from '@mikro-orm/migrations';

/** Whether a person got an invitation by opening a link. Such an invitation is not accepted automatically (D108). */
export class Migration17InvitationByLink extends Migration {
  override async up(): Promise<void> {
    this.addSql('alter table connection add column came_by_link boolean not null default false;');
  }

  override async down(): Promise<void> {
    this.addSql('alter table connection drop column came_by_link;');
  }
}
