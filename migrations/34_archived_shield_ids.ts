import { Migration } from '@mikro-orm/migrations';

/** ShieldIDs of former accounts, which their owners may link to a new account (D18). */
export class Migration34ArchivedShieldIds extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table archived_shield_id (
        number text primary key,
        ssn_hmac text not null,
        dateofbirth date not null,
        archived_at timestamptz not null,
        linked_account_id uuid constraint archived_shield_id_linked_account_id_fk references account,
        linked_at timestamptz,
        constraint archived_shield_id_number_check check (number ~ '^[A-Z]{2}[0-9]{9}$'),
        constraint archived_shield_id_ssn_hmac_check check (ssn_hmac <> ''),
        constraint archived_shield_id_dateofbirth_check check (dateofbirth > '1900-01-01'),
        constraint archived_shield_id_linked_check check ((linked_account_id is null) = (linked_at is null))
      );
      create unique index archived_shield_id_linked_account_id_key on archived_shield_id (linked_account_id)
        where linked_account_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table archived_shield_id;');
  }
}
