import { Migration } from '@mikro-orm/migrations';

const live = 'cancelled_at is null and removed_at is null';

/**
 * Connections between companies (D55). A row of type FULLNETWORK belongs to two companies, and after acceptance to no
 * person, so that it does not depend on the person who accepted it. A row of type EXTENDED is what the client sees of
 * one person.
 */
export class Migration96Shieldlink extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop index connection_live_person_key;
      drop index connection_live_email_key;
      alter table connection
        drop constraint connection_accepted_check,
        drop constraint connection_invited_check,
        drop constraint connection_opened_at_check;

      update connection set account_id = null, to_email = null, to_shieldid = null
        where connection_type = 'FULLNETWORK' and accepted_at is not null and sharing_company_id is not null;
      update connection c set removed_at = c.accepted_at
        where c.connection_type = 'FULLNETWORK' and c.accepted_at is not null and c.removed_at is null
          and (c.owner_company_id is null or c.sharing_company_id = c.owner_company_id
            or exists (select 1 from connection older
              where older.owner_id = c.owner_id and older.sharing_company_id = c.sharing_company_id
                and older.accepted_at is not null and older.removed_at is null
                and (older.accepted_at, older.id) < (c.accepted_at, c.id)));
      update connection set report_shared = false, shieldid = null, to_email = null where connection_type = 'EXTENDED';

      alter table connection
        add constraint connection_invited_check
          check (num_nonnulls(account_id, to_email, sharing_company_id) > 0),
        add constraint connection_accepted_check check (accepted_at is null or case connection_type
          when 'FULLNETWORK' then sharing_company_id is not null and account_id is null and to_email is null
          else account_id is not null end),
        add constraint connection_opened_at_check
          check (opened_at is null or num_nonnulls(account_id, sharing_company_id) > 0),
        add constraint connection_companies_check check (connection_type = 'INDIVIDUAL' or removed_at is not null
          or (owner_company_id is not null and owner_company_id is distinct from sharing_company_id)),
        add constraint connection_extended_check check (connection_type <> 'EXTENDED'
          or (accepted_at is not null and not report_shared and shieldid is null and to_email is null)),
        add constraint connection_company_report_check
          check (connection_type <> 'FULLNETWORK' or not report_shared);
      create unique index connection_live_person_key on connection (owner_id, account_id)
        where connection_type = 'INDIVIDUAL' and account_id is not null and ${live};
      create unique index connection_live_email_key on connection (owner_id, to_email)
        where connection_type = 'INDIVIDUAL' and account_id is null and ${live};
      create unique index connection_live_company_key on connection (owner_id, sharing_company_id)
        where sharing_company_id is not null and ${live};
      create unique index connection_live_company_email_key on connection (owner_id, to_email)
        where connection_type = 'FULLNETWORK' and to_email is not null and ${live};
      create unique index connection_live_extended_key on connection (owner_id, account_id)
        where connection_type = 'EXTENDED' and ${live};

      alter table connection_event drop constraint connection_event_kind_check;
      alter table connection_event add constraint connection_event_kind_check
        check (kind in ('invited', 'resent', 'attached', 'bounced', 'accepted', 'ignored', 'cancelled', 'sharing-on',
          'sharing-off', 'report-on', 'report-off', 'renewal-requested', 'removed', 'left', 'extended', 'reopened',
          'linked'));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      delete from connection_event
        where connection_id in (select id from connection where connection_type <> 'INDIVIDUAL') or kind = 'linked';
      delete from connection where connection_type <> 'INDIVIDUAL';
      alter table connection_event drop constraint connection_event_kind_check;
      alter table connection_event add constraint connection_event_kind_check
        check (kind in ('invited', 'resent', 'attached', 'bounced', 'accepted', 'ignored', 'cancelled', 'sharing-on',
          'sharing-off', 'report-on', 'report-off', 'renewal-requested', 'removed', 'left', 'extended', 'reopened'));
      drop index connection_live_person_key;
      drop index connection_live_email_key;
      drop index connection_live_company_key;
      drop index connection_live_company_email_key;
      drop index connection_live_extended_key;
      create unique index connection_live_person_key on connection (owner_id, account_id)
        where account_id is not null and ${live};
      create unique index connection_live_email_key on connection (owner_id, to_email)
        where account_id is null and ${live};
      alter table connection
        drop constraint connection_company_report_check,
        drop constraint connection_extended_check,
        drop constraint connection_companies_check,
        drop constraint connection_invited_check,
        drop constraint connection_accepted_check,
        drop constraint connection_opened_at_check,
        add constraint connection_invited_check check (account_id is not null or to_email is not null),
        add constraint connection_accepted_check check (accepted_at is null or account_id is not null),
        add constraint connection_opened_at_check check (opened_at is null or account_id is not null);
    `);
  }
}
