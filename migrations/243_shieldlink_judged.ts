import { Migration } from '@mikro-orm/migrations';

const judged = (type: string) => `
  alter table connection drop constraint connection_judged_check;
  alter table connection add constraint connection_judged_check check (compliance is null or (owner_company_id is not null
    and ${type} and accepted_at is not null and removed_at is null))`;

/** Whom a company sees only through ShieldLink may be judged. The next migration reads the rows, without a lock of the table. */
export class Migration243ShieldlinkJudged extends Migration {
  override async up(): Promise<void> {
    this.addSql(`${judged(`connection_type <> 'FULLNETWORK'`)} not valid;`);
  }

  override async down(): Promise<void> {
    this.addSql(`${judged(`connection_type = 'INDIVIDUAL'`)};`);
  }
}
