import { Migration } from '@mikro-orm/migrations';

/** Verification methods in addition to the account's own email address and phone number (doc2 §4.4). */
export class Migration23ContactMethods extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table contact_method (
        id uuid primary key,
        account_id uuid not null constraint contact_method_account_id_fk references account on delete cascade,
        kind text not null,
        value text not null default '',
        secret_sealed text,
        last_step int,
        started_at timestamptz not null,
        verified_at timestamptz,
        constraint contact_method_kind_check check (kind in ('EMAIL', 'SMS', 'OTPAPP')),
        constraint contact_method_value_check check (case kind
          when 'EMAIL' then value ~ '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,24}$' and value = lower(value)
          when 'SMS' then value ~ '^[0-9]{10}$'
          else value = '' end),
        constraint contact_method_secret_check check ((kind = 'OTPAPP') = (secret_sealed is not null)),
        constraint contact_method_last_step_check check (last_step is null or kind = 'OTPAPP')
      );
      create unique index contact_method_value_key on contact_method (account_id, kind, value);
      create unique index contact_method_account_id_id_key on contact_method (account_id, id);
      create index contact_method_address_idx on contact_method (value) where kind = 'EMAIL';

      alter table account add column two_step_contact_id uuid;
      alter table account add constraint account_two_step_contact_id_fk
        foreign key (id, two_step_contact_id) references contact_method (account_id, id);
      alter table account add constraint account_two_step_contact_id_check check (case two_step_method
        when 'OTPAPP' then two_step_contact_id is not null
        when 'DISABLED' then two_step_contact_id is null
        else true end);

      alter table verification_code drop constraint verification_code_purpose_check;
      alter table verification_code add constraint verification_code_purpose_check
        check (purpose in ('register', 'two-step', 'recovery', 'contact'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from verification_code where purpose = 'contact';
      alter table verification_code drop constraint verification_code_purpose_check;
      alter table verification_code add constraint verification_code_purpose_check
        check (purpose in ('register', 'two-step', 'recovery'));
      alter table account drop constraint account_two_step_contact_id_check;
      update account set two_step_method = 'EMAIL' where two_step_contact_id is not null;
      alter table account drop column two_step_contact_id;
      drop table contact_method;
    `);
  }
}
