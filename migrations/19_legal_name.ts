import { Migration } from '@mikro-orm/migrations';

/**
 * A score stores the legal names that it was made for (D98). Existing scores get those of the account, because the
 * submitted names are encrypted and a migration has no keys.
 */
export class Migration19LegalName extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table shield_score add column legal_firstname text, add column legal_middlename text,
        add column legal_lastname text, add column legal_namesuffix text;
      update shield_score set legal_firstname = account.firstname, legal_middlename = account.middlename,
        legal_lastname = account.lastname, legal_namesuffix = account.namesuffix
        from account where account.id = shield_score.account_id;
      alter table shield_score alter column legal_firstname set not null, alter column legal_middlename set not null,
        alter column legal_lastname set not null, alter column legal_namesuffix set not null;

      alter table session_facts add column certification_name text;
      update session_facts set certification_name = concat_ws(' ', nullif(legal_firstname, ''),
          nullif(legal_middlename, ''), nullif(legal_lastname, ''), nullif(legal_namesuffix, ''))
        from shield_score
        where shield_score.account_id = session_facts.account_id and shield_score.ended_at is null;

      alter table connection add column legal_firstname text, add column legal_lastname text;
      update connection set legal_firstname = shield_score.legal_firstname, legal_lastname = shield_score.legal_lastname
        from shield_score
        where shield_score.account_id = connection.account_id and shield_score.ended_at is null
          and connection.score is not null;

      update account set locked_name_dob = true
        where not locked_name_dob and exists (select 1 from shield_score where account_id = account.id);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table connection drop column legal_firstname, drop column legal_lastname;
      alter table session_facts drop column certification_name;
      alter table shield_score drop column legal_firstname, drop column legal_middlename, drop column legal_lastname,
        drop column legal_namesuffix;
    `);
  }
}
