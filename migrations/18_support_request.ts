import { Migration } from '@mikro-orm/migrations';

/** Messages to support. They are kept until they are mailed. */
export class Migration18SupportRequest extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table support_request (
        id uuid primary key,
        account_id uuid constraint support_request_account_id_fk references account on delete cascade,
        host text not null,
        content text not null,
        requested_at timestamptz not null
      );
      create index support_request_account_id_idx on support_request (account_id) where account_id is not null;
      create index support_request_requested_at_idx on support_request (requested_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table support_request;');
  }
}
