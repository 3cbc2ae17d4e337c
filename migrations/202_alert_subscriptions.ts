import { Migration } from '@mikro-orm/migrations';

/** What members of teams are told by email: what each chose, the mails, and what each mail tells. */
export class Migration202AlertSubscriptions extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table alert_subscription (
        account_id uuid not null constraint alert_subscription_account_id_fk references account,
        company_id uuid not null constraint alert_subscription_company_id_fk references company,
        subscription_type text not null constraint alert_subscription_type_check check (subscription_type in
          ('new', 'expiressoon', 'scorechange', 'expired', 'leftnetwork', 'removeduser', 'out_compliance',
            'network_invites', 'purchase')),
        delivery text not null constraint alert_subscription_delivery_check
          check (delivery in ('ATONCE', 'SUMMARY', 'NO')),
        include_statuses text[],
        saved_at timestamptz not null,
        constraint alert_subscription_pkey primary key (account_id, company_id, subscription_type)
      );
      create index alert_subscription_company_id_idx on alert_subscription (company_id);

      create table alert_mail (
        id uuid primary key,
        account_id uuid not null constraint alert_mail_account_id_fk references account,
        company_id uuid not null constraint alert_mail_company_id_fk references company,
        summary_date date,
        created_at timestamptz not null,
        sent_at timestamptz,
        withheld_at timestamptz,
        constraint alert_mail_end_check check (num_nonnulls(sent_at, withheld_at) <= 1)
      );
      create unique index alert_mail_summary_key on alert_mail (account_id, company_id, summary_date)
        where summary_date is not null;
      create index alert_mail_account_id_idx on alert_mail (account_id);
      create index alert_mail_company_id_idx on alert_mail (company_id);
      create index alert_mail_created_at_idx on alert_mail (created_at);

      create table alert_delivery (
        id uuid primary key,
        account_id uuid not null constraint alert_delivery_account_id_fk references account,
        company_id uuid not null constraint alert_delivery_company_id_fk references company,
        connection_id uuid not null constraint alert_delivery_connection_id_fk references connection,
        subscription_type text not null constraint alert_delivery_type_check check (subscription_type in
          ('new', 'expiressoon', 'scorechange', 'expired', 'leftnetwork', 'removeduser', 'out_compliance',
            'network_invites', 'purchase')),
        cause_id uuid not null,
        at timestamptz not null,
        at_once boolean not null,
        mail_id uuid constraint alert_delivery_mail_id_fk references alert_mail
      );
      create unique index alert_delivery_once_key on alert_delivery (account_id, subscription_type, cause_id);
      create index alert_delivery_waiting_idx on alert_delivery (company_id, account_id, at) where mail_id is null;
      create index alert_delivery_company_id_idx on alert_delivery (company_id);
      create index alert_delivery_connection_id_idx on alert_delivery (connection_id);
      create index alert_delivery_mail_id_idx on alert_delivery (mail_id) where mail_id is not null;
      create index alert_delivery_at_idx on alert_delivery (at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table alert_delivery; drop table alert_mail; drop table alert_subscription;');
  }
}
