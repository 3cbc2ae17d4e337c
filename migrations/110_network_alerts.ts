import { Migration } from '@mikro-orm/migrations';

/**
 * SQL for a value that is set only for connections about which a company is alerted: people who accepted its
 * invitation.
 */
const ofTold = (value: string) =>
  `case when owner_company_id is not null and connection_type = 'INDIVIDUAL' and accepted_at is not null
    then ${value} end`;

/**
 * The alerts of a company about the people in its network, and for each person what the last alert said.
 *
 * The columns get their values by a change of type, which writes the table once and then builds each index once. An
 * update would add an entry for each row to each of the more than twenty indexes, one at a time.
 */
export class Migration110NetworkAlerts extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table network_alert (
        id uuid primary key,
        company_id uuid not null constraint network_alert_company_id_fk references company,
        connection_id uuid not null constraint network_alert_connection_id_fk references connection,
        account_id uuid not null constraint network_alert_account_id_fk references account,
        alert_type text not null constraint network_alert_alert_type_check
          check (alert_type in ('new', 'expiressoon', 'scorechange', 'expired', 'leftnetwork', 'removeduser')),
        at timestamptz not null,
        score_id uuid constraint network_alert_score_id_fk references shield_score,
        score text,
        previous_score text,
        expiration date,
        firstname text not null,
        lastname text not null,
        businessname text not null,
        sort_name text not null,
        constraint network_alert_score_check check ((score_id is null) = (score is null)
          and (score is null) = (expiration is null)
          and score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')),
        constraint network_alert_previous_score_check check ((alert_type = 'scorechange') = (previous_score is not null)
          and previous_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA') and previous_score <> score),
        constraint network_alert_scored_check check (case
          when alert_type in ('expiressoon', 'scorechange', 'expired') then score is not null
          when alert_type in ('leftnetwork', 'removeduser') then score is null else true end)
      );
      create unique index network_alert_once_key on network_alert (connection_id, alert_type)
        where alert_type in ('new', 'leftnetwork', 'removeduser');
      create unique index network_alert_change_key on network_alert (connection_id, score_id)
        where alert_type = 'scorechange';
      create unique index network_alert_expiry_key on network_alert (connection_id, score_id, expiration, alert_type)
        where alert_type in ('expiressoon', 'expired');
      create index network_alert_company_id_idx on network_alert (company_id, at, id);
      create index network_alert_connection_id_idx on network_alert (connection_id);
      create index network_alert_account_id_idx on network_alert (account_id);
      create index network_alert_score_id_idx on network_alert (score_id) where score_id is not null;

      alter table connection
        add column told_stage text,
        add column told_score text,
        add column told_expiration date;
      set local maintenance_work_mem = '256MB';
      alter table connection
        alter column told_stage type text using ${ofTold(`case when expiration is null then 'joined'
          when status_until is null then 'expired'
          when (status_until at time zone 'UTC')::date = expiration
            and status_until <= now() + interval '720 hours' then 'soon'
          else 'joined' end`)},
        alter column told_score type text using ${ofTold('score')},
        alter column told_expiration type date using ${ofTold('expiration')},
        add constraint connection_told_check check (
          told_stage in ('joined', 'soon', 'expired')
          and (told_stage is null or (owner_company_id is not null and connection_type = 'INDIVIDUAL'
            and accepted_at is not null))
          and (told_stage is not null or told_score is null)
          and (told_score is null) = (told_expiration is null)
          and told_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')
          and (told_stage = 'joined' or told_score is not null));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table connection drop constraint connection_told_check, drop column told_stage, drop column told_score,
        drop column told_expiration;
      drop table network_alert;
    `);
  }
}
