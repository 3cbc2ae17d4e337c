import { Migration } from '@mikro-orm/migrations';

/**
 * The one form of an email address: small letters, no invisible characters, the domain in ASCII with labels that DNS
 * allows. A row may still have an address in another form, which a sweep looks at, so that triggers and not checks
 * refuse new ones. Top-level domains may be internationalized. And phone numbers can be searched.
 */
export class Migration200EmailAddresses extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function is_email_address(value text) returns boolean language sql immutable strict parallel safe
        return octet_length(value) <= 254 and value is nfc normalized and value !~ '[A-Z]'
          and octet_length(split_part(value, '@', 1)) <= 64
          and value !~ '[\\u0001-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u200b-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\u3000\\ufeff\\uff00-\\uffef]'
          and '.' || split_part(value, '@', 2) !~ '[.](?!xn)[a-z0-9]{2}--'
          and value ~ '^[^\\s@<>()\\[\\]\\\\,;:".]+(\\.[^\\s@<>()\\[\\]\\\\,;:".]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+([a-z]{2,24}|xn--[a-z0-9-]{0,58}[a-z0-9])$';

      create function refuse_email_address() returns trigger language plpgsql as $$
      begin
        raise exception 'not an email address in the one form' using errcode = 'check_violation',
          table = tg_table_name, constraint = tg_name;
      end $$;

      alter table account drop constraint account_emailaddress_check;
      alter table account add constraint account_emailaddress_check check (emailaddress::text ~ '^[^\\s@]+@[^\\s@]+$');
      create trigger account_emailaddress_form before insert or update of emailaddress on account
        for each row when (not is_email_address(new.emailaddress::text)) execute function refuse_email_address();
      create index account_other_form_idx on account (id) where not is_email_address(emailaddress::text);

      alter table contact_method drop constraint contact_method_value_check;
      alter table contact_method add constraint contact_method_value_check check (case kind
        when 'EMAIL' then value ~ '^[^\\s@]+@[^\\s@]+$' and value = lower(value)
        when 'SMS' then value ~ '^[0-9]{10}$'
        else value = '' end);
      create trigger contact_method_value_form before insert or update of value on contact_method
        for each row when (new.kind = 'EMAIL' and not is_email_address(new.value)) execute function refuse_email_address();

      create index account_mobile_idx on account (mobile) where mobile <> '';
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index account_mobile_idx;
      drop trigger contact_method_value_form on contact_method;
      alter table contact_method drop constraint contact_method_value_check;
      alter table contact_method add constraint contact_method_value_check check (case kind
        when 'EMAIL' then value ~ '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,24}$' and value = lower(value)
        when 'SMS' then value ~ '^[0-9]{10}$'
        else value = '' end);
      drop index account_other_form_idx;
      drop trigger account_emailaddress_form on account;
      alter table account drop constraint account_emailaddress_check;
      alter table account add constraint account_emailaddress_check
        check (emailaddress ~ '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,24}$'::citext);
      drop function refuse_email_address;
      drop function is_email_address;
    `);
  }
}
