import { Migration } from '@mikro-orm/migrations';

/** Who in a company's network is in compliance: stored with the connection, decided by the rule, with exceptions. */
export class Migration205Compliance extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection
        add column under_review boolean not null default false,
        add column compliance text constraint connection_compliance_check
          check (compliance in ('IN', 'EXCEPTION', 'SCORE', 'EXPIRED', 'HIDDEN')),
        add column out_of_compliance boolean
          generated always as (compliance in ('SCORE', 'EXPIRED', 'HIDDEN')) stored,
        add constraint connection_judged_check check (compliance is null or (owner_company_id is not null
          and connection_type = 'INDIVIDUAL' and accepted_at is not null and removed_at is null));
      create index connection_network_compliance_idx on connection (owner_id, out_of_compliance, sort_name, id)
        where cancelled_at is null and removed_at is null;

      create or replace function hide_removed_connection() returns trigger language plpgsql as $$
      begin
        if new.account_id is not null and (tg_op = 'INSERT' or old.removed_at is null) then
          select coalesce(new.legal_firstname, firstname), coalesce(new.legal_lastname, lastname)
            into new.to_firstname, new.to_lastname from account where id = new.account_id;
        end if;
        new.status := 'DISABLED';
        new.status_until := null;
        new.shieldid := null;
        new.score := null;
        new.score_rank := 9;
        new.expiration := null;
        new.legal_firstname := null;
        new.legal_lastname := null;
        new.search_text := '';
        new.told_stage := null;
        new.told_score := null;
        new.told_expiration := null;
        new.under_review := false;
        new.compliance := null;
        return new;
      end $$;

      update connection c set compliance = case
          when c.score is null then 'HIDDEN'
          when coalesce(rule.outofcomp_expired, true)
            and (c.expiration + time '11:00') at time zone 'UTC' <= now() then 'EXPIRED'
          when c.score_rank between coalesce(rule.minscore, 0) and coalesce(rule.maxscore, 4) then 'IN'
          else 'SCORE' end
        from company co left join alert_rule rule on rule.company_id = co.id
        where co.id = c.owner_company_id and c.connection_type = 'INDIVIDUAL' and c.accepted_at is not null
          and c.removed_at is null;

      create table alert_rule_saving (
        id uuid primary key,
        company_id uuid not null constraint alert_rule_saving_company_id_fk references company,
        minscore smallint not null,
        maxscore smallint not null,
        outofcomp_expired boolean not null,
        outofcomp_leftnetwork boolean not null,
        outofcomp_removed boolean not null,
        people_out integer not null constraint alert_rule_saving_people_out_check check (people_out >= 0),
        saved_by_account_id uuid not null constraint alert_rule_saving_saved_by_account_id_fk references account,
        saved_at timestamptz not null,
        constraint alert_rule_saving_scores_check check (minscore between 0 and maxscore and maxscore <= 4)
      );
      create index alert_rule_saving_company_id_idx on alert_rule_saving (company_id, saved_at);
      create index alert_rule_saving_saved_by_account_id_idx on alert_rule_saving (saved_by_account_id);
      create trigger alert_rule_saving_append_only before update or delete on alert_rule_saving
        for each row execute function refuse_change();
      create trigger alert_rule_saving_not_emptied before truncate on alert_rule_saving
        for each statement execute function refuse_change();

      alter table network_alert drop constraint network_alert_alert_type_check,
        add constraint network_alert_alert_type_check check (alert_type in
          ('new', 'expiressoon', 'scorechange', 'expired', 'leftnetwork', 'removeduser', 'out_compliance'));
      create unique index network_alert_out_key on network_alert (connection_id, at)
        where alert_type = 'out_compliance';

      alter table alert_delivery add column rule_saving_id uuid
        constraint alert_delivery_rule_saving_id_fk references alert_rule_saving;
      create index alert_delivery_rule_saving_id_idx on alert_delivery (rule_saving_id)
        where rule_saving_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table alert_delivery drop column rule_saving_id;
      drop index network_alert_out_key;
      delete from alert_delivery where cause_id in (select id from network_alert where alert_type = 'out_compliance');
      delete from network_alert where alert_type = 'out_compliance';
      alter table network_alert drop constraint network_alert_alert_type_check,
        add constraint network_alert_alert_type_check check (alert_type in
          ('new', 'expiressoon', 'scorechange', 'expired', 'leftnetwork', 'removeduser'));
      drop table alert_rule_saving;
      create or replace function hide_removed_connection() returns trigger language plpgsql as $$
      begin
        if new.account_id is not null and (tg_op = 'INSERT' or old.removed_at is null) then
          select coalesce(new.legal_firstname, firstname), coalesce(new.legal_lastname, lastname)
            into new.to_firstname, new.to_lastname from account where id = new.account_id;
        end if;
        new.status := 'DISABLED';
        new.status_until := null;
        new.shieldid := null;
        new.score := null;
        new.score_rank := 9;
        new.expiration := null;
        new.legal_firstname := null;
        new.legal_lastname := null;
        new.search_text := '';
        new.told_stage := null;
        new.told_score := null;
        new.told_expiration := null;
        return new;
      end $$;
      alter table connection drop column out_of_compliance, drop constraint connection_judged_check,
        drop column compliance, drop column under_review;
    `);
  }
}
