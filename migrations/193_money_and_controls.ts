import { Migration } from '@mikro-orm/migrations';

/** The moves of an application (D41): those that stood, and those to refunded when all money went back (D113). */
const moves = (more: readonly string[]) => `
      create or replace function guard_application_status() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.status <> 'paid' then
            raise exception 'an application begins as paid, not as %', new.status using errcode = 'check_violation';
          end if;
        elsif new.status <> old.status and not (old.status, new.status) in (
          ('paid', 'waituser'), ('paid', 'refunded'),
          ('waituser', 'submitted'), ('waituser', 'waitmanual'), ('waituser', 'cancelled'),
          ('waitmanual', 'submitted'), ('waitmanual', 'waituser'), ('waitmanual', 'cancelled'),
          ('submitted', 'inprogress'), ('submitted', 'waituser'), ('submitted', 'clearidaction'),
          ('inprogress', 'newrequiresapproval'), ('inprogress', 'clearidaction'),
          ('clearidaction', 'submitted'),
          ('newrequiresapproval', 'done'), ('newrequiresapproval', 'correctionrequest'),
          ('monitorrequiresapproval', 'done'), ('monitorrequiresapproval', 'correctionrequest'),
          ('correctionrequest', 'newrequiresapproval'), ('correctionrequest', 'monitorrequiresapproval'),
          ('done', 'monitorrequiresapproval')${more.map((from) => `,\n          ('${from}', 'refunded')`).join('')}
        ) then
          raise exception 'an application does not become % after %', new.status, old.status using errcode = 'check_violation';
        end if;
        return new;
      end $$;`;

const alertTypes = (more: readonly string[]) => `
      alter table pipeline_alert drop constraint pipeline_alert_type_check, add constraint pipeline_alert_type_check
        check (alert_type = any (array['idverification', 'monitor_profile_not_actioned', 'application_ssn_verification',
          'application_manual_review', 'dispute', 'identity_theft_block', 'privacy_request'${more.map((type) => `, '${type}'`).join('')}]));`;

const orderStates = (more: readonly string[]) => `
      alter table cra_order drop constraint cra_order_state_check, add constraint cra_order_state_check
        check (state = any (array['held', 'queued', 'placed', 'inprogress', 'completed', 'returned'${more.map((state) => `, '${state}'`).join('')}]));`;

/**
 * No score without its money: what became of the payment stands on the application, and the database refuses a score of
 * a check whose money is disputed or was returned.
 */
export class Migration193MoneyAndControls extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table application
        add column money text not null default 'paid',
        add column money_at timestamptz,
        add constraint application_money_check check (money = any (array['paid', 'held', 'returned'])),
        add constraint application_money_at_check check (money = 'paid' or money_at is not null);
      create index application_held_idx on application (account_id) where money = 'held';
      alter table session_facts add column score_held boolean not null default false;
      ${moves(['submitted', 'inprogress', 'clearidaction', 'newrequiresapproval'])}
      ${alertTypes(['payment_dispute'])}
      ${orderStates(['cancelled'])}

      -- Monitoring that staff or the agency turn off ends the consent, and says who did.
      alter table monitoring_consent add column withdrawn_by text;
      alter table monitoring_consent drop constraint monitoring_consent_withdrawn_check;
      alter table monitoring_consent disable trigger monitoring_consent_stays_withdrawn;
      update monitoring_consent set withdrawn_by = 'person' where withdrawn_at is not null;
      alter table monitoring_consent enable trigger monitoring_consent_stays_withdrawn;
      update monitoring_consent consent set withdrawn_by = 'staff', withdrawn_at = ended.disabled_at
        from (
          select account_id, max(disabled_at) as disabled_at from monitored_profile
          where disabled_for = 'staff' group by account_id
        ) ended
        where ended.account_id = consent.account_id and consent.withdrawn_at is null
          and ended.disabled_at >= consent.given_at
          and not exists (
            select from monitored_profile where account_id = consent.account_id and disabled_at is null);
      alter table monitoring_consent
        add constraint monitoring_consent_withdrawn_by_check
          check (withdrawn_by = any (array['person', 'staff', 'agency'])),
        add constraint monitoring_consent_withdrawn_check check (withdrawn_at >= given_at
          and (withdrawn_at is null) = (withdrawn_by is null)
          and (withdrawn_address is not null) = coalesce(withdrawn_by = 'person', false)
          and (withdrawn_agent is not null) = coalesce(withdrawn_by = 'person', false));
      alter table monitored_profile drop constraint monitored_profile_disabled_for_check,
        add constraint monitored_profile_disabled_for_check
          check (disabled_for = any (array['withdrawn', 'expired', 'renewed', 'staff', 'agency', 'moved']));

      create function guard_application_money() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.money <> 'paid' then
            raise exception 'an application begins with its money' using errcode = 'check_violation';
          end if;
        elsif old.money = 'returned' and new.money <> 'returned' then
          raise exception 'a check whose money was returned has ended' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger application_money_moves before insert or update of money on application
        for each row execute function guard_application_money();

      create function guard_score_money() returns trigger language plpgsql as $$
      declare
        paid text;
      begin
        if tg_op = 'UPDATE' and (new.ended_at is not null or (old.ended_at is null and new.expiration <= old.expiration)) then
          return new;
        end if;
        select money into paid from application where id = new.application_id;
        if paid = 'returned' or (tg_op = 'INSERT' and paid <> 'paid') then
          raise exception 'a score needs its money' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create table control_change (
        id uuid primary key,
        control text not null,
        value text not null,
        reason text not null,
        state text not null,
        requested_by uuid not null,
        requested_at timestamptz not null,
        effective_at timestamptz,
        decided_by uuid,
        decided_at timestamptz,
        decision_note text,
        constraint control_change_requested_by_fk foreign key (requested_by) references account (id),
        constraint control_change_decided_by_fk foreign key (decided_by) references account (id),
        constraint control_change_control_check check (control = any (array['refund-limit', 'account-linking'])),
        constraint control_change_state_check
          check (state = any (array['waiting', 'approved', 'rejected', 'withdrawn', 'automatic'])),
        constraint control_change_texts_check check (value <> '' and reason <> ''),
        constraint control_change_alone_check check (effective_at >= requested_at + interval '24 hours'),
        constraint control_change_decided_check check ((state = 'waiting') = (decided_at is null)
          and (decided_at is null) = (decision_note is null)
          and (decided_by is not null) = (state = any (array['approved', 'rejected', 'withdrawn']))),
        constraint control_change_approved_check check (state <> 'approved' or decided_by <> requested_by),
        constraint control_change_automatic_check
          check (state <> 'automatic' or coalesce(decided_at >= effective_at, false))
      );
      create unique index control_change_waiting_key on control_change (control) where state = 'waiting';
      create index control_change_requested_by_idx on control_change (requested_by);
      create index control_change_decided_by_idx on control_change (decided_by) where decided_by is not null;
      create function guard_control_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a change of a control stays' using errcode = 'restrict_violation';
        end if;
        if old.state <> 'waiting' or (new.id, new.control, new.value, new.reason, new.requested_by, new.requested_at, new.effective_at)
          is distinct from
          (old.id, old.control, old.value, old.reason, old.requested_by, old.requested_at, old.effective_at) then
          raise exception 'what was asked for does not change' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger control_change_keeps before update or delete on control_change
        for each row execute function guard_control_change();

      create trigger shield_score_money before insert or update of ended_at, expiration on shield_score
        for each row execute function guard_score_money();
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table control_change;
      drop function guard_control_change();
      drop trigger shield_score_money on shield_score;
      drop function guard_score_money();
      drop trigger application_money_moves on application;
      drop function guard_application_money();
      update cra_order set state = 'returned' where state = 'cancelled';
      delete from pipeline_alert where alert_type = 'payment_dispute';
      update monitored_profile set disabled_for = 'expired' where disabled_for = 'agency';
      alter table monitored_profile drop constraint monitored_profile_disabled_for_check,
        add constraint monitored_profile_disabled_for_check
          check (disabled_for = any (array['withdrawn', 'expired', 'renewed', 'staff', 'moved']));
      alter table monitoring_consent drop constraint monitoring_consent_withdrawn_check,
        drop constraint monitoring_consent_withdrawn_by_check;
      alter table monitoring_consent disable trigger monitoring_consent_stays_withdrawn;
      update monitoring_consent set withdrawn_address = coalesce(withdrawn_address, ''),
        withdrawn_agent = coalesce(withdrawn_agent, '') where withdrawn_at is not null;
      alter table monitoring_consent enable trigger monitoring_consent_stays_withdrawn,
        add constraint monitoring_consent_withdrawn_check check (withdrawn_at >= given_at
          and (withdrawn_at is null) = (withdrawn_address is null)
          and (withdrawn_at is null) = (withdrawn_agent is null)),
        drop column withdrawn_by;
      ${orderStates([])}
      ${alertTypes([])}
      ${moves([])}
      alter table session_facts drop column score_held;
      alter table application drop column money, drop column money_at;
    `);
  }
}
