import { Migration } from '@mikro-orm/migrations';

/** Adverse actions of companies, with the notices that were given and what proves them. */
export class Migration213AdverseActions extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table adverse_action (
        id uuid primary key,
        company_id uuid not null constraint adverse_action_company_id_fk references company,
        account_id uuid not null constraint adverse_action_account_id_fk references account,
        application_id uuid not null constraint adverse_action_application_id_fk references application,
        score_change_id uuid not null constraint adverse_action_score_change_id_fk references score_change,
        place text not null,
        wait_days integer not null constraint adverse_action_wait_days_check check (wait_days between 7 and 30),
        details text not null constraint adverse_action_details_sealed check (is_sealed(details)),
        round integer not null default 1 constraint adverse_action_round_check check (round >= 1),
        state text not null default 'waiting' constraint adverse_action_state_check
          check (state in ('waiting', 'paused', 'final', 'withdrawn', 'lapsed')),
        started_at timestamptz not null,
        started_by_account_id uuid not null constraint adverse_action_started_by_account_id_fk references account,
        delivered_at timestamptz,
        wait_ends_at timestamptz,
        paper_since timestamptz,
        closed_at timestamptz,
        closed_by_account_id uuid constraint adverse_action_closed_by_account_id_fk references account,
        closed_because text constraint adverse_action_closed_because_check
          check (closed_because in ('final', 'company', 'company-ended', 'corrected', 'erased', 'lapsed')),
        constraint adverse_action_closed_check check ((state in ('final', 'withdrawn', 'lapsed')) = (closed_at is not null)
          and (closed_at is null) = (closed_because is null)
          and (closed_by_account_id is null or closed_because in ('final', 'company'))),
        constraint adverse_action_wait_check check (state in ('paused', 'withdrawn')
          or (wait_ends_at is null) = (delivered_at is null)),
        constraint adverse_action_paused_check check (state <> 'paused' or wait_ends_at is null),
        constraint adverse_action_least_wait_check check (wait_ends_at > delivered_at + interval '166 hours'),
        constraint adverse_action_final_check check (state <> 'final'
          or (wait_ends_at is not null and closed_at >= wait_ends_at and closed_by_account_id is not null)),
        constraint adverse_action_lapsed_check check (state <> 'lapsed'
          or (wait_ends_at is not null and closed_at >= wait_ends_at + interval '60 days'))
      );
      create unique index adverse_action_open_key on adverse_action (company_id, application_id)
        where closed_at is null;
      create index adverse_action_company_id_idx on adverse_action (company_id, started_at desc, id);
      create index adverse_action_account_id_idx on adverse_action (account_id);
      create index adverse_action_application_id_idx on adverse_action (application_id);
      create index adverse_action_score_change_id_idx on adverse_action (score_change_id);
      create index adverse_action_started_by_account_id_idx on adverse_action (started_by_account_id);
      create index adverse_action_closed_by_account_id_idx on adverse_action (closed_by_account_id)
        where closed_by_account_id is not null;
      create index adverse_action_open_idx on adverse_action (id) where closed_at is null;
      create index adverse_action_closed_idx on adverse_action (closed_at) where closed_at is not null;

      create function guard_adverse_action() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.closed_at < now() - interval '5 years' then return old; end if;
          raise exception 'an adverse action is kept for 5 years' using errcode = 'restrict_violation';
        end if;
        -- The rotation of the keys encrypts the same text again.
        if old.closed_at is not null and to_jsonb(new) - 'details' is distinct from to_jsonb(old) - 'details' then
          raise exception 'a closed adverse action never changes' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.company_id, new.account_id, new.application_id, new.place, new.wait_days, new.started_at,
            new.started_by_account_id)
          is distinct from (old.id, old.company_id, old.account_id, old.application_id, old.place, old.wait_days,
            old.started_at, old.started_by_account_id) then
          raise exception 'what an adverse action is about never changes' using errcode = 'restrict_violation';
        end if;
        if old.closed_at is null and new.state in ('final', 'lapsed') and (old.state <> 'waiting'
            or new.wait_ends_at is distinct from old.wait_ends_at or new.round <> old.round) then
          raise exception 'an adverse action ends only after its wait' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger adverse_action_guard before delete or update on adverse_action
        for each row execute function guard_adverse_action();

      create table adverse_pause (
        id uuid primary key,
        adverse_action_id uuid not null constraint adverse_pause_adverse_action_id_fk references adverse_action,
        round integer not null,
        from_at timestamptz not null,
        to_at timestamptz,
        constraint adverse_pause_to_check check (to_at >= from_at)
      );
      create unique index adverse_pause_open_key on adverse_pause (adverse_action_id) where to_at is null;
      create index adverse_pause_adverse_action_id_idx on adverse_pause (adverse_action_id, from_at);

      create table adverse_notice (
        id uuid primary key,
        adverse_action_id uuid not null constraint adverse_notice_adverse_action_id_fk references adverse_action,
        kind text not null constraint adverse_notice_kind_check check (kind in ('first', 'final')),
        round integer not null,
        version text not null,
        reviewed boolean not null,
        body text not null constraint adverse_notice_body_sealed check (is_sealed(body)),
        body_hash text not null constraint adverse_notice_body_hash_check check (body_hash ~ '^[0-9a-f]{64}$'),
        score_change_id uuid not null constraint adverse_notice_score_change_id_fk references score_change,
        report_hash text not null constraint adverse_notice_report_hash_check check (report_hash ~ '^[0-9a-f]{64}$'),
        made_at timestamptz not null
      );
      create unique index adverse_notice_round_key on adverse_notice (adverse_action_id, kind, round);
      create index adverse_notice_score_change_id_idx on adverse_notice (score_change_id);

      create table adverse_evidence (
        id uuid primary key,
        adverse_action_id uuid not null constraint adverse_evidence_adverse_action_id_fk references adverse_action,
        position integer not null constraint adverse_evidence_position_check check (position >= 1),
        kind text not null,
        at timestamptz not null,
        actor_account_id uuid constraint adverse_evidence_actor_account_id_fk references account,
        detail text not null constraint adverse_evidence_detail_sealed check (is_sealed(detail)),
        hash text not null constraint adverse_evidence_hash_check check (hash ~ '^[0-9a-f]{64}$')
      );
      create unique index adverse_evidence_position_key on adverse_evidence (adverse_action_id, position);
      create index adverse_evidence_actor_account_id_idx on adverse_evidence (actor_account_id)
        where actor_account_id is not null;

      create function keep_adverse_proof() returns trigger language plpgsql as $$
      begin
        -- The rotation of the keys encrypts the same text again.
        if tg_op = 'UPDATE' and tg_table_name = 'adverse_evidence'
          and to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail' then return new; end if;
        if tg_op = 'UPDATE' and tg_table_name = 'adverse_notice'
          and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' then return new; end if;
        if tg_op = 'DELETE' and exists (select from adverse_action
          where id = old.adverse_action_id and closed_at < now() - interval '5 years') then return old; end if;
        raise exception 'the proof of an adverse action never changes' using errcode = 'restrict_violation';
      end $$;
      create trigger adverse_notice_keeps before delete or update on adverse_notice
        for each row execute function keep_adverse_proof();
      create trigger adverse_evidence_keeps before delete or update on adverse_evidence
        for each row execute function keep_adverse_proof();
      create trigger adverse_notice_not_emptied before truncate on adverse_notice
        for each statement execute function refuse_change();
      create trigger adverse_evidence_not_emptied before truncate on adverse_evidence
        for each statement execute function refuse_change();

      alter table privacy_request drop constraint privacy_request_waits_check;
      alter table privacy_request add constraint privacy_request_waits_check check (waits_for is null
        or (kind = 'deletion' and state <> 'closed' and waits_for in
          ('chargeback', 'refund', 'dispute', 'adverse-action', 'check', 'company', 'result', 'application')));
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update privacy_request set waits_for = null, waits_until = null where waits_for = 'adverse-action';
      alter table privacy_request drop constraint privacy_request_waits_check;
      alter table privacy_request add constraint privacy_request_waits_check check (waits_for is null
        or (kind = 'deletion' and state <> 'closed' and waits_for in
          ('chargeback', 'refund', 'dispute', 'check', 'company', 'result', 'application')));
      drop table adverse_evidence;
      drop table adverse_notice;
      drop table adverse_pause;
      drop table adverse_action;
      drop function keep_adverse_proof();
      drop function guard_adverse_action();
    `);
  }
}
