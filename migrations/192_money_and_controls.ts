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
export class Migration192MoneyAndControls extends Migration {
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
      create trigger shield_score_money before insert or update of ended_at, expiration on shield_score
        for each row execute function guard_score_money();
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop trigger shield_score_money on shield_score;
      drop function guard_score_money();
      drop trigger application_money_moves on application;
      drop function guard_application_money();
      update cra_order set state = 'returned' where state = 'cancelled';
      delete from pipeline_alert where alert_type = 'payment_dispute';
      ${orderStates([])}
      ${alertTypes([])}
      ${moves([])}
      alter table session_facts drop column score_held;
      alter table application drop column money, drop column money_at;
    `);
  }
}
