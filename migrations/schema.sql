-- The schema after Migration245Spellings

create extension if not exists btree_gin with schema public;
create extension if not exists btree_gist with schema public;
create extension if not exists citext with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists pgcrypto with schema public;
create extension if not exists unaccent with schema public;
create schema if not exists sandbox;

CREATE OR REPLACE FUNCTION public.applications_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception '% keeps what it holds', tg_table_name using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION public.brand_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('brand_changed', '');
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.company_keeps_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        of_company uuid;
      begin
        if tg_table_name = 'company' then
          of_company := new.id;
        else
          of_company := old.company_id;
        end if;
        if exists (select 1 from company where id = of_company)
          and not exists (select 1 from team_member where company_id = of_company and role = 'owner') then
          raise exception 'a company has exactly one owner'
            using errcode = 'check_violation', constraint = 'team_member_owner_missing';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.count_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if old.role = 'USER' then insert into overview_count (figure, key, day, change) values ('people', '', (old.registered_at at time zone 'UTC')::date, -1); end if;
      end if;
      if tg_op <> 'DELETE' then
        if new.role = 'USER' then insert into overview_count (figure, key, day, change) values ('people', '', (new.registered_at at time zone 'UTC')::date, 1); end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_application()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if old.status not in ('done', 'cancelled', 'refunded') then insert into overview_count (figure, key, day, change) values ('applications', old.status, date '2000-01-01', -1); end if;
      end if;
      if tg_op <> 'DELETE' then
        if new.status not in ('done', 'cancelled', 'refunded') then insert into overview_count (figure, key, day, change) values ('applications', new.status, date '2000-01-01', 1); end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if true then insert into overview_count (figure, key, day, change) values ('companies', '', date '2000-01-01', -1); end if;
      end if;
      if tg_op <> 'DELETE' then
        if true then insert into overview_count (figure, key, day, change) values ('companies', '', date '2000-01-01', 1); end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_shield_score()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if old.ended_at is null then insert into overview_count (figure, key, day, change) values ('scores', old.score, old.expiration, -1); end if;
      end if;
      if tg_op <> 'DELETE' then
        if new.ended_at is null then insert into overview_count (figure, key, day, change) values ('scores', new.score, new.expiration, 1); end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.forget_invitation_detail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from invitation_detail where connection_id = new.id;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_adverse_action()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' then
          if old.closed_at < now() - interval '5 years' then return old; end if;
          raise exception 'an adverse action is kept for 5 years' using errcode = 'restrict_violation';
        end if;
        -- The rotation of the keys encrypts the same text again.
        if old.closed_at is not null and to_jsonb(new) - 'details' is distinct from to_jsonb(old) - 'details' then
          raise exception 'a closed adverse action never changes' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.case_number, new.company_id, new.application_id, new.place, new.wait_days, new.started_at,
            new.started_by_account_id)
          is distinct from (old.id, old.case_number, old.company_id, old.application_id, old.place, old.wait_days,
            old.started_at, old.started_by_account_id) then
          raise exception 'what an adverse action is about never changes' using errcode = 'restrict_violation';
        end if;
        if old.closed_at is null and new.state in ('final', 'lapsed') and (old.state <> 'waiting'
            or new.wait_ends_at is distinct from old.wait_ends_at or new.round <> old.round) then
          raise exception 'an adverse action ends only after its wait' using errcode = 'restrict_violation';
        end if;
        if new.account_id <> old.account_id and (new.round <> old.round + 1 or not exists (
            select from application where id = new.application_id and account_id = new.account_id)) then
          raise exception 'an adverse action moves only with its check' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_application_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          if new.money <> 'paid' then
            raise exception 'an application begins with its money' using errcode = 'check_violation';
          end if;
        elsif old.money = 'returned' and new.money <> 'returned' then
          raise exception 'a check whose money was returned has ended' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_application_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          new.payer_id := new.account_id;
        elsif new.payer_id <> old.payer_id then
          raise exception 'an application keeps who paid for it' using errcode = 'restrict_violation';
        elsif new.account_id <> old.account_id and not exists (
          select from (
            select from_account_id, to_account_id from check_transfer
            where application_id = new.id order by position desc limit 1
          ) newest where newest.from_account_id = old.account_id and newest.to_account_id = new.account_id
        ) then
          raise exception 'an application moves only with a transfer' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_application_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
          ('newrequiresapproval', 'done'), ('newrequiresapproval', 'cancelled'), ('newrequiresapproval', 'correctionrequest'),
          ('monitorrequiresapproval', 'done'), ('monitorrequiresapproval', 'correctionrequest'),
          ('correctionrequest', 'newrequiresapproval'), ('correctionrequest', 'monitorrequiresapproval'),
          ('done', 'monitorrequiresapproval'),
          ('submitted', 'refunded'),
          ('inprogress', 'refunded'),
          ('clearidaction', 'refunded'),
          ('newrequiresapproval', 'refunded')
        ) then
          raise exception 'an application does not become % after %', new.status, old.status using errcode = 'check_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_archived_shield_id_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if old.linked_account_id is not null and new.linked_account_id is null and exists (
          select from shield_id issued where issued.number = old.number and (issued.retired_at is null
            or exists (select from shield_score where shield_id_number = issued.number))
        ) then
          raise exception 'a ShieldID that is active or has a score stays linked' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_check_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from application join check_transfer newest on newest.application_id = application.id
          where application.id = new.application_id and application.account_id = newest.to_account_id
            and newest.position = (select max(position) from check_transfer where application_id = new.application_id)
        ) then
          raise exception 'a transfer moves its check' using errcode = 'restrict_violation';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_control_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_dispute_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if old.kind <> new.kind then
          raise exception 'a dispute keeps its kind' using errcode = 'restrict_violation';
        end if;
        if old.state <> new.state and (old.kind, old.state, new.state) not in (
          ('error', 'received', 'forwarded'), ('error', 'received', 'decided'), ('error', 'received', 'withdrawn'),
          ('error', 'forwarded', 'decided'), ('error', 'forwarded', 'withdrawn'),
          ('identity-theft', 'received', 'blocked'), ('identity-theft', 'received', 'decided'),
          ('identity-theft', 'received', 'withdrawn'), ('identity-theft', 'blocked', 'decided'),
          ('identity-theft', 'blocked', 'lifting'), ('identity-theft', 'decided', 'lifting'),
          ('identity-theft', 'lifting', 'rescinded')
        ) then
          raise exception 'a dispute does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_expiration_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if new.account_id = old.account_id then
          raise exception 'a change of an expiration stays as it is' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_id_verification_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          if new.status <> 'awaiting_input' then
            raise exception 'an ID verification begins as awaiting_input, not as %', new.status using errcode = 'check_violation';
          end if;
        elsif new.status <> old.status and not (old.status, new.status) in (
          ('awaiting_input', 'processing'), ('awaiting_input', 'approved'), ('awaiting_input', 'review'),
          ('awaiting_input', 'rejected'), ('awaiting_input', 'clearidaction'), ('awaiting_input', 'abandoned'),
          ('processing', 'awaiting_input'), ('processing', 'approved'), ('processing', 'review'),
          ('processing', 'rejected'), ('processing', 'clearidaction'), ('processing', 'abandoned'),
          ('review', 'approved'), ('review', 'rejected')
        ) then
          raise exception 'an ID verification does not become % after %', new.status, old.status using errcode = 'check_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_ledger_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        charge ledger_entry;
        refunded bigint;
      begin
        if new.charge_id is null then
          return new;
        end if;
        -- Refunds of one purchase wait for each other here, so that none is counted without the others.
        perform from purchase where id = new.purchase_id for update;
        select * into charge from ledger_entry where id = new.charge_id and charge_id is null;
        if charge.id is null or (new.purchase_id, new.account_id, new.leg, new.company_id, new.currency)
          is distinct from (charge.purchase_id, charge.account_id, charge.leg, charge.company_id, charge.currency) then
          raise exception 'money goes back where it came from' using errcode = 'restrict_violation';
        end if;
        if new.kind in ('dispute', 'dispute-won') then
          return new;
        end if;
        select -(coalesce(sum(amount_cents), 0) + new.amount_cents) into refunded from ledger_entry
          where charge_id = new.charge_id and kind in ('refund', 'refund-failed');
        if refunded not between 0 and charge.amount_cents then
          raise exception 'no more is refunded than was charged' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_payment_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform 1 from purchase where id = new.purchase_id and (status = 'open' or (status = 'paid' and new.kind = 'company-card')) for share;
    if not found then
      raise exception 'only an open purchase can be paid' using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.guard_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'DELETE' then
      raise exception 'a purchase stays' using errcode = 'restrict_violation';
    end if;
    
    if to_jsonb(new) = to_jsonb(old) || '{"brand_host": null}' then
      return new;
    end if;
    if old.status <> 'open' then
      raise exception 'a purchase that is % stays as it is', old.status using errcode = 'restrict_violation';
    end if;
    if (new.id, new.account_id, new.package_id, new.renewal, new.amount_cents + new.company_cents + new.waived_cents, new.currency, new.created_at)
      is distinct from
      (old.id, old.account_id, old.package_id, old.renewal, old.amount_cents + old.company_cents + old.waived_cents, old.currency, old.created_at) then
      raise exception 'what is bought, by whom and for how much does not change' using errcode = 'restrict_violation';
    end if;
    if (new.coupon_id, new.amount_cents, new.company_cents)
          is distinct from (old.coupon_id, old.amount_cents, old.company_cents)
          and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
          raise exception 'what can be paid now keeps its amount' using errcode = 'restrict_violation';
        end if;
    if new.status = 'closed'
      and exists (select 1 from payment_attempt where purchase_id = new.id and state = 'open') then
      raise exception 'a purchase that can still be paid is not closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.guard_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a refund stays' using errcode = 'restrict_violation';
        end if;
        if (new.id, new.purchase_id, new.account_id, new.cause, new.amount_cents, new.currency, new.cancel_application,
            new.requested_by, new.requested_operator, new.requested_at)
          is distinct from
          (old.id, old.purchase_id, old.account_id, old.cause, old.amount_cents, old.currency, old.cancel_application,
            old.requested_by, old.requested_operator, old.requested_at) then
          raise exception 'what is refunded does not change' using errcode = 'restrict_violation';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (
          ('waiting', 'sending'), ('waiting', 'rejected'), ('sending', 'done'), ('sending', 'failed'), ('done', 'failed')
        ) then
          raise exception 'a refund does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_score_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      end $function$;

CREATE OR REPLACE FUNCTION public.guard_shield_id_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        scored boolean := exists (select from shield_score where shield_id_number = new.number);
        unlinked boolean := not scored and exists (
          select from archived_shield_id where number = new.number and linked_account_id is null);
        linked_anew boolean := not scored and old.retired_at is not null and exists (
          select from archived_shield_id where number = new.number and linked_account_id = new.account_id);
      begin
        if new.account_id <> old.account_id and not linked_anew and not exists (
          select from shield_score score cross join lateral (
            select from_account_id, to_account_id from check_transfer
            where application_id = score.application_id order by position desc limit 1
          ) newest
          where score.shield_id_number = new.number
            and newest.from_account_id = old.account_id and newest.to_account_id = new.account_id
        ) then
          raise exception 'a ShieldID moves only with a check that carries it' using errcode = 'restrict_violation';
        end if;
        if new.issued_at <> old.issued_at and not linked_anew then
          raise exception 'a ShieldID keeps when it was issued' using errcode = 'restrict_violation';
        end if;
        if old.retired_at is not null and new.retired_at is null and unlinked then
          raise exception 'an unlinked ShieldID is nobody’s' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.hide_removed_connection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      end $function$;

CREATE OR REPLACE FUNCTION public.is_email_address(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((octet_length(value) <= 254) AND (value IS NFC NORMALIZED) AND (value !~ '[A-Z]'::text) AND (octet_length(split_part(value, '@'::text, 1)) <= 64) AND (value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3000\ufeff\uff00-\uffef]'::text) AND (('.'::text || split_part(value, '@'::text, 2)) !~ '[.](?!xn)[a-z0-9]{2}--'::text) AND (value ~ '^[^\s@<>()\[\]\\,;:".]+(\.[^\s@<>()\[\]\\,;:".]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,24}|xn--[a-z0-9-]{0,58}[a-z0-9])$'::text));

CREATE OR REPLACE FUNCTION public.is_sealed(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (value ~ '^v1\.[A-Za-z0-9_-]{1,16}\.[A-Za-z0-9_-]{38,}$'::text);

CREATE OR REPLACE FUNCTION public.is_sealed_for_person(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (value ~ '^[A-Za-z0-9_-]{38,}$'::text);

CREATE OR REPLACE FUNCTION public.keep_adverse_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        -- The rotation of the keys encrypts the same text again.
        if tg_op = 'UPDATE' and tg_table_name = 'adverse_evidence'
          and to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail' then return new; end if;
        if tg_op = 'UPDATE' and tg_table_name = 'adverse_notice'
          and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' then return new; end if;
        if tg_op = 'DELETE' and exists (select from adverse_action
          where id = old.adverse_action_id and closed_at < now() - interval '5 years') then return old; end if;
        raise exception 'the proof of an adverse action never changes' using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION public.keep_api_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if (new.company_id, new.key_hash, new.prefix, new.last_four, new.made_by_account_id, new.made_at)
          is distinct from (old.company_id, old.key_hash, old.prefix, old.last_four, old.made_by_account_id, old.made_at)
        then
          raise exception 'an API key keeps its company and its secret' using errcode = 'restrict_violation';
        end if;
        if old.revoked_at is not null and new is distinct from old then
          raise exception 'a revoked API key stays revoked' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.monitoring_consent_stays_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'a withdrawn consent stays withdrawn' using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION public.other_spellings(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
        select public.unaccent('public.unaccent', nullif(spelled, plain)) from (select lower($1)) typed(plain),
          lateral (select translate(replace(replace(replace(replace(replace(plain, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'),
            'å', 'aa'), 'ø', 'oe'), '-''‘’‛′ʻʼ`´', '')) words(spelled)
      $function$;

CREATE OR REPLACE FUNCTION public.package_keeps_what_was_sold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if to_jsonb(new) - array['active', 'position', 'default_package']
          <> to_jsonb(old) - array['active', 'position', 'default_package'] then
          raise exception 'a package keeps its price, term and description: make a new one' using errcode = 'restrict_violation';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_connection_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'the history of a connection never changes' using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_email_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'not an email address in the one form' using errcode = 'check_violation',
          table = tg_table_name, constraint = tg_name;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'the ledger is only ever added to' using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_reserved_host()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (
          select from released_host r where r.label = new.branding_hostname and r.company_id <> new.id
            and r.released_at > new.updated_at - interval '90 days'
        ) then
          raise exception 'the host label % is reserved', new.branding_hostname
            using errcode = 'unique_violation', constraint = 'company_branding_hostname_key';
        end if;
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_terms_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'what people agreed to never changes' using errcode = 'restrict_violation';
      end $function$;

CREATE OR REPLACE FUNCTION public.spellings(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
        select public.unaccent('public.unaccent', lower($1)) || coalesce(' ' || public.other_spellings($1), '')
      $function$;

create table access_entry (
  id uuid not null,
  person_id uuid not null,
  viewer_account_id uuid,
  viewer_company_id uuid,
  kind text not null,
  day date not null,
  first_at timestamp with time zone not null,
  reason text default ''::text not null,
  share_link_id uuid,
  visitor text default ''::text not null,
  constraint access_entry_kind_check CHECK (kind = ANY (ARRAY['search'::text, 'score'::text, 'report'::text, 'export'::text, 'api'::text, 'staff-report'::text, 'link'::text, 'staff-transfer'::text])),
  constraint access_entry_pkey PRIMARY KEY (id),
  constraint access_entry_share_link_check CHECK ((kind = 'link'::text) = (share_link_id IS NOT NULL) AND (kind = 'link'::text) = (visitor <> ''::text) AND (kind <> 'link'::text OR num_nonnulls(viewer_account_id, viewer_company_id) = 0)),
  constraint access_entry_viewer_check CHECK (viewer_account_id IS NOT NULL OR viewer_company_id IS NOT NULL OR share_link_id IS NOT NULL)
);
CREATE UNIQUE INDEX access_entry_once_a_day_key ON public.access_entry USING btree (person_id, viewer_account_id, viewer_company_id, kind, day, share_link_id, visitor) NULLS NOT DISTINCT;
CREATE INDEX access_entry_person_id_first_at_idx ON public.access_entry USING btree (person_id, first_at DESC, id);
CREATE INDEX access_entry_share_link_id_idx ON public.access_entry USING btree (share_link_id) WHERE (share_link_id IS NOT NULL);
CREATE INDEX access_entry_viewer_account_id_first_at_idx ON public.access_entry USING btree (viewer_account_id, first_at) WHERE (kind = 'search'::text);

create table access_request (
  id uuid not null,
  owner_company_id uuid,
  owner_account_id uuid,
  owner_id uuid generated always as (COALESCE(owner_company_id, owner_account_id)) stored,
  person_id uuid not null,
  asked_by_account_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint access_request_not_oneself_check CHECK (person_id <> asked_by_account_id),
  constraint access_request_one_owner_check CHECK (num_nonnulls(owner_company_id, owner_account_id) = 1),
  constraint access_request_owner_id_person_id_key UNIQUE (owner_id, person_id),
  constraint access_request_pkey PRIMARY KEY (id)
);
CREATE INDEX access_request_asked_by_account_id_idx ON public.access_request USING btree (asked_by_account_id);
CREATE INDEX access_request_person_id_idx ON public.access_request USING btree (person_id);

create table account (
  id uuid not null,
  emailaddress citext not null,
  email_verified_at timestamp with time zone,
  role text default 'USER'::text not null,
  active boolean default true not null,
  password_hash text not null,
  password_changed_at timestamp with time zone not null,
  two_step_method text default 'EMAIL'::text not null,
  mobile_verified_at timestamp with time zone,
  firstname text not null,
  middlename text default ''::text not null,
  lastname text not null,
  namesuffix text default ''::text not null,
  businessname text default ''::text not null,
  mobile text default ''::text not null,
  businessphone text default ''::text not null,
  address1 text default ''::text not null,
  address2 text default ''::text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  postalcode text default ''::text not null,
  dateofbirth date,
  profile_image_key text default ''::text not null,
  ssn_encrypted text,
  ssn_hmac text,
  locked_name_dob boolean default false not null,
  network_sharing_master boolean default true not null,
  network_autoacceptinvite boolean default false not null,
  network_searchresults boolean default false not null,
  email_preference_invites boolean default true not null,
  email_preference_renewal boolean default true not null,
  email_preference_marketing boolean default false not null,
  criticalemails boolean default true not null,
  shieldscore_clean_autoaccept boolean default false not null,
  registered_host text default ''::text not null,
  registered_at timestamp with time zone not null,
  accepted_terms_id uuid,
  last_login_at timestamp with time zone,
  accepted_company_terms_id uuid,
  two_step_contact_id uuid,
  erase_at timestamp with time zone,
  last_login_address text default ''::text not null,
  last_login_agent text default ''::text not null,
  legal_firstname text,
  legal_middlename text,
  legal_lastname text,
  legal_namesuffix text,
  legal_source text,
  legal_at timestamp with time zone,
  network_autoacceptinvite_since timestamp with time zone,
  erased_at timestamp with time zone,
  other_form_told_at timestamp with time zone,
  passkey_offer_answered_at timestamp with time zone,
  constraint account_admin_two_step_check CHECK (role <> 'ADMIN'::text OR two_step_method <> 'DISABLED'::text),
  constraint account_businessphone_check CHECK (businessphone ~ '^([0-9]{10})?$'::text),
  constraint account_dateofbirth_check CHECK (dateofbirth > '1900-01-01'::date),
  constraint account_emailaddress_case_check CHECK (emailaddress::text !~ '[A-Z]'::text),
  constraint account_emailaddress_check CHECK (emailaddress::text ~ '^[^\s@]+@[^\s@]+$'::text),
  constraint account_erased_check CHECK (erased_at IS NULL OR NOT active),
  constraint account_legal_check CHECK ((num_nulls(legal_firstname, legal_middlename, legal_lastname, legal_namesuffix, legal_source, legal_at) = ANY (ARRAY[0, 6])) AND legal_firstname <> ''::text AND legal_lastname <> ''::text),
  constraint account_legal_source_check CHECK (legal_source = ANY (ARRAY['id-verification'::text, 'staff'::text])),
  constraint account_mobile_check CHECK (mobile ~ '^([0-9]{10})?$'::text),
  constraint account_network_autoacceptinvite_since_check CHECK (network_autoacceptinvite = (network_autoacceptinvite_since IS NOT NULL)),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_postalcode_check CHECK (postalcode ~ '^([0-9]{5})?$'::text),
  constraint account_role_check CHECK (role = ANY (ARRAY['USER'::text, 'ADMIN'::text])),
  constraint account_ssn_check CHECK ((ssn_encrypted IS NULL) = (ssn_hmac IS NULL)),
  constraint account_ssn_encrypted_sealed CHECK (is_sealed(ssn_encrypted)),
  constraint account_state_check CHECK (state ~ '^([A-Z]{2})?$'::text),
  constraint account_two_step_contact_id_check CHECK (
CASE two_step_method
    WHEN 'OTPAPP'::text THEN two_step_contact_id IS NOT NULL
    WHEN 'DISABLED'::text THEN two_step_contact_id IS NULL
    ELSE true
END),
  constraint account_two_step_method_check CHECK (two_step_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'OTPAPP'::text, 'DISABLED'::text]))
);
CREATE INDEX account_accepted_company_terms_id_idx ON public.account USING btree (accepted_company_terms_id) WHERE (accepted_company_terms_id IS NOT NULL);
CREATE INDEX account_accepted_terms_id_idx ON public.account USING btree (accepted_terms_id);
CREATE INDEX account_businessphone_idx ON public.account USING btree (businessphone) WHERE (businessphone <> ''::text);
CREATE UNIQUE INDEX account_emailaddress_key ON public.account USING btree (emailaddress);
CREATE INDEX account_erased_at_idx ON public.account USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX account_mobile_idx ON public.account USING btree (mobile) WHERE (mobile <> ''::text);
CREATE INDEX account_name_idx ON public.account USING btree (lower(lastname) COLLATE "C", lower(firstname) COLLATE "C", id) INCLUDE (lastname, firstname);
CREATE INDEX account_other_form_idx ON public.account USING btree (id) WHERE ((NOT is_email_address((emailaddress)::text)) OR (other_form_told_at IS NOT NULL));
CREATE INDEX account_registered_at_idx ON public.account USING btree (registered_at) WHERE (role = 'USER'::text);
CREATE INDEX account_registered_host_idx ON public.account USING btree (registered_host) WHERE (registered_host <> ''::text);
CREATE INDEX account_search_idx ON public.account USING gin (lower(((((((firstname || ' '::text) || lastname) || ' '::text) || businessname) || ' '::text) || (emailaddress)::text)) gin_trgm_ops);
CREATE INDEX account_spelling_search_idx ON public.account USING gin (spellings(((((((firstname || ' '::text) || lastname) || ' '::text) || businessname) || ' '::text) || (emailaddress)::text)) gin_trgm_ops) WHERE ((octet_length(((((((firstname || ' '::text) || lastname) || ' '::text) || businessname) || ' '::text) || (emailaddress)::text)) > length(((((((firstname || ' '::text) || lastname) || ' '::text) || businessname) || ' '::text) || (emailaddress)::text))) OR (strpos(((((((firstname || ' '::text) || lastname) || ' '::text) || businessname) || ' '::text) || (emailaddress)::text), ''''::text) > 0) OR (strpos(((((((firstname || ' '::text) || lastname) || ' '::text) || businessname) || ' '::text) || (emailaddress)::text), '-'::text) > 0));
CREATE INDEX account_ssn_hmac_idx ON public.account USING btree (ssn_hmac) WHERE (ssn_hmac IS NOT NULL);
CREATE INDEX account_staff_idx ON public.account USING btree (lastname, firstname, id) WHERE (role = 'ADMIN'::text);
CREATE TRIGGER account_counted AFTER INSERT OR DELETE OR UPDATE OF role, registered_at ON public.account FOR EACH ROW EXECUTE FUNCTION count_account();
CREATE TRIGGER account_emailaddress_form BEFORE INSERT OR UPDATE OF emailaddress ON public.account FOR EACH ROW WHEN ((NOT is_email_address((new.emailaddress)::text))) EXECUTE FUNCTION refuse_email_address();

create table admin_note (
  id uuid not null,
  account_id uuid not null,
  application_id uuid,
  author_account_id uuid,
  note_type text not null,
  note_sealed text,
  written_at timestamp with time zone not null,
  author_operator text,
  constraint admin_note_author_check CHECK (num_nonnulls(author_account_id, author_operator) = 1),
  constraint admin_note_author_operator_check CHECK (author_operator <> ''::text),
  constraint admin_note_note_sealed_sealed CHECK (is_sealed_for_person(note_sealed)),
  constraint admin_note_note_type_check CHECK (note_type = ANY (ARRAY['note'::text, 'refund'::text, 'expiration'::text, 'dispute'::text, 'call'::text])),
  constraint admin_note_pkey PRIMARY KEY (id)
);
CREATE INDEX admin_note_account_id_idx ON public.admin_note USING btree (account_id, written_at DESC, id DESC);
CREATE INDEX admin_note_application_id_idx ON public.admin_note USING btree (application_id);
CREATE INDEX admin_note_author_account_id_idx ON public.admin_note USING btree (author_account_id);

create table adverse_action (
  id uuid not null,
  company_id uuid not null,
  account_id uuid not null,
  application_id uuid not null,
  score_change_id uuid not null,
  place text not null,
  wait_days integer not null,
  details text not null,
  round integer default 1 not null,
  state text default 'waiting'::text not null,
  started_at timestamp with time zone not null,
  started_by_account_id uuid not null,
  delivered_at timestamp with time zone,
  wait_ends_at timestamp with time zone,
  paper_since timestamp with time zone,
  closed_at timestamp with time zone,
  closed_by_account_id uuid,
  closed_because text,
  case_number integer not null,
  constraint adverse_action_case_number_check CHECK (case_number >= 100000 AND case_number <= 999999),
  constraint adverse_action_closed_because_check CHECK (closed_because = ANY (ARRAY['final'::text, 'company'::text, 'company-ended'::text, 'corrected'::text, 'erased'::text, 'lapsed'::text])),
  constraint adverse_action_closed_check CHECK ((state = ANY (ARRAY['final'::text, 'withdrawn'::text, 'lapsed'::text])) = (closed_at IS NOT NULL) AND (closed_at IS NULL) = (closed_because IS NULL) AND (closed_by_account_id IS NULL OR (closed_because = ANY (ARRAY['final'::text, 'company'::text])))),
  constraint adverse_action_details_sealed CHECK (is_sealed(details)),
  constraint adverse_action_final_check CHECK (state <> 'final'::text OR wait_ends_at IS NOT NULL AND closed_at >= wait_ends_at AND closed_by_account_id IS NOT NULL),
  constraint adverse_action_lapsed_check CHECK (state <> 'lapsed'::text OR wait_ends_at IS NOT NULL AND closed_at >= (wait_ends_at + '60 days'::interval)),
  constraint adverse_action_least_wait_check CHECK (wait_ends_at > (delivered_at + '166:00:00'::interval)),
  constraint adverse_action_paused_check CHECK (state <> 'paused'::text OR wait_ends_at IS NULL),
  constraint adverse_action_pkey PRIMARY KEY (id),
  constraint adverse_action_round_check CHECK (round >= 1),
  constraint adverse_action_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'paused'::text, 'final'::text, 'withdrawn'::text, 'lapsed'::text])),
  constraint adverse_action_wait_check CHECK ((state = ANY (ARRAY['paused'::text, 'withdrawn'::text])) OR (wait_ends_at IS NULL) = (delivered_at IS NULL)),
  constraint adverse_action_wait_days_check CHECK (wait_days >= 7 AND wait_days <= 30)
);
CREATE INDEX adverse_action_account_id_idx ON public.adverse_action USING btree (account_id);
CREATE INDEX adverse_action_application_id_idx ON public.adverse_action USING btree (application_id);
CREATE UNIQUE INDEX adverse_action_case_number_key ON public.adverse_action USING btree (case_number);
CREATE INDEX adverse_action_closed_by_account_id_idx ON public.adverse_action USING btree (closed_by_account_id) WHERE (closed_by_account_id IS NOT NULL);
CREATE INDEX adverse_action_closed_idx ON public.adverse_action USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX adverse_action_company_id_idx ON public.adverse_action USING btree (company_id, started_at DESC, id);
CREATE INDEX adverse_action_open_idx ON public.adverse_action USING btree (id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX adverse_action_open_key ON public.adverse_action USING btree (company_id, application_id) WHERE (closed_at IS NULL);
CREATE INDEX adverse_action_score_change_id_idx ON public.adverse_action USING btree (score_change_id);
CREATE INDEX adverse_action_started_by_account_id_idx ON public.adverse_action USING btree (started_by_account_id);
CREATE TRIGGER adverse_action_guard BEFORE DELETE OR UPDATE ON public.adverse_action FOR EACH ROW EXECUTE FUNCTION guard_adverse_action();

create table adverse_evidence (
  id uuid not null,
  adverse_action_id uuid not null,
  position integer not null,
  kind text not null,
  at timestamp with time zone not null,
  actor_account_id uuid,
  detail text not null,
  hash text not null,
  constraint adverse_evidence_detail_sealed CHECK (is_sealed(detail)),
  constraint adverse_evidence_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  constraint adverse_evidence_pkey PRIMARY KEY (id),
  constraint adverse_evidence_position_check CHECK ("position" >= 1)
);
CREATE INDEX adverse_evidence_actor_account_id_idx ON public.adverse_evidence USING btree (actor_account_id) WHERE (actor_account_id IS NOT NULL);
CREATE UNIQUE INDEX adverse_evidence_position_key ON public.adverse_evidence USING btree (adverse_action_id, "position");
CREATE TRIGGER adverse_evidence_keeps BEFORE DELETE OR UPDATE ON public.adverse_evidence FOR EACH ROW EXECUTE FUNCTION keep_adverse_proof();
CREATE TRIGGER adverse_evidence_not_emptied BEFORE TRUNCATE ON public.adverse_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table adverse_notice (
  id uuid not null,
  adverse_action_id uuid not null,
  kind text not null,
  round integer not null,
  version text not null,
  reviewed boolean not null,
  body text not null,
  body_hash text not null,
  score_change_id uuid not null,
  report_hash text not null,
  made_at timestamp with time zone not null,
  constraint adverse_notice_body_hash_check CHECK (body_hash ~ '^[0-9a-f]{64}$'::text),
  constraint adverse_notice_body_sealed CHECK (is_sealed(body)),
  constraint adverse_notice_kind_check CHECK (kind = ANY (ARRAY['first'::text, 'final'::text])),
  constraint adverse_notice_pkey PRIMARY KEY (id),
  constraint adverse_notice_report_hash_check CHECK (report_hash ~ '^[0-9a-f]{64}$'::text)
);
CREATE UNIQUE INDEX adverse_notice_round_key ON public.adverse_notice USING btree (adverse_action_id, kind, round);
CREATE INDEX adverse_notice_score_change_id_idx ON public.adverse_notice USING btree (score_change_id);
CREATE TRIGGER adverse_notice_keeps BEFORE DELETE OR UPDATE ON public.adverse_notice FOR EACH ROW EXECUTE FUNCTION keep_adverse_proof();
CREATE TRIGGER adverse_notice_not_emptied BEFORE TRUNCATE ON public.adverse_notice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table adverse_pause (
  id uuid not null,
  adverse_action_id uuid not null,
  round integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  constraint adverse_pause_pkey PRIMARY KEY (id),
  constraint adverse_pause_to_check CHECK (to_at >= from_at)
);
CREATE INDEX adverse_pause_adverse_action_id_idx ON public.adverse_pause USING btree (adverse_action_id, from_at);
CREATE UNIQUE INDEX adverse_pause_open_key ON public.adverse_pause USING btree (adverse_action_id) WHERE (to_at IS NULL);

create table alert_delivery (
  id uuid not null,
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  subscription_type text not null,
  cause_id uuid not null,
  at timestamp with time zone not null,
  at_once boolean not null,
  mail_id uuid,
  rule_saving_id uuid,
  constraint alert_delivery_pkey PRIMARY KEY (id),
  constraint alert_delivery_type_check CHECK (subscription_type = ANY (ARRAY['new'::text, 'expiressoon'::text, 'scorechange'::text, 'expired'::text, 'leftnetwork'::text, 'removeduser'::text, 'out_compliance'::text, 'network_invites'::text, 'purchase'::text]))
);
CREATE INDEX alert_delivery_at_idx ON public.alert_delivery USING btree (at);
CREATE INDEX alert_delivery_company_id_idx ON public.alert_delivery USING btree (company_id);
CREATE INDEX alert_delivery_connection_id_idx ON public.alert_delivery USING btree (connection_id);
CREATE INDEX alert_delivery_mail_id_idx ON public.alert_delivery USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE UNIQUE INDEX alert_delivery_once_key ON public.alert_delivery USING btree (account_id, subscription_type, cause_id);
CREATE INDEX alert_delivery_rule_saving_id_idx ON public.alert_delivery USING btree (rule_saving_id) WHERE (rule_saving_id IS NOT NULL);
CREATE INDEX alert_delivery_waiting_idx ON public.alert_delivery USING btree (company_id, account_id, at) WHERE (mail_id IS NULL);

create table alert_mail (
  id uuid not null,
  account_id uuid not null,
  company_id uuid not null,
  summary_date date,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  withheld_at timestamp with time zone,
  constraint alert_mail_end_check CHECK (num_nonnulls(sent_at, withheld_at) <= 1),
  constraint alert_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX alert_mail_account_id_idx ON public.alert_mail USING btree (account_id);
CREATE INDEX alert_mail_company_id_idx ON public.alert_mail USING btree (company_id);
CREATE INDEX alert_mail_created_at_idx ON public.alert_mail USING btree (created_at);
CREATE UNIQUE INDEX alert_mail_summary_key ON public.alert_mail USING btree (account_id, company_id, summary_date) WHERE (summary_date IS NOT NULL);

create table alert_reader (
  company_id uuid not null,
  account_id uuid not null,
  read_until timestamp with time zone not null,
  constraint alert_reader_pkey PRIMARY KEY (account_id, company_id)
);
CREATE INDEX alert_reader_company_id_idx ON public.alert_reader USING btree (company_id);

create table alert_rule (
  company_id uuid not null,
  minscore smallint not null,
  maxscore smallint not null,
  outofcomp_expired boolean not null,
  outofcomp_leftnetwork boolean not null,
  outofcomp_removed boolean not null,
  changed_at timestamp with time zone not null,
  constraint alert_rule_pkey PRIMARY KEY (company_id),
  constraint alert_rule_scores_check CHECK (minscore >= 0 AND minscore <= maxscore AND maxscore <= 4)
);

create table alert_rule_saving (
  id uuid not null,
  company_id uuid not null,
  minscore smallint not null,
  maxscore smallint not null,
  outofcomp_expired boolean not null,
  outofcomp_leftnetwork boolean not null,
  outofcomp_removed boolean not null,
  people_out integer not null,
  saved_by_account_id uuid not null,
  saved_at timestamp with time zone not null,
  constraint alert_rule_saving_people_out_check CHECK (people_out >= 0),
  constraint alert_rule_saving_pkey PRIMARY KEY (id),
  constraint alert_rule_saving_scores_check CHECK (minscore >= 0 AND minscore <= maxscore AND maxscore <= 4)
);
CREATE INDEX alert_rule_saving_company_id_idx ON public.alert_rule_saving USING btree (company_id, saved_at);
CREATE INDEX alert_rule_saving_saved_by_account_id_idx ON public.alert_rule_saving USING btree (saved_by_account_id);
CREATE TRIGGER alert_rule_saving_append_only BEFORE DELETE OR UPDATE ON public.alert_rule_saving FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alert_rule_saving_not_emptied BEFORE TRUNCATE ON public.alert_rule_saving FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table alert_subscription (
  account_id uuid not null,
  company_id uuid not null,
  subscription_type text not null,
  delivery text not null,
  include_statuses text[],
  saved_at timestamp with time zone not null,
  constraint alert_subscription_delivery_check CHECK (delivery = ANY (ARRAY['ATONCE'::text, 'SUMMARY'::text, 'NO'::text])),
  constraint alert_subscription_pkey PRIMARY KEY (account_id, company_id, subscription_type),
  constraint alert_subscription_type_check CHECK (subscription_type = ANY (ARRAY['new'::text, 'expiressoon'::text, 'scorechange'::text, 'expired'::text, 'leftnetwork'::text, 'removeduser'::text, 'out_compliance'::text, 'network_invites'::text, 'purchase'::text]))
);
CREATE INDEX alert_subscription_company_id_idx ON public.alert_subscription USING btree (company_id);

create table api_key (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  key_hash bytea not null,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  allowed_addresses text[] not null,
  made_by_account_id uuid not null,
  made_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  revoked_by_account_id uuid,
  revoked_at timestamp with time zone,
  constraint api_key_ends_at_check CHECK (ends_at > made_at),
  constraint api_key_key_hash_check CHECK (octet_length(key_hash) = 32),
  constraint api_key_last_four_check CHECK (last_four ~ '^[A-Za-z0-9_-]{4}$'::text),
  constraint api_key_last_used_at_check CHECK (date_trunc('hour'::text, last_used_at, 'UTC'::text) = last_used_at),
  constraint api_key_last_used_check CHECK ((last_used_at IS NULL) = (last_used_address IS NULL)),
  constraint api_key_name_check CHECK (name <> ''::text),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_prefix_check CHECK (prefix ~ '^shk_[A-Za-z0-9_-]{4}$'::text),
  constraint api_key_revoked_at_check CHECK (revoked_at >= made_at),
  constraint api_key_revoked_by_check CHECK (revoked_by_account_id IS NULL OR revoked_at IS NOT NULL),
  constraint api_key_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['connections:read'::text, 'invitations:read'::text, 'invitations:write'::text, 'alerts:read'::text, 'people:read'::text, 'adverse_actions:read'::text, 'webhooks:write'::text])
);
CREATE INDEX api_key_company_id_idx ON public.api_key USING btree (company_id, made_at);
CREATE UNIQUE INDEX api_key_key_hash_key ON public.api_key USING btree (key_hash);
CREATE INDEX api_key_made_by_account_id_idx ON public.api_key USING btree (made_by_account_id);
CREATE INDEX api_key_revoked_by_account_id_idx ON public.api_key USING btree (revoked_by_account_id) WHERE (revoked_by_account_id IS NOT NULL);
CREATE TRIGGER api_key_kept BEFORE UPDATE ON public.api_key FOR EACH ROW EXECUTE FUNCTION keep_api_key();

create table application (
  id uuid not null,
  account_id uuid not null,
  package_id uuid not null,
  purchase_id uuid not null,
  status text default 'paid'::text not null,
  ordered_at timestamp with time zone not null,
  status_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  no_jurisdictions boolean default false not null,
  submitted_details text,
  file_key text,
  file_hash text,
  signature_choice text,
  wait_reminders integer default 0 not null,
  waited_since timestamp with time zone,
  payer_id uuid not null,
  money text default 'paid'::text not null,
  money_at timestamp with time zone,
  constraint application_file_check CHECK ((file_key IS NULL) = (file_hash IS NULL)),
  constraint application_file_hash_check CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  constraint application_file_key_check CHECK (file_key <> ''::text),
  constraint application_money_at_check CHECK (money = 'paid'::text OR money_at IS NOT NULL),
  constraint application_money_check CHECK (money = ANY (ARRAY['paid'::text, 'held'::text, 'returned'::text])),
  constraint application_pkey PRIMARY KEY (id),
  constraint application_signature_choice_check CHECK (signature_choice = ANY (ARRAY['digital'::text, 'paper'::text])),
  constraint application_status_check CHECK (status = ANY (ARRAY['paid'::text, 'waituser'::text, 'waitmanual'::text, 'submitted'::text, 'inprogress'::text, 'clearidaction'::text, 'newrequiresapproval'::text, 'monitorrequiresapproval'::text, 'correctionrequest'::text, 'done'::text, 'cancelled'::text, 'refunded'::text])),
  constraint application_submitted_details_sealed CHECK (is_sealed(submitted_details)),
  constraint application_wait_reminders_check CHECK (wait_reminders >= 0 AND wait_reminders <= 3),
  constraint application_waited_since_check CHECK ((wait_reminders = 0) = (waited_since IS NULL))
);
CREATE INDEX application_account_id_idx ON public.application USING btree (account_id, ordered_at);
CREATE UNIQUE INDEX application_account_id_key ON public.application USING btree (id, account_id);
CREATE INDEX application_held_idx ON public.application USING btree (account_id) WHERE (money = 'held'::text);
CREATE INDEX application_open_idx ON public.application USING btree (account_id, status) WHERE (status <> ALL (ARRAY['done'::text, 'cancelled'::text, 'refunded'::text]));
CREATE INDEX application_package_id_idx ON public.application USING btree (package_id);
CREATE UNIQUE INDEX application_purchase_id_key ON public.application USING btree (purchase_id);
CREATE INDEX application_waiting_idx ON public.application USING btree (id) WHERE (status = ANY (ARRAY['paid'::text, 'waituser'::text]));
CREATE TRIGGER application_counted AFTER INSERT OR DELETE OR UPDATE OF status ON public.application FOR EACH ROW EXECUTE FUNCTION count_application();
CREATE TRIGGER application_money_moves BEFORE INSERT OR UPDATE OF money ON public.application FOR EACH ROW EXECUTE FUNCTION guard_application_money();
CREATE TRIGGER application_owner_moves BEFORE INSERT OR UPDATE OF account_id, payer_id ON public.application FOR EACH ROW EXECUTE FUNCTION guard_application_owner();
CREATE TRIGGER application_status_moves BEFORE INSERT OR UPDATE OF status ON public.application FOR EACH ROW EXECUTE FUNCTION guard_application_status();

create table application_draft (
  application_id uuid not null,
  step_key text not null,
  draft text not null,
  saved_at timestamp with time zone not null,
  constraint application_draft_draft_sealed CHECK (is_sealed(draft)),
  constraint application_draft_pkey PRIMARY KEY (application_id, step_key)
);

create table application_jurisdiction (
  application_id uuid not null,
  abbr text not null,
  constraint application_jurisdiction_pkey PRIMARY KEY (application_id, abbr)
);

create table application_status_change (
  id uuid not null,
  application_id uuid not null,
  from_status text,
  to_status text not null,
  changed_at timestamp with time zone not null,
  reason text not null,
  constraint application_status_change_pkey PRIMARY KEY (id)
);
CREATE INDEX application_status_change_application_id_idx ON public.application_status_change USING btree (application_id, changed_at);
CREATE TRIGGER application_status_change_keeps BEFORE DELETE OR UPDATE ON public.application_status_change FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();

create table application_step (
  application_id uuid not null,
  step_key text not null,
  completed_at timestamp with time zone not null,
  constraint application_step_pkey PRIMARY KEY (application_id, step_key)
);

create table application_text (
  application_id uuid not null,
  kind text not null,
  job_id text not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint application_text_ended_check CHECK (ended_at >= begun_at),
  constraint application_text_kind_check CHECK (kind = ANY (ARRAY['submitted'::text, 'action'::text, 'delayed'::text, 'ready'::text])),
  constraint application_text_pkey PRIMARY KEY (application_id, kind)
);

create table approval_code (
  code_hash text not null,
  score_change_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint approval_code_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX approval_code_score_change_id_idx ON public.approval_code USING btree (score_change_id);

create table archived_shield_id (
  number text not null,
  ssn_hmac text not null,
  dateofbirth date not null,
  archived_at timestamp with time zone not null,
  linked_account_id uuid,
  linked_at timestamp with time zone,
  constraint archived_shield_id_dateofbirth_check CHECK (dateofbirth > '1900-01-01'::date),
  constraint archived_shield_id_linked_check CHECK ((linked_account_id IS NULL) = (linked_at IS NULL)),
  constraint archived_shield_id_number_check CHECK (number ~ '^[A-Z]{2}[0-9]{9}$'::text),
  constraint archived_shield_id_pkey PRIMARY KEY (number),
  constraint archived_shield_id_ssn_hmac_check CHECK (ssn_hmac <> ''::text)
);
CREATE INDEX archived_shield_id_linked_account_id_idx ON public.archived_shield_id USING btree (linked_account_id) WHERE (linked_account_id IS NOT NULL);
CREATE INDEX archived_shield_id_ssn_hmac_idx ON public.archived_shield_id USING btree (ssn_hmac) WHERE (linked_account_id IS NULL);
CREATE TRIGGER archived_shield_id_unlinks BEFORE UPDATE OF linked_account_id ON public.archived_shield_id FOR EACH ROW EXECUTE FUNCTION guard_archived_shield_id_link();

create table audit_entry (
  id uuid not null,
  at timestamp with time zone not null,
  operation text not null,
  action text not null,
  actor_id uuid,
  admin_id uuid,
  about_id uuid,
  object_type text,
  object_id text,
  session_id uuid,
  request_id text,
  address text,
  agent text,
  detail jsonb,
  detail_sealed text,
  company_id uuid,
  key_id uuid,
  operator text,
  constraint audit_entry_detail_check CHECK (detail IS NULL OR about_id IS NULL),
  constraint audit_entry_detail_sealed_check CHECK (detail_sealed IS NULL OR about_id IS NOT NULL),
  constraint audit_entry_detail_sealed_sealed CHECK (is_sealed_for_person(detail_sealed)),
  constraint audit_entry_key_id_check CHECK (key_id IS NULL OR actor_id IS NULL AND company_id IS NOT NULL),
  constraint audit_entry_object_check CHECK ((object_type IS NULL) = (object_id IS NULL)),
  constraint audit_entry_operator_check CHECK (operator IS NULL OR operator <> ''::text AND actor_id IS NULL AND session_id IS NULL),
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_about_id_idx ON public.audit_entry USING btree (about_id, at DESC, id DESC) WHERE (about_id IS NOT NULL);
CREATE INDEX audit_entry_action_idx ON public.audit_entry USING btree (action, at DESC, id DESC);
CREATE INDEX audit_entry_actor_idx ON public.audit_entry USING btree (actor_id, at DESC, id DESC) INCLUDE (action) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entry_admin_idx ON public.audit_entry USING btree (admin_id, at DESC, id DESC) INCLUDE (action, actor_id) WHERE (admin_id IS NOT NULL);
CREATE INDEX audit_entry_at_idx ON public.audit_entry USING btree (at DESC, id DESC);
CREATE INDEX audit_entry_company_idx ON public.audit_entry USING btree (company_id, at DESC, id DESC) INCLUDE (action) WHERE (company_id IS NOT NULL);
CREATE INDEX audit_entry_object_idx ON public.audit_entry USING btree (object_id, object_type, at DESC, id DESC) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_entry_session_id_idx ON public.audit_entry USING btree (session_id, at DESC, id DESC) WHERE (session_id IS NOT NULL);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
alter table audit_entry enable always trigger audit_entry_append_only;
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table audit_entry enable always trigger audit_entry_no_truncate;

create table bulk_column_choice (
  company_id uuid not null,
  header_hash text not null,
  column_kind text not null,
  constraint bulk_column_choice_pkey PRIMARY KEY (company_id, header_hash)
);

create table bulk_day (
  company_id uuid not null,
  day date not null,
  rows integer not null,
  constraint bulk_day_pkey PRIMARY KEY (company_id, day),
  constraint bulk_day_rows_check CHECK (rows > 0)
);

create table bulk_invitation (
  id uuid not null,
  company_id uuid not null,
  made_by_account_id uuid not null,
  made_at timestamp with time zone not null,
  file_name text not null,
  file_bytes integer not null,
  rows_key text,
  head_sealed text,
  row_count integer not null,
  column_count integer not null,
  source jsonb not null,
  garbled integer default 0 not null,
  has_header boolean not null,
  column_kinds text[] not null,
  coupon_type_id uuid,
  state text default 'uploaded'::text not null,
  checked_at timestamp with time zone,
  check_counts jsonb,
  check_outcomes bytea,
  position integer default 0 not null,
  sent_counts jsonb,
  started_at timestamp with time zone,
  started_by_account_id uuid,
  coupon_most integer,
  pause_reason text,
  resume_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint bulk_invitation_check_check CHECK ((checked_at IS NULL) = (check_counts IS NULL) AND (checked_at IS NULL) = (check_outcomes IS NULL)),
  constraint bulk_invitation_column_count_check CHECK (column_count >= 1 AND column_count <= 200),
  constraint bulk_invitation_columns_check CHECK (cardinality(column_kinds) = column_count),
  constraint bulk_invitation_ended_check CHECK ((state = ANY (ARRAY['done'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)),
  constraint bulk_invitation_file_bytes_check CHECK (file_bytes > 0),
  constraint bulk_invitation_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 120),
  constraint bulk_invitation_files_check CHECK ((rows_key IS NULL) = (head_sealed IS NULL)),
  constraint bulk_invitation_head_sealed_sealed CHECK (is_sealed(head_sealed)),
  constraint bulk_invitation_pause_reason_check CHECK (pause_reason = ANY (ARRAY['member'::text, 'daily-limit'::text, 'coupon'::text])),
  constraint bulk_invitation_paused_check CHECK ((state = 'paused'::text) = (pause_reason IS NOT NULL) AND NOT (pause_reason = 'daily-limit'::text) IS DISTINCT FROM
CASE
    WHEN pause_reason IS NOT NULL THEN resume_at IS NOT NULL
    ELSE NULL::boolean
END),
  constraint bulk_invitation_pkey PRIMARY KEY (id),
  constraint bulk_invitation_position_check CHECK ("position" >= 0 AND "position" <= row_count),
  constraint bulk_invitation_row_count_check CHECK (row_count >= 1 AND row_count <= 100001),
  constraint bulk_invitation_rows_key_check CHECK (rows_key <> ''::text),
  constraint bulk_invitation_started_check CHECK ((state = 'uploaded'::text) = (started_at IS NULL) AND (started_at IS NULL) = (started_by_account_id IS NULL)),
  constraint bulk_invitation_state_check CHECK (state = ANY (ARRAY['uploaded'::text, 'sending'::text, 'paused'::text, 'done'::text, 'cancelled'::text]))
);
CREATE INDEX bulk_invitation_company_id_idx ON public.bulk_invitation USING btree (company_id, made_at DESC, id);
CREATE INDEX bulk_invitation_coupon_type_id_idx ON public.bulk_invitation USING btree (coupon_type_id) WHERE (coupon_type_id IS NOT NULL);
CREATE INDEX bulk_invitation_kept_idx ON public.bulk_invitation USING btree (id) WHERE (rows_key IS NOT NULL);
CREATE INDEX bulk_invitation_made_by_account_id_idx ON public.bulk_invitation USING btree (made_by_account_id);
CREATE INDEX bulk_invitation_open_idx ON public.bulk_invitation USING btree (id) WHERE (state = ANY (ARRAY['sending'::text, 'paused'::text]));
CREATE UNIQUE INDEX bulk_invitation_rows_key_key ON public.bulk_invitation USING btree (rows_key);
CREATE INDEX bulk_invitation_started_by_account_id_idx ON public.bulk_invitation USING btree (started_by_account_id) WHERE (started_by_account_id IS NOT NULL);

create table bulk_invitation_row (
  bulk_invitation_id uuid not null,
  row_number integer not null,
  outcome text not null,
  constraint bulk_invitation_row_pkey PRIMARY KEY (bulk_invitation_id, row_number)
);

create table bulk_limit (
  company_id uuid not null,
  daily_rows integer not null,
  set_by_account_id uuid not null,
  set_at timestamp with time zone not null,
  constraint bulk_limit_daily_rows_check CHECK (daily_rows >= 1000 AND daily_rows <= 100000),
  constraint bulk_limit_pkey PRIMARY KEY (company_id)
);
CREATE INDEX bulk_limit_set_by_account_id_idx ON public.bulk_limit USING btree (set_by_account_id);

create table charged_card (
  charge_id uuid not null,
  brand text not null,
  last4 text not null,
  constraint charged_card_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text),
  constraint charged_card_pkey PRIMARY KEY (charge_id)
);

create table check_progress (
  cra_order_id uuid not null,
  searches text not null,
  estimated_on date,
  said_at timestamp with time zone not null,
  delay_told_for date,
  constraint check_progress_delay_told_for_check CHECK (delay_told_for IS NULL OR estimated_on IS NOT NULL),
  constraint check_progress_pkey PRIMARY KEY (cra_order_id),
  constraint check_progress_searches_sealed CHECK (is_sealed(searches))
);
CREATE INDEX check_progress_estimated_on_idx ON public.check_progress USING btree (estimated_on, cra_order_id) WHERE (delay_told_for IS DISTINCT FROM estimated_on);

create table check_transfer (
  id uuid not null,
  application_id uuid not null,
  position integer not null,
  from_account_id uuid not null,
  to_account_id uuid not null,
  reason_sealed text,
  transferred_at timestamp with time zone not null,
  transferred_by_account_id uuid not null,
  constraint check_transfer_accounts_check CHECK (from_account_id <> to_account_id),
  constraint check_transfer_pkey PRIMARY KEY (id),
  constraint check_transfer_position_check CHECK ("position" >= 1),
  constraint check_transfer_reason_sealed_sealed CHECK (is_sealed_for_person(reason_sealed))
);
CREATE INDEX check_transfer_from_account_id_idx ON public.check_transfer USING btree (from_account_id, transferred_at);
CREATE UNIQUE INDEX check_transfer_position_key ON public.check_transfer USING btree (application_id, "position");
CREATE INDEX check_transfer_to_account_id_idx ON public.check_transfer USING btree (to_account_id, transferred_at);
CREATE INDEX check_transfer_transferred_by_account_id_idx ON public.check_transfer USING btree (transferred_by_account_id);
CREATE CONSTRAINT TRIGGER check_transfer_done AFTER INSERT ON public.check_transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_check_transfer();
CREATE TRIGGER check_transfer_keeps BEFORE DELETE OR UPDATE OF id, application_id, "position", from_account_id, to_account_id, transferred_at, transferred_by_account_id ON public.check_transfer FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();

create table company (
  id uuid not null,
  company_name text not null,
  legal_business_name text default ''::text not null,
  contact_firstname text default ''::text not null,
  contact_lastname text default ''::text not null,
  accounting_phone text default ''::text not null,
  accounting_email text default ''::text not null,
  company_address1 text default ''::text not null,
  company_address2 text default ''::text not null,
  company_city text default ''::text not null,
  company_state text default ''::text not null,
  company_postalcode text default ''::text not null,
  company_country text default 'US'::text not null,
  company_phone text default ''::text not null,
  company_url text default ''::text not null,
  crm_id text default ''::text not null,
  accounting_id text default ''::text not null,
  time_zone text default 'America/Chicago'::text not null,
  enterprise_enabled boolean default true not null,
  dashboard_enabled boolean default false not null,
  alert_dashboard_enabled boolean default false not null,
  team_management_enabled boolean default false not null,
  enable_payments boolean default false not null,
  shieldlink_enabled boolean default false not null,
  shieldlinkid text not null,
  network_autoinvite boolean default false not null,
  network_requires_pdf boolean default false not null,
  custom_branding_enabled boolean default false not null,
  branding_hostname text,
  custom_store_url text,
  business_footer boolean default true not null,
  shieldhub_branding boolean default true not null,
  primary_color text default '#ED683C'::text not null,
  primary_button_background text,
  primary_button_text text,
  branding_logo_path text default ''::text not null,
  stripe_publishable_key text default ''::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  support_email text default ''::text not null,
  help_url text default ''::text not null,
  tax_id_sealed text,
  daily_summary_hour integer default 8 not null,
  permissible_purpose text default ''::text not null,
  constraint company_accounting_phone_check CHECK (accounting_phone ~ '^([0-9]{10})?$'::text),
  constraint company_branding_hostname_check CHECK (branding_hostname ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text),
  constraint company_company_name_check CHECK (company_name <> ''::text),
  constraint company_company_phone_check CHECK (company_phone ~ '^([0-9]{10})?$'::text),
  constraint company_company_postalcode_check CHECK (company_postalcode ~ '^([0-9]{5})?$'::text),
  constraint company_company_state_check CHECK (company_state ~ '^([A-Z]{2})?$'::text),
  constraint company_custom_store_url_check CHECK (custom_store_url IS NULL OR branding_hostname IS NOT NULL),
  constraint company_daily_summary_hour_check CHECK (daily_summary_hour >= 0 AND daily_summary_hour <= 23),
  constraint company_help_url_check CHECK (help_url ~ '^(https://.+)?$'::text),
  constraint company_permissible_purpose_check CHECK (permissible_purpose = ANY (ARRAY[''::text, 'employment'::text, 'written-instructions'::text, 'business-transaction'::text, 'tenant-screening'::text])),
  constraint company_pkey PRIMARY KEY (id),
  constraint company_primary_button_background_check CHECK (primary_button_background ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint company_primary_button_text_check CHECK (primary_button_text ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint company_primary_color_check CHECK (primary_color ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint company_shieldlinkid_check CHECK (shieldlinkid ~ '^SL[0-9]{9}$'::text),
  constraint company_support_email_check CHECK (support_email = ''::text OR support_email ~~ '%_@_%'::text),
  constraint company_tax_id_sealed_sealed CHECK (is_sealed(tax_id_sealed))
);
CREATE UNIQUE INDEX company_branding_hostname_key ON public.company USING btree (branding_hostname) WHERE (branding_hostname IS NOT NULL);
CREATE INDEX company_search_idx ON public.company USING gin (lower(((((company_name || ' '::text) || legal_business_name) || ' '::text) || COALESCE(branding_hostname, ''::text))) gin_trgm_ops);
CREATE UNIQUE INDEX company_shieldlinkid_key ON public.company USING btree (shieldlinkid);
CREATE INDEX company_spelling_search_idx ON public.company USING gin (spellings(((((company_name || ' '::text) || legal_business_name) || ' '::text) || COALESCE(branding_hostname, ''::text))) gin_trgm_ops) WHERE ((octet_length(((((company_name || ' '::text) || legal_business_name) || ' '::text) || COALESCE(branding_hostname, ''::text))) > length(((((company_name || ' '::text) || legal_business_name) || ' '::text) || COALESCE(branding_hostname, ''::text)))) OR (strpos(((((company_name || ' '::text) || legal_business_name) || ' '::text) || COALESCE(branding_hostname, ''::text)), ''''::text) > 0) OR (strpos(((((company_name || ' '::text) || legal_business_name) || ' '::text) || COALESCE(branding_hostname, ''::text)), '-'::text) > 0));
CREATE TRIGGER company_brand_changed AFTER INSERT OR DELETE OR UPDATE ON public.company FOR EACH STATEMENT EXECUTE FUNCTION brand_changed();
CREATE TRIGGER company_counted AFTER INSERT OR DELETE OR UPDATE OF id ON public.company FOR EACH ROW EXECUTE FUNCTION count_company();
CREATE CONSTRAINT TRIGGER company_has_owner AFTER INSERT ON public.company DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION company_keeps_an_owner();
CREATE TRIGGER company_reserved_host BEFORE INSERT OR UPDATE OF branding_hostname ON public.company FOR EACH ROW WHEN ((new.branding_hostname IS NOT NULL)) EXECUTE FUNCTION refuse_reserved_host();

create table company_card (
  id uuid not null,
  company_id uuid not null,
  card_id text not null,
  setup_at timestamp with time zone not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  saved_by uuid,
  saved_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  warned_days integer,
  refused_at timestamp with time zone,
  constraint company_card_exp_month_check CHECK (exp_month >= 1 AND exp_month <= 12),
  constraint company_card_exp_year_check CHECK (exp_year >= 2000 AND exp_year <= 2100),
  constraint company_card_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text),
  constraint company_card_pkey PRIMARY KEY (id),
  constraint company_card_removed_at_check CHECK (removed_at >= saved_at),
  constraint company_card_warned_days_check CHECK (warned_days >= 1 AND warned_days <= 60)
);
CREATE UNIQUE INDEX company_card_card_id_key ON public.company_card USING btree (card_id);
CREATE UNIQUE INDEX company_card_company_id_key ON public.company_card USING btree (company_id) WHERE (removed_at IS NULL);
CREATE INDEX company_card_exp_idx ON public.company_card USING btree (exp_year, exp_month) WHERE (removed_at IS NULL);
CREATE INDEX company_card_saved_by_idx ON public.company_card USING btree (saved_by);

create table company_customer (
  company_id uuid not null,
  customer_id text not null,
  created_at timestamp with time zone not null,
  constraint company_customer_pkey PRIMARY KEY (company_id)
);
CREATE UNIQUE INDEX company_customer_customer_id_key ON public.company_customer USING btree (customer_id);

create table company_package (
  company_id uuid not null,
  craid text not null,
  crapackageid text not null,
  enabled boolean not null,
  default_package boolean not null,
  constraint company_package_pkey PRIMARY KEY (company_id, craid, crapackageid)
);
CREATE UNIQUE INDEX company_package_default_key ON public.company_package USING btree (company_id) WHERE default_package;

create table compliance_exception (
  id uuid not null,
  connection_id uuid not null,
  company_id uuid not null,
  account_id uuid not null,
  reason_sealed text not null,
  made_by_account_id uuid not null,
  made_at timestamp with time zone not null,
  last_date date not null,
  ends_at timestamp with time zone not null,
  ended_by_account_id uuid,
  ended_at timestamp with time zone,
  constraint compliance_exception_ended_at_check CHECK (ended_at >= made_at),
  constraint compliance_exception_ended_by_check CHECK (ended_by_account_id IS NULL OR ended_at IS NOT NULL),
  constraint compliance_exception_ends_at_check CHECK (ends_at > made_at AND ends_at <= (made_at + '4345:00:00'::interval)),
  constraint compliance_exception_pkey PRIMARY KEY (id),
  constraint compliance_exception_reason_sealed_sealed CHECK (is_sealed_for_person(reason_sealed))
);
CREATE INDEX compliance_exception_account_id_idx ON public.compliance_exception USING btree (account_id);
CREATE INDEX compliance_exception_company_id_idx ON public.compliance_exception USING btree (company_id, made_at);
CREATE INDEX compliance_exception_connection_id_idx ON public.compliance_exception USING btree (connection_id);
CREATE INDEX compliance_exception_due_idx ON public.compliance_exception USING btree (ends_at) WHERE (ended_at IS NULL);
CREATE INDEX compliance_exception_ended_by_account_id_idx ON public.compliance_exception USING btree (ended_by_account_id) WHERE (ended_by_account_id IS NOT NULL);
CREATE INDEX compliance_exception_made_by_account_id_idx ON public.compliance_exception USING btree (made_by_account_id);
CREATE UNIQUE INDEX compliance_exception_open_key ON public.compliance_exception USING btree (connection_id) WHERE (ended_at IS NULL);

create table connection (
  id uuid not null,
  owner_company_id uuid,
  owner_account_id uuid,
  owner_id uuid generated always as (COALESCE(owner_company_id, owner_account_id)) stored,
  account_id uuid,
  to_email citext,
  to_shieldid text,
  to_firstname text default ''::text not null,
  to_lastname text default ''::text not null,
  connection_type text default 'INDIVIDUAL'::text not null,
  invited_by_account_id uuid not null,
  invited_at timestamp with time zone not null,
  invite_expires_at timestamp with time zone not null,
  invite_sent_count integer default 0 not null,
  renewal_request_count integer default 0 not null,
  accepted_at timestamp with time zone,
  sharing_company_id uuid,
  ignored_at timestamp with time zone,
  bounced_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  removed_at timestamp with time zone,
  sharing_active boolean default true not null,
  report_shared boolean default false not null,
  code_sealed text,
  code_hash text,
  status text default 'INVITE'::text not null,
  status_until timestamp with time zone,
  sort_name text default ''::text not null,
  search_text text default ''::text not null,
  shared_at timestamp with time zone not null,
  shieldid text,
  score text,
  score_rank smallint default 9 not null,
  expiration date,
  came_by_link boolean default false not null,
  legal_firstname text,
  legal_lastname text,
  coupon_id uuid,
  package_id uuid,
  renewal_requested_at timestamp with time zone,
  opened_at timestamp with time zone,
  remind_at timestamp with time zone,
  told_stage text,
  told_score text,
  told_expiration date,
  completed_at timestamp with time zone,
  removed_by_account_id uuid,
  under_review boolean default false not null,
  compliance text,
  out_of_compliance boolean generated always as (compliance = ANY (ARRAY['SCORE'::text, 'EXPIRED'::text, 'HIDDEN'::text])) stored,
  bounce_untold boolean default false not null,
  constraint connection_accepted_check CHECK (accepted_at IS NULL OR
CASE connection_type
    WHEN 'FULLNETWORK'::text THEN sharing_company_id IS NOT NULL AND account_id IS NULL AND to_email IS NULL
    ELSE account_id IS NOT NULL
END),
  constraint connection_answered_once_check CHECK (num_nonnulls(accepted_at, ignored_at) <= 1 AND num_nonnulls(cancelled_at, removed_at) <= 1),
  constraint connection_cancelled_check CHECK (cancelled_at IS NULL OR accepted_at IS NULL),
  constraint connection_code_check CHECK ((code_sealed IS NULL) = (connection_type = 'EXTENDED'::text) AND (code_hash IS NULL) = (code_sealed IS NULL)),
  constraint connection_code_sealed_sealed CHECK (is_sealed(code_sealed)),
  constraint connection_companies_check CHECK (connection_type = 'INDIVIDUAL'::text OR removed_at IS NOT NULL OR owner_company_id IS NOT NULL AND owner_company_id IS DISTINCT FROM sharing_company_id),
  constraint connection_company_report_check CHECK (connection_type <> 'FULLNETWORK'::text OR NOT report_shared),
  constraint connection_completed_at_check CHECK (completed_at IS NULL OR accepted_at IS NOT NULL),
  constraint connection_compliance_check CHECK (compliance = ANY (ARRAY['IN'::text, 'EXCEPTION'::text, 'SCORE'::text, 'EXPIRED'::text, 'HIDDEN'::text])),
  constraint connection_connection_type_check CHECK (connection_type = ANY (ARRAY['INDIVIDUAL'::text, 'FULLNETWORK'::text, 'EXTENDED'::text])),
  constraint connection_extended_check CHECK (connection_type <> 'EXTENDED'::text OR accepted_at IS NOT NULL AND NOT report_shared AND shieldid IS NULL AND to_email IS NULL),
  constraint connection_invite_expires_at_check CHECK (invite_expires_at > invited_at),
  constraint connection_invited_check CHECK (num_nonnulls(account_id, to_email, sharing_company_id) > 0),
  constraint connection_judged_check CHECK (compliance IS NULL OR owner_company_id IS NOT NULL AND connection_type <> 'FULLNETWORK'::text AND accepted_at IS NOT NULL AND removed_at IS NULL),
  constraint connection_not_oneself_check CHECK (owner_account_id <> account_id),
  constraint connection_opened_at_check CHECK (opened_at IS NULL OR num_nonnulls(account_id, sharing_company_id) > 0),
  constraint connection_owner_check CHECK (num_nonnulls(owner_company_id, owner_account_id) = 1),
  constraint connection_package_check CHECK (package_id IS NULL OR owner_company_id IS NOT NULL),
  constraint connection_pkey PRIMARY KEY (id),
  constraint connection_removed_by_check CHECK (removed_by_account_id IS NULL OR removed_at IS NOT NULL),
  constraint connection_removed_check CHECK (removed_at IS NULL OR accepted_at IS NOT NULL),
  constraint connection_renewal_requested_at_check CHECK ((renewal_requested_at IS NULL) = (renewal_request_count = 0)),
  constraint connection_score_check CHECK (score IS NULL OR accepted_at IS NOT NULL AND (score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text]))),
  constraint connection_sharing_company_check CHECK (sharing_company_id IS NULL OR connection_type = 'FULLNETWORK'::text),
  constraint connection_status_check CHECK (status = ANY (ARRAY['INVITE'::text, 'INVITEIGNORE'::text, 'INVITEBOUNCE'::text, 'INVITEINRENEWALWINDOW'::text, 'APPSTARTED'::text, 'CHECKINPROGRESS'::text, 'SCOREPENDING'::text, 'PENDINGINVITEACCEPT'::text, 'CURRENT'::text, 'INRENEWALWINDOW'::text, 'EXPIRED'::text, 'DISABLED'::text])),
  constraint connection_told_check CHECK ((told_stage = ANY (ARRAY['joined'::text, 'soon'::text, 'expired'::text])) AND (told_stage IS NULL OR owner_company_id IS NOT NULL AND connection_type = 'INDIVIDUAL'::text AND accepted_at IS NOT NULL) AND (told_stage IS NOT NULL OR told_score IS NULL) AND (told_score IS NULL) = (told_expiration IS NULL) AND (told_score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])) AND (told_stage = 'joined'::text OR told_score IS NOT NULL))
);
CREATE INDEX connection_account_id_idx ON public.connection USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX connection_bounce_untold_idx ON public.connection USING btree (owner_id) WHERE bounce_untold;
CREATE UNIQUE INDEX connection_code_hash_key ON public.connection USING btree (code_hash);
CREATE UNIQUE INDEX connection_coupon_id_key ON public.connection USING btree (coupon_id);
CREATE INDEX connection_dashboard_idx ON public.connection USING btree (owner_id, status, connection_type, score_rank, expiration, invited_at, completed_at) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_excepted_idx ON public.connection USING btree (owner_id, sort_name, id) WHERE ((compliance = 'EXCEPTION'::text) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_expiration_idx ON public.connection USING btree (owner_id, expiration, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_made_idx ON public.connection USING btree (owner_id, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_score_rank_idx ON public.connection USING btree (owner_id, score_rank, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_shared_at_idx ON public.connection USING btree (owner_id, shared_at, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_shieldid_idx ON public.connection USING btree (owner_id, shieldid, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_sort_name_idx ON public.connection USING btree (owner_id, sort_name, id) INCLUDE (search_text) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_grid_status_idx ON public.connection USING btree (owner_id, status, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_invited_by_account_id_idx ON public.connection USING btree (invited_by_account_id, invited_at);
CREATE UNIQUE INDEX connection_live_company_email_key ON public.connection USING btree (owner_id, to_email) WHERE ((connection_type = 'FULLNETWORK'::text) AND (to_email IS NOT NULL) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX connection_live_company_key ON public.connection USING btree (owner_id, sharing_company_id) WHERE ((sharing_company_id IS NOT NULL) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX connection_live_email_key ON public.connection USING btree (owner_id, to_email) WHERE ((connection_type = 'INDIVIDUAL'::text) AND (account_id IS NULL) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX connection_live_extended_key ON public.connection USING btree (owner_id, account_id) WHERE ((connection_type = 'EXTENDED'::text) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX connection_live_person_key ON public.connection USING btree (owner_id, account_id) WHERE ((connection_type = 'INDIVIDUAL'::text) AND (account_id IS NOT NULL) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_network_compliance_idx ON public.connection USING btree (owner_id, out_of_compliance, sort_name, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_network_connection_type_idx ON public.connection USING btree (owner_id, connection_type, sort_name, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_network_score_rank_idx ON public.connection USING btree (owner_id, score_rank, sort_name, id) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_network_status_idx ON public.connection USING btree (owner_id, status, compliance) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_package_id_idx ON public.connection USING btree (package_id) WHERE (package_id IS NOT NULL);
CREATE INDEX connection_people_idx ON public.connection USING btree (owner_id, account_id) INCLUDE (connection_type, score, sort_name, id) WHERE ((account_id IS NOT NULL) AND (accepted_at IS NOT NULL) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_remind_at_idx ON public.connection USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX connection_removed_by_account_id_idx ON public.connection USING btree (removed_by_account_id) WHERE (removed_by_account_id IS NOT NULL);
CREATE INDEX connection_removed_idx ON public.connection USING btree (owner_id, removed_at DESC, id) WHERE (removed_by_account_id IS NOT NULL);
CREATE INDEX connection_search_idx ON public.connection USING gin (owner_id, search_text gin_trgm_ops) WHERE ((cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_sharing_company_id_idx ON public.connection USING btree (sharing_company_id) WHERE (sharing_company_id IS NOT NULL);
CREATE INDEX connection_status_until_idx ON public.connection USING btree (status_until) WHERE ((status_until IS NOT NULL) AND (cancelled_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX connection_to_email_idx ON public.connection USING btree (to_email) WHERE (account_id IS NULL);
alter table connection alter column search_text set statistics 500;
CREATE TRIGGER connection_detail_forgotten AFTER UPDATE OF removed_at ON public.connection FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION forget_invitation_detail();
CREATE TRIGGER connection_removed BEFORE INSERT OR UPDATE ON public.connection FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION hide_removed_connection();

create table connection_event (
  id uuid not null,
  connection_id uuid not null,
  kind text not null,
  actor_account_id uuid,
  at timestamp with time zone not null,
  constraint connection_event_kind_check CHECK (kind = ANY (ARRAY['invited'::text, 'resent'::text, 'attached'::text, 'bounced'::text, 'accepted'::text, 'ignored'::text, 'cancelled'::text, 'sharing-on'::text, 'sharing-off'::text, 'report-on'::text, 'report-off'::text, 'renewal-requested'::text, 'removed'::text, 'left'::text, 'extended'::text, 'reopened'::text, 'linked'::text, 'shieldlink-off'::text])),
  constraint connection_event_pkey PRIMARY KEY (id)
);
CREATE INDEX connection_event_connection_id_idx ON public.connection_event USING btree (connection_id, at, id);
CREATE TRIGGER connection_event_unchanged BEFORE UPDATE ON public.connection_event FOR EACH ROW EXECUTE FUNCTION refuse_connection_event_change();

create table consent_document (
  id uuid not null,
  kind text not null,
  craid text not null,
  version integer not null,
  title text not null,
  body text not null,
  acknowledgement_text text,
  requires_signature boolean not null,
  content_hash text not null,
  in_force_from timestamp with time zone not null,
  state text default ''::text not null,
  constraint consent_document_content_hash_check CHECK (content_hash ~ '^[0-9a-f]{64}$'::text),
  constraint consent_document_kind_check CHECK (kind = ANY (ARRAY['esign'::text, 'disclosure'::text, 'authorization'::text, 'notice'::text])),
  constraint consent_document_pkey PRIMARY KEY (id),
  constraint consent_document_state_check CHECK ((kind = 'notice'::text) = (state <> ''::text) AND state ~ '^([A-Z]{2})?$'::text),
  constraint consent_document_version_check CHECK (version >= 1)
);
CREATE UNIQUE INDEX consent_document_version_key ON public.consent_document USING btree (kind, state, craid, version);
CREATE TRIGGER consent_document_keeps BEFORE DELETE OR UPDATE ON public.consent_document FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();

create table consent_draft (
  craid text not null,
  kind text not null,
  title text not null,
  body text not null,
  acknowledgement_text text,
  requires_signature boolean not null,
  author_account_id uuid not null,
  written_at timestamp with time zone not null,
  state text default ''::text not null,
  constraint consent_draft_kind_check CHECK (kind = ANY (ARRAY['esign'::text, 'disclosure'::text, 'authorization'::text, 'notice'::text])),
  constraint consent_draft_pkey PRIMARY KEY (craid, kind, state),
  constraint consent_draft_state_check CHECK ((kind = 'notice'::text) = (state <> ''::text) AND state ~ '^([A-Z]{2})?$'::text)
);
CREATE INDEX consent_draft_author_account_id_idx ON public.consent_draft USING btree (author_account_id);

create table contact_method (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  value text default ''::text not null,
  secret_sealed text,
  last_step integer,
  started_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  constraint contact_method_kind_check CHECK (kind = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'OTPAPP'::text])),
  constraint contact_method_last_step_check CHECK (last_step IS NULL OR kind = 'OTPAPP'::text),
  constraint contact_method_pkey PRIMARY KEY (id),
  constraint contact_method_secret_check CHECK ((kind = 'OTPAPP'::text) = (secret_sealed IS NOT NULL)),
  constraint contact_method_secret_sealed_sealed CHECK (is_sealed(secret_sealed)),
  constraint contact_method_value_check CHECK (
CASE kind
    WHEN 'EMAIL'::text THEN value ~ '^[^\s@]+@[^\s@]+$'::text AND value = lower(value)
    WHEN 'SMS'::text THEN value ~ '^[0-9]{10}$'::text
    ELSE value = ''::text
END)
);
CREATE UNIQUE INDEX contact_method_account_id_id_key ON public.contact_method USING btree (account_id, id);
CREATE INDEX contact_method_address_idx ON public.contact_method USING btree (value) WHERE (kind = 'EMAIL'::text);
CREATE UNIQUE INDEX contact_method_value_key ON public.contact_method USING btree (account_id, kind, value);
CREATE TRIGGER contact_method_value_form BEFORE INSERT OR UPDATE OF value ON public.contact_method FOR EACH ROW WHEN (((new.kind = 'EMAIL'::text) AND (NOT is_email_address(new.value)))) EXECUTE FUNCTION refuse_email_address();

create table control_change (
  id uuid not null,
  control text not null,
  value text not null,
  reason text not null,
  state text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  effective_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_note text,
  constraint control_change_alone_check CHECK (effective_at >= (requested_at + '24:00:00'::interval)),
  constraint control_change_approved_check CHECK (state <> 'approved'::text OR decided_by <> requested_by),
  constraint control_change_automatic_check CHECK (state <> 'automatic'::text OR COALESCE(decided_at >= effective_at, false)),
  constraint control_change_control_check CHECK (control = ANY (ARRAY['refund-limit'::text, 'account-linking'::text])),
  constraint control_change_decided_check CHECK ((state = 'waiting'::text) = (decided_at IS NULL) AND (decided_at IS NULL) = (decision_note IS NULL) AND (decided_by IS NOT NULL) = (state = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint control_change_pkey PRIMARY KEY (id),
  constraint control_change_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'automatic'::text])),
  constraint control_change_texts_check CHECK (value <> ''::text AND reason <> ''::text)
);
CREATE INDEX control_change_decided_by_idx ON public.control_change USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX control_change_requested_by_idx ON public.control_change USING btree (requested_by);
CREATE UNIQUE INDEX control_change_waiting_key ON public.control_change USING btree (control) WHERE (state = 'waiting'::text);
CREATE TRIGGER control_change_keeps BEFORE DELETE OR UPDATE ON public.control_change FOR EACH ROW EXECUTE FUNCTION guard_control_change();

create table coupon (
  id uuid not null,
  coupon_type_id uuid not null,
  account_id uuid,
  emailaddress citext,
  code_sealed text not null,
  code_hash text not null,
  issued_by uuid,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  lapsed_at timestamp with time zone,
  redeemed_at timestamp with time zone,
  constraint coupon_code_sealed_sealed CHECK (is_sealed(code_sealed)),
  constraint coupon_end_check CHECK (lapsed_at IS NULL OR redeemed_at IS NULL),
  constraint coupon_expires_at_check CHECK (expires_at > issued_at),
  constraint coupon_invitee_check CHECK (num_nonnulls(account_id, emailaddress) = 1),
  constraint coupon_pkey PRIMARY KEY (id)
);
CREATE INDEX coupon_account_id_idx ON public.coupon USING btree (account_id);
CREATE UNIQUE INDEX coupon_code_hash_key ON public.coupon USING btree (code_hash);
CREATE INDEX coupon_coupon_type_id_idx ON public.coupon USING btree (coupon_type_id);
CREATE INDEX coupon_emailaddress_idx ON public.coupon USING btree (emailaddress) WHERE (emailaddress IS NOT NULL);
CREATE INDEX coupon_issued_by_idx ON public.coupon USING btree (issued_by);

create table coupon_notice (
  company_id uuid not null,
  problem text not null,
  told_at timestamp with time zone not null,
  constraint coupon_notice_pkey PRIMARY KEY (company_id),
  constraint coupon_notice_problem_check CHECK (problem = ANY (ARRAY['missing'::text, 'expired'::text, 'declined'::text]))
);

create table coupon_type (
  id uuid not null,
  company_id uuid not null,
  code_type text not null,
  amount integer,
  active boolean default true not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  constraint coupon_type_amount_check CHECK (
CASE code_type
    WHEN 'full'::text THEN amount IS NULL
    WHEN 'percent'::text THEN amount IS NOT NULL AND amount >= 1 AND amount <= 100
    ELSE amount IS NOT NULL AND amount >= 1 AND amount <= 300
END),
  constraint coupon_type_code_type_check CHECK (code_type = ANY (ARRAY['full'::text, 'percent'::text, 'flat'::text])),
  constraint coupon_type_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX coupon_type_active_key ON public.coupon_type USING btree (company_id, code_type, COALESCE(amount, 0)) WHERE active;
CREATE INDEX coupon_type_company_id_idx ON public.coupon_type USING btree (company_id, made_at);
CREATE INDEX coupon_type_made_by_idx ON public.coupon_type USING btree (made_by);

create table cra_order (
  id uuid not null,
  application_id uuid not null,
  craid text not null,
  attempt integer not null,
  idempotency_key text not null,
  state text default 'queued'::text not null,
  held_for text,
  profile_number text,
  created_at timestamp with time zone not null,
  placed_at timestamp with time zone,
  closed_at timestamp with time zone,
  correction_sealed text,
  asked_at timestamp with time zone,
  unanswered_since timestamp with time zone,
  alerted_at timestamp with time zone,
  constraint cra_order_correction_check CHECK (correction_sealed IS NULL OR state = 'returned'::text AND closed_at IS NOT NULL AND held_for IS NULL),
  constraint cra_order_correction_sealed_sealed CHECK (is_sealed_for_person(correction_sealed)),
  constraint cra_order_held_for_check CHECK (held_for = ANY (ARRAY['same-ssn'::text, 'ssn-review'::text])),
  constraint cra_order_pkey PRIMARY KEY (id),
  constraint cra_order_placed_check CHECK ((placed_at IS NULL) = (profile_number IS NULL)),
  constraint cra_order_state_check CHECK (state = ANY (ARRAY['held'::text, 'queued'::text, 'placed'::text, 'inprogress'::text, 'completed'::text, 'returned'::text, 'cancelled'::text]))
);
CREATE INDEX cra_order_application_id_idx ON public.cra_order USING btree (application_id);
CREATE UNIQUE INDEX cra_order_application_id_key ON public.cra_order USING btree (id, application_id);
CREATE UNIQUE INDEX cra_order_idempotency_key_key ON public.cra_order USING btree (idempotency_key);
CREATE INDEX cra_order_open_idx ON public.cra_order USING btree (id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX cra_order_open_key ON public.cra_order USING btree (application_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX cra_order_profile_number_key ON public.cra_order USING btree (craid, profile_number);
CREATE INDEX cra_order_profile_number_search_idx ON public.cra_order USING gin (lower(translate(profile_number, ' _-'::text, ''::text)) gin_trgm_ops);

create table dispute (
  id uuid not null,
  score_change_id uuid not null,
  account_id uuid not null,
  errortext text not null,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  state text default 'received'::text not null,
  application_id uuid not null,
  opened_at_status text not null,
  items text,
  statement text,
  statement_at timestamp with time zone,
  extended_at timestamp with time zone,
  forwarded_at timestamp with time zone,
  overdue_at timestamp with time zone,
  taken_by_account_id uuid,
  taken_at timestamp with time zone,
  outcome text,
  explanation text,
  decided_by_account_id uuid,
  result_due_at timestamp with time zone,
  result_told_at timestamp with time zone,
  kind text default 'error'::text not null,
  blocked_at timestamp with time zone,
  lifted_at timestamp with time zone,
  lift_reason text,
  constraint dispute_blocked_check CHECK (((state = ANY (ARRAY['blocked'::text, 'lifting'::text, 'rescinded'::text])) OR COALESCE(outcome = 'blocked'::text, false)) = (blocked_at IS NOT NULL)),
  constraint dispute_due_at_check CHECK (due_at > received_at),
  constraint dispute_errortext_sealed CHECK (is_sealed(errortext)),
  constraint dispute_explanation_sealed CHECK (is_sealed(explanation)),
  constraint dispute_forwarded_check CHECK (state <> 'forwarded'::text OR forwarded_at IS NOT NULL),
  constraint dispute_items_check CHECK (kind = 'error'::text OR items IS NOT NULL),
  constraint dispute_items_sealed CHECK (is_sealed(items)),
  constraint dispute_kind_check CHECK (kind = ANY (ARRAY['error'::text, 'identity-theft'::text])),
  constraint dispute_lift_reason_sealed CHECK (is_sealed(lift_reason)),
  constraint dispute_lifted_check CHECK ((state = ANY (ARRAY['lifting'::text, 'rescinded'::text])) = (lifted_at IS NOT NULL) AND (lifted_at IS NULL) = (lift_reason IS NULL)),
  constraint dispute_opened_at_status_check CHECK (opened_at_status = ANY (ARRAY['newrequiresapproval'::text, 'monitorrequiresapproval'::text, 'done'::text])),
  constraint dispute_outcome_check CHECK (
CASE kind
    WHEN 'error'::text THEN outcome = ANY (ARRAY['confirmed'::text, 'corrected'::text, 'withdrawn'::text])
    ELSE outcome = ANY (ARRAY['blocked'::text, 'declined'::text, 'withdrawn'::text, 'rescinded'::text])
END),
  constraint dispute_pkey PRIMARY KEY (id),
  constraint dispute_rescinded_check CHECK ((state = 'rescinded'::text) = COALESCE(outcome = 'rescinded'::text, false)),
  constraint dispute_resolved_check CHECK ((state = ANY (ARRAY['decided'::text, 'withdrawn'::text, 'rescinded'::text])) = (resolved_at IS NOT NULL) AND (resolved_at IS NULL) = (outcome IS NULL) AND (resolved_at IS NULL) = (result_due_at IS NULL)),
  constraint dispute_state_check CHECK (
CASE kind
    WHEN 'error'::text THEN state = ANY (ARRAY['received'::text, 'forwarded'::text, 'decided'::text, 'withdrawn'::text])
    ELSE state = ANY (ARRAY['received'::text, 'blocked'::text, 'lifting'::text, 'decided'::text, 'withdrawn'::text, 'rescinded'::text])
END),
  constraint dispute_statement_check CHECK ((statement IS NULL) = (statement_at IS NULL)),
  constraint dispute_statement_sealed CHECK (is_sealed(statement)),
  constraint dispute_taken_check CHECK ((taken_by_account_id IS NULL) = (taken_at IS NULL)),
  constraint dispute_withdrawn_check CHECK ((state = 'withdrawn'::text) = COALESCE(outcome = 'withdrawn'::text, false))
);
CREATE INDEX dispute_account_id_idx ON public.dispute USING btree (account_id);
CREATE UNIQUE INDEX dispute_account_id_key ON public.dispute USING btree (id, account_id);
CREATE INDEX dispute_application_id_idx ON public.dispute USING btree (application_id, received_at);
CREATE INDEX dispute_decided_by_account_id_idx ON public.dispute USING btree (decided_by_account_id) WHERE (decided_by_account_id IS NOT NULL);
CREATE INDEX dispute_due_at_idx ON public.dispute USING btree (due_at, id);
CREATE UNIQUE INDEX dispute_open_key ON public.dispute USING btree (application_id, kind) WHERE (resolved_at IS NULL);
CREATE INDEX dispute_score_change_id_idx ON public.dispute USING btree (score_change_id);
CREATE INDEX dispute_taken_by_account_id_idx ON public.dispute USING btree (taken_by_account_id) WHERE (taken_by_account_id IS NOT NULL);
CREATE TRIGGER dispute_state_moves BEFORE UPDATE OF state, kind ON public.dispute FOR EACH ROW EXECUTE FUNCTION guard_dispute_state();

create table dispute_document (
  id uuid not null,
  dispute_id uuid not null,
  account_id uuid not null,
  message_id uuid,
  purpose text not null,
  author text not null,
  author_account_id uuid not null,
  name text not null,
  content_type text not null,
  file_key text not null,
  file_bytes integer not null,
  added_at timestamp with time zone not null,
  constraint dispute_document_author_check CHECK ((author = ANY (ARRAY['person'::text, 'staff'::text])) AND (author <> 'person'::text OR author_account_id = account_id) AND (purpose = 'evidence'::text OR author = 'person'::text)),
  constraint dispute_document_content_type_check CHECK (content_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])),
  constraint dispute_document_file_bytes_check CHECK (file_bytes > 0),
  constraint dispute_document_file_key_check CHECK (file_key <> ''::text),
  constraint dispute_document_name_sealed CHECK (is_sealed(name)),
  constraint dispute_document_pkey PRIMARY KEY (id),
  constraint dispute_document_purpose_check CHECK ((purpose = ANY (ARRAY['theft-report'::text, 'identity'::text, 'evidence'::text])) AND (purpose <> 'evidence'::text) = (message_id IS NULL))
);
CREATE INDEX dispute_document_account_id_idx ON public.dispute_document USING btree (account_id);
CREATE INDEX dispute_document_author_account_id_idx ON public.dispute_document USING btree (author_account_id);
CREATE INDEX dispute_document_dispute_id_idx ON public.dispute_document USING btree (dispute_id, added_at);
CREATE UNIQUE INDEX dispute_document_file_key_key ON public.dispute_document USING btree (file_key);
CREATE INDEX dispute_document_message_id_idx ON public.dispute_document USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX dispute_document_proof_key ON public.dispute_document USING btree (dispute_id, purpose) WHERE (purpose = ANY (ARRAY['theft-report'::text, 'identity'::text]));

create table dispute_message (
  id uuid not null,
  dispute_id uuid not null,
  account_id uuid not null,
  author text not null,
  author_account_id uuid,
  body text not null,
  written_at timestamp with time zone not null,
  constraint dispute_message_author_check CHECK ((author = ANY (ARRAY['person'::text, 'staff'::text, 'agency'::text])) AND (author = 'agency'::text) = (author_account_id IS NULL)),
  constraint dispute_message_body_sealed CHECK (is_sealed(body)),
  constraint dispute_message_pkey PRIMARY KEY (id)
);
CREATE INDEX dispute_message_account_id_idx ON public.dispute_message USING btree (account_id);
CREATE INDEX dispute_message_author_account_id_idx ON public.dispute_message USING btree (author_account_id) WHERE (author_account_id IS NOT NULL);
CREATE INDEX dispute_message_dispute_id_idx ON public.dispute_message USING btree (dispute_id, written_at);
CREATE UNIQUE INDEX dispute_message_dispute_key ON public.dispute_message USING btree (id, dispute_id);

create table encryption_key (
  id text not null,
  proof text,
  first_used_at timestamp with time zone not null,
  constraint encryption_key_pkey PRIMARY KEY (id),
  constraint encryption_key_proof_sealed CHECK (is_sealed(proof))
);

create table expiration_change (
  id uuid not null,
  account_id uuid not null,
  shield_score_id uuid not null,
  from_expiration date not null,
  to_expiration date not null,
  note_sealed text,
  changed_at timestamp with time zone not null,
  changed_by_account_id uuid not null,
  constraint expiration_change_note_sealed_sealed CHECK (is_sealed_for_person(note_sealed)),
  constraint expiration_change_pkey PRIMARY KEY (id),
  constraint expiration_change_to_expiration_check CHECK (to_expiration > ((changed_at AT TIME ZONE 'UTC'::text)::date + 30) AND to_expiration < ((changed_at AT TIME ZONE 'UTC'::text)::date + 365))
);
CREATE INDEX expiration_change_account_id_idx ON public.expiration_change USING btree (account_id, changed_at);
CREATE INDEX expiration_change_changed_by_account_id_idx ON public.expiration_change USING btree (changed_by_account_id);
CREATE INDEX expiration_change_shield_score_id_idx ON public.expiration_change USING btree (shield_score_id, account_id);
CREATE TRIGGER expiration_change_keeps BEFORE DELETE OR UPDATE OF id, shield_score_id, from_expiration, to_expiration, changed_at, changed_by_account_id ON public.expiration_change FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();
CREATE TRIGGER expiration_change_moves BEFORE UPDATE ON public.expiration_change FOR EACH ROW EXECUTE FUNCTION guard_expiration_change();

create table former_password (
  id uuid not null,
  account_id uuid not null,
  password_hash text not null,
  replaced_at timestamp with time zone not null,
  constraint former_password_password_hash_check CHECK (password_hash <> ''::text),
  constraint former_password_pkey PRIMARY KEY (id)
);
CREATE INDEX former_password_account_id_idx ON public.former_password USING btree (account_id, replaced_at);

create table hook_event (
  provider text not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  body jsonb,
  handled_at timestamp with time zone,
  constraint hook_event_body_sealed CHECK (is_sealed(body ->> 'sealed'::text)),
  constraint hook_event_event_id_check CHECK (length(event_id) >= 1 AND length(event_id) <= 255),
  constraint hook_event_pkey PRIMARY KEY (provider, event_id)
);
CREATE INDEX hook_event_handled_at_idx ON public.hook_event USING btree (handled_at);

create table id_verification (
  id uuid not null,
  account_id uuid not null,
  application_id uuid not null,
  status text default 'awaiting_input'::text not null,
  applicant_id text,
  workflow_run_id text,
  hosted_url text,
  started_at timestamp with time zone not null,
  status_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  id_document text,
  result_sealed text,
  detected_expiration boolean default false not null,
  detected_dob boolean default false not null,
  verified_until date,
  active_verification boolean default false not null,
  front_key text,
  back_key text,
  video_key text,
  images_until timestamp with time zone,
  decided_by uuid,
  note_sealed text,
  sandbox boolean not null,
  applicant_deleted_at timestamp with time zone,
  constraint id_verification_active_check CHECK (NOT active_verification OR status = 'approved'::text),
  constraint id_verification_applicant_deleted_check CHECK (applicant_deleted_at IS NULL OR applicant_id IS NOT NULL AND images_until IS NOT NULL),
  constraint id_verification_back_key_check CHECK (back_key <> ''::text),
  constraint id_verification_begun_check CHECK (workflow_run_id IS NOT NULL OR (status = ANY (ARRAY['awaiting_input'::text, 'abandoned'::text]))),
  constraint id_verification_decided_check CHECK ((decided_at IS NULL) = (status = ANY (ARRAY['awaiting_input'::text, 'processing'::text, 'review'::text]))),
  constraint id_verification_front_key_check CHECK (front_key <> ''::text),
  constraint id_verification_hosted_url_sealed CHECK (is_sealed(hosted_url)),
  constraint id_verification_note_sealed_sealed CHECK (is_sealed_for_person(note_sealed)),
  constraint id_verification_pkey PRIMARY KEY (id),
  constraint id_verification_result_sealed_sealed CHECK (is_sealed_for_person(result_sealed)),
  constraint id_verification_run_check CHECK ((workflow_run_id IS NULL) = (applicant_id IS NULL) AND (hosted_url IS NULL OR workflow_run_id IS NOT NULL)),
  constraint id_verification_staff_check CHECK ((decided_by IS NULL OR (status = ANY (ARRAY['approved'::text, 'rejected'::text]))) AND (note_sealed IS NULL OR decided_by IS NOT NULL)),
  constraint id_verification_status_check CHECK (status = ANY (ARRAY['awaiting_input'::text, 'processing'::text, 'approved'::text, 'review'::text, 'rejected'::text, 'clearidaction'::text, 'abandoned'::text])),
  constraint id_verification_until_check CHECK ((verified_until IS NOT NULL) = (status = 'approved'::text)),
  constraint id_verification_video_key_check CHECK (video_key <> ''::text)
);
CREATE INDEX id_verification_account_id_idx ON public.id_verification USING btree (account_id, started_at);
CREATE UNIQUE INDEX id_verification_active_key ON public.id_verification USING btree (account_id) WHERE active_verification;
CREATE INDEX id_verification_applicant_idx ON public.id_verification USING btree (images_until) WHERE ((applicant_id IS NOT NULL) AND (applicant_deleted_at IS NULL));
CREATE INDEX id_verification_application_id_idx ON public.id_verification USING btree (application_id);
CREATE INDEX id_verification_decided_by_idx ON public.id_verification USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX id_verification_images_idx ON public.id_verification USING btree (images_until) WHERE ((front_key IS NOT NULL) OR (back_key IS NOT NULL) OR (video_key IS NOT NULL));
CREATE UNIQUE INDEX id_verification_open_key ON public.id_verification USING btree (account_id) WHERE (status = ANY (ARRAY['awaiting_input'::text, 'processing'::text, 'review'::text]));
CREATE UNIQUE INDEX id_verification_workflow_run_id_key ON public.id_verification USING btree (workflow_run_id);
CREATE TRIGGER id_verification_moves BEFORE INSERT OR UPDATE OF status ON public.id_verification FOR EACH ROW EXECUTE FUNCTION guard_id_verification_status();

create table invitation_detail (
  connection_id uuid not null,
  mobile text,
  business_name text,
  note text,
  constraint invitation_detail_business_name_check CHECK (length(business_name) >= 1 AND length(business_name) <= 120),
  constraint invitation_detail_mobile_check CHECK (mobile ~ '^[0-9]{10}$'::text),
  constraint invitation_detail_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint invitation_detail_pkey PRIMARY KEY (connection_id),
  constraint invitation_detail_something_check CHECK (num_nonnulls(mobile, business_name, note) > 0)
);
CREATE INDEX invitation_detail_mobile_idx ON public.invitation_detail USING btree (mobile) WHERE (mobile IS NOT NULL);

create table invitation_mail (
  id uuid not null,
  connection_id uuid not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delayed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  opened_at timestamp with time zone,
  clicked_at timestamp with time zone,
  failed_at timestamp with time zone,
  bounced_at timestamp with time zone,
  opens integer default 0 not null,
  clicks integer default 0 not null,
  reminder boolean default false not null,
  withheld_at timestamp with time zone,
  state text generated always as (
CASE
    WHEN withheld_at IS NOT NULL THEN 'withheld'::text
    WHEN bounced_at IS NOT NULL THEN 'bounced'::text
    WHEN failed_at IS NOT NULL THEN 'failed'::text
    WHEN clicked_at IS NOT NULL THEN 'clicked'::text
    WHEN opened_at IS NOT NULL THEN 'opened'::text
    WHEN delivered_at IS NOT NULL THEN 'delivered'::text
    WHEN delayed_at IS NOT NULL THEN 'delayed'::text
    WHEN sent_at IS NOT NULL THEN 'sent'::text
    ELSE 'waiting'::text
END) stored,
  constraint invitation_mail_clicks_check CHECK (clicks >= 0 AND (clicks > 0) = (clicked_at IS NOT NULL)),
  constraint invitation_mail_opens_check CHECK (opens >= 0 AND (opens > 0) = (opened_at IS NOT NULL)),
  constraint invitation_mail_pkey PRIMARY KEY (id),
  constraint invitation_mail_withheld_check CHECK (withheld_at IS NULL OR sent_at IS NULL)
);
CREATE INDEX invitation_mail_connection_id_idx ON public.invitation_mail USING btree (connection_id, id DESC);

create table invite_center_code (
  code_hash text not null,
  account_id uuid not null,
  to_email citext not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint invite_center_code_pkey PRIMARY KEY (code_hash),
  constraint invite_center_code_revoked_at_check CHECK (revoked_at >= created_at),
  constraint invite_center_code_term_check CHECK (expires_at > created_at AND expires_at <= (created_at + '720:00:00'::interval))
);
CREATE INDEX invite_center_code_account_id_idx ON public.invite_center_code USING btree (account_id);
CREATE INDEX invite_center_code_expires_at_idx ON public.invite_center_code USING btree (expires_at);

create table job_interruption (
  job_id bigint not null,
  times integer not null,
  last_at timestamp with time zone not null,
  constraint job_interruption_pkey PRIMARY KEY (job_id),
  constraint job_interruption_times_check CHECK (times >= 1)
);

create table jurisdiction (
  abbr text not null,
  description text not null,
  position integer not null,
  constraint jurisdiction_pkey PRIMARY KEY (abbr)
);

create table kept_text (
  id uuid not null,
  account_id uuid not null,
  page text not null,
  form text not null,
  values_sealed text not null,
  kept_at timestamp with time zone not null,
  constraint kept_text_form_check CHECK (length(form) >= 1 AND length(form) <= 100),
  constraint kept_text_form_key UNIQUE (account_id, page, form),
  constraint kept_text_page_check CHECK (page ~ '^/'::text AND length(page) <= 300),
  constraint kept_text_pkey PRIMARY KEY (id),
  constraint kept_text_values_sealed_sealed CHECK (is_sealed(values_sealed))
);
CREATE INDEX kept_text_kept_at_idx ON public.kept_text USING btree (kept_at);

create table key_request (
  id uuid not null,
  company_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  asked_at timestamp with time zone not null,
  answer_sealed text,
  constraint key_request_answer_sealed_sealed CHECK (is_sealed(answer_sealed)),
  constraint key_request_idempotency_key_check CHECK (length(idempotency_key) >= 1 AND length(idempotency_key) <= 255),
  constraint key_request_pkey PRIMARY KEY (id),
  constraint key_request_request_hash_check CHECK (octet_length(request_hash) = 32)
);
CREATE INDEX key_request_asked_at_idx ON public.key_request USING btree (asked_at);
CREATE UNIQUE INDEX key_request_idempotency_key_key ON public.key_request USING btree (company_id, idempotency_key);

create table known_browser (
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  address text default ''::text not null,
  agent text default ''::text not null,
  constraint known_browser_pkey PRIMARY KEY (id),
  constraint known_browser_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX known_browser_account_id_token_hash_key ON public.known_browser USING btree (account_id, token_hash);
CREATE INDEX known_browser_last_at_idx ON public.known_browser USING btree (last_at);

create table ledger_entry (
  id uuid not null,
  purchase_id uuid not null,
  account_id uuid not null,
  kind text not null,
  amount_cents integer not null,
  currency text not null,
  provider_id text not null,
  recorded_at timestamp with time zone not null,
  leg text not null,
  company_id uuid,
  charge_id uuid,
  constraint ledger_entry_amount_check CHECK (
CASE
    WHEN kind = ANY (ARRAY['refund'::text, 'dispute'::text]) THEN amount_cents < 0
    ELSE amount_cents > 0
END),
  constraint ledger_entry_charge_check CHECK ((charge_id IS NULL) = (kind = ANY (ARRAY['charge'::text, 'unmatched'::text]))),
  constraint ledger_entry_company_check CHECK ((leg = 'company'::text) = (company_id IS NOT NULL)),
  constraint ledger_entry_currency_check CHECK (currency ~ '^[a-z]{3}$'::text AND (kind <> 'charge'::text OR currency = 'usd'::text)),
  constraint ledger_entry_kind_check CHECK (kind = ANY (ARRAY['charge'::text, 'unmatched'::text, 'refund'::text, 'refund-failed'::text, 'dispute'::text, 'dispute-won'::text])),
  constraint ledger_entry_leg_check CHECK (leg = ANY (ARRAY['buyer'::text, 'company'::text])),
  constraint ledger_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_entry_account_id_idx ON public.ledger_entry USING btree (account_id, recorded_at);
CREATE INDEX ledger_entry_charge_id_idx ON public.ledger_entry USING btree (charge_id) WHERE (charge_id IS NOT NULL);
CREATE INDEX ledger_entry_company_id_idx ON public.ledger_entry USING btree (company_id, recorded_at) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_entry_leg_key ON public.ledger_entry USING btree (purchase_id, leg) WHERE (kind = 'charge'::text);
CREATE UNIQUE INDEX ledger_entry_provider_id_key ON public.ledger_entry USING btree (provider_id, kind);
CREATE INDEX ledger_entry_purchase_id_idx ON public.ledger_entry USING btree (purchase_id);
CREATE INDEX ledger_entry_recorded_at_idx ON public.ledger_entry USING btree (recorded_at);
CREATE TRIGGER ledger_entry_fits BEFORE INSERT ON public.ledger_entry FOR EACH ROW EXECUTE FUNCTION guard_ledger_entry();
CREATE TRIGGER ledger_entry_keeps BEFORE DELETE OR UPDATE ON public.ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entry_stays BEFORE TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

create table legal_hold (
  id uuid not null,
  account_id uuid,
  company_id uuid,
  reason_sealed text not null,
  set_at timestamp with time zone not null,
  set_by_account_id uuid,
  set_by_operator text,
  lifted_at timestamp with time zone,
  lifted_by_account_id uuid,
  lifted_by_operator text,
  lift_reason_sealed text,
  constraint legal_hold_about_check CHECK (num_nonnulls(account_id, company_id) = 1),
  constraint legal_hold_lift_reason_sealed_sealed CHECK (is_sealed(lift_reason_sealed)),
  constraint legal_hold_lifted_at_check CHECK (lifted_at >= set_at),
  constraint legal_hold_lifted_by_operator_check CHECK (lifted_by_operator <> ''::text),
  constraint legal_hold_lifted_check CHECK (num_nonnulls(lifted_by_account_id, lifted_by_operator) =
CASE
    WHEN lifted_at IS NULL THEN 0
    ELSE 1
END AND (lifted_at IS NULL) = (lift_reason_sealed IS NULL)),
  constraint legal_hold_pkey PRIMARY KEY (id),
  constraint legal_hold_reason_sealed_sealed CHECK (is_sealed(reason_sealed)),
  constraint legal_hold_set_by_check CHECK (num_nonnulls(set_by_account_id, set_by_operator) = 1),
  constraint legal_hold_set_by_operator_check CHECK (set_by_operator <> ''::text)
);
CREATE INDEX legal_hold_account_id_idx ON public.legal_hold USING btree (account_id);
CREATE INDEX legal_hold_company_id_idx ON public.legal_hold USING btree (company_id);
CREATE UNIQUE INDEX legal_hold_open_account_key ON public.legal_hold USING btree (account_id) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX legal_hold_open_company_key ON public.legal_hold USING btree (company_id) WHERE (lifted_at IS NULL);

create table login_failure (
  key_hash text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint login_failure_failures_check CHECK (failures >= 1),
  constraint login_failure_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX login_failure_last_at_idx ON public.login_failure USING btree (last_at);

create table mail_choice (
  id uuid not null,
  emailaddress citext not null,
  email_preference_marketing boolean not null,
  email_preference_invites boolean not null,
  email_preference_renewal boolean not null,
  criticalemails boolean not null,
  host text not null,
  requested_at timestamp with time zone not null,
  constraint mail_choice_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_choice_emailaddress_idx ON public.mail_choice USING btree (emailaddress);
CREATE INDEX mail_choice_requested_at_idx ON public.mail_choice USING btree (requested_at);

create table mail_preference (
  emailaddress citext not null,
  email_preference_marketing boolean default false not null,
  email_preference_invites boolean default true not null,
  email_preference_renewal boolean default true not null,
  criticalemails boolean default true not null,
  updated_at timestamp with time zone not null,
  constraint mail_preference_pkey PRIMARY KEY (emailaddress)
);

create table mail_suppression (
  emailaddress citext not null,
  reason text not null,
  suppressed_at timestamp with time zone not null,
  id uuid default gen_random_uuid() not null,
  constraint mail_suppression_pkey PRIMARY KEY (emailaddress),
  constraint mail_suppression_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 200)
);
CREATE UNIQUE INDEX mail_suppression_id_key ON public.mail_suppression USING btree (id);
CREATE INDEX mail_suppression_suppressed_at_idx ON public.mail_suppression USING btree (suppressed_at, id);

create table manual_package (
  id uuid not null,
  application_id uuid not null,
  requested_at timestamp with time zone not null,
  downloaded_at timestamp with time zone,
  reminded_at timestamp with time zone,
  alerted_at timestamp with time zone,
  received_at timestamp with time zone,
  received_by text,
  taken_by_account_id uuid,
  file_key text,
  file_hash text,
  file_bytes integer,
  file_pages integer,
  signatures_detected integer,
  closed_at timestamp with time zone,
  outcome text,
  decided_by_account_id uuid,
  reason_sealed text,
  identity_proof text,
  constraint manual_package_closed_check CHECK ((closed_at IS NULL) = (outcome IS NULL)),
  constraint manual_package_decided_check CHECK ((COALESCE(outcome, ''::text) = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by_account_id IS NOT NULL) AND (COALESCE(outcome, ''::text) <> 'approved'::text OR file_key IS NOT NULL)),
  constraint manual_package_file_check CHECK (num_nulls(received_at, received_by, file_key, file_hash, file_bytes, file_pages, signatures_detected) = ANY (ARRAY[0, 7])),
  constraint manual_package_file_hash_check CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  constraint manual_package_file_key_check CHECK (file_key <> ''::text),
  constraint manual_package_file_size_check CHECK (file_bytes > 0 AND file_pages > 0 AND signatures_detected >= 0),
  constraint manual_package_identity_proof_approved_check CHECK (identity_proof IS NULL OR outcome IS NOT NULL AND outcome = 'approved'::text),
  constraint manual_package_identity_proof_check CHECK (identity_proof = ANY (ARRAY['verified'::text, 'copy'::text])),
  constraint manual_package_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'rejected'::text, 'switched'::text, 'canceled'::text])),
  constraint manual_package_pkey PRIMARY KEY (id),
  constraint manual_package_reason_sealed_sealed CHECK (is_sealed_for_person(reason_sealed)),
  constraint manual_package_received_by_check CHECK (received_by = ANY (ARRAY['upload'::text, 'post'::text, 'email'::text, 'courier'::text, 'in-person'::text])),
  constraint manual_package_taken_by_check CHECK ((taken_by_account_id IS NOT NULL) = (COALESCE(received_by, 'upload'::text) <> 'upload'::text))
);
CREATE INDEX manual_package_application_id_idx ON public.manual_package USING btree (application_id, requested_at);
CREATE INDEX manual_package_awaited_idx ON public.manual_package USING btree (requested_at) WHERE ((closed_at IS NULL) AND (received_at IS NULL));
CREATE INDEX manual_package_decided_by_account_id_idx ON public.manual_package USING btree (decided_by_account_id) WHERE (decided_by_account_id IS NOT NULL);
CREATE UNIQUE INDEX manual_package_open_key ON public.manual_package USING btree (application_id) WHERE (closed_at IS NULL);
CREATE INDEX manual_package_taken_by_account_id_idx ON public.manual_package USING btree (taken_by_account_id) WHERE (taken_by_account_id IS NOT NULL);

create table monitored_profile (
  id uuid not null,
  account_id uuid not null,
  application_id uuid not null,
  cra_order_id uuid not null,
  state text default 'starting'::text not null,
  monitoring_id text,
  created_at timestamp with time zone not null,
  first_detected_at timestamp with time zone,
  last_update_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_for text,
  disabled_by_account_id uuid,
  constraint monitored_profile_detected_check CHECK ((monitoring_id IS NULL) = (first_detected_at IS NULL)),
  constraint monitored_profile_disabled_by_check CHECK ((disabled_for = 'staff'::text) = (disabled_by_account_id IS NOT NULL)),
  constraint monitored_profile_disabled_check CHECK ((state = ANY (ARRAY['stopping'::text, 'off'::text])) = (disabled_at IS NOT NULL) AND (disabled_at IS NULL) = (disabled_for IS NULL)),
  constraint monitored_profile_disabled_for_check CHECK (disabled_for = ANY (ARRAY['withdrawn'::text, 'expired'::text, 'renewed'::text, 'staff'::text, 'agency'::text, 'moved'::text])),
  constraint monitored_profile_on_check CHECK (state <> 'on'::text OR monitoring_id IS NOT NULL),
  constraint monitored_profile_pkey PRIMARY KEY (id),
  constraint monitored_profile_state_check CHECK (state = ANY (ARRAY['starting'::text, 'on'::text, 'stopping'::text, 'off'::text]))
);
CREATE INDEX monitored_profile_account_id_idx ON public.monitored_profile USING btree (account_id, created_at);
CREATE UNIQUE INDEX monitored_profile_account_id_key ON public.monitored_profile USING btree (id, account_id);
CREATE INDEX monitored_profile_application_id_idx ON public.monitored_profile USING btree (application_id);
CREATE INDEX monitored_profile_cra_order_id_idx ON public.monitored_profile USING btree (cra_order_id);
CREATE INDEX monitored_profile_disabled_by_account_id_idx ON public.monitored_profile USING btree (disabled_by_account_id) WHERE (disabled_by_account_id IS NOT NULL);
CREATE UNIQUE INDEX monitored_profile_open_key ON public.monitored_profile USING btree (cra_order_id) WHERE (disabled_at IS NULL);

create table monitoring_consent (
  id uuid not null,
  account_id uuid not null,
  words text not null,
  given_at timestamp with time zone not null,
  address text not null,
  agent text not null,
  withdrawn_at timestamp with time zone,
  withdrawn_address text,
  withdrawn_agent text,
  withdrawn_by text,
  constraint monitoring_consent_pkey PRIMARY KEY (id),
  constraint monitoring_consent_withdrawn_by_check CHECK (withdrawn_by = ANY (ARRAY['person'::text, 'staff'::text, 'agency'::text])),
  constraint monitoring_consent_withdrawn_check CHECK (withdrawn_at >= given_at AND (withdrawn_at IS NULL) = (withdrawn_by IS NULL) AND (withdrawn_address IS NOT NULL) = COALESCE(withdrawn_by = 'person'::text, false) AND (withdrawn_agent IS NOT NULL) = COALESCE(withdrawn_by = 'person'::text, false)),
  constraint monitoring_consent_words_check CHECK (words <> ''::text)
);
CREATE INDEX monitoring_consent_account_id_idx ON public.monitoring_consent USING btree (account_id, given_at);
CREATE UNIQUE INDEX monitoring_consent_given_key ON public.monitoring_consent USING btree (account_id) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER monitoring_consent_keeps BEFORE DELETE OR UPDATE OF id, account_id, words, given_at, address, agent ON public.monitoring_consent FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();
CREATE TRIGGER monitoring_consent_stays_withdrawn BEFORE UPDATE ON public.monitoring_consent FOR EACH ROW WHEN ((old.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION monitoring_consent_stays_withdrawn();

create table monitoring_update (
  id uuid not null,
  account_id uuid not null,
  monitored_profile_id uuid not null,
  score text not null,
  findings text not null,
  report_key text not null,
  report_hash text not null,
  received_at timestamp with time zone not null,
  state text not null,
  score_change_id uuid,
  resolved_at timestamp with time zone,
  resolved_by_account_id uuid,
  constraint monitoring_update_findings_sealed CHECK (is_sealed(findings)),
  constraint monitoring_update_pkey PRIMARY KEY (id),
  constraint monitoring_update_proposed_check CHECK ((state = 'proposed'::text) = (score_change_id IS NOT NULL)),
  constraint monitoring_update_report_hash_check CHECK (report_hash ~ '^[0-9a-f]{64}$'::text),
  constraint monitoring_update_report_key_check CHECK (report_key <> ''::text),
  constraint monitoring_update_resolved_check CHECK (resolved_by_account_id IS NULL OR resolved_at IS NOT NULL),
  constraint monitoring_update_score_check CHECK (score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])),
  constraint monitoring_update_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'unchanged'::text, 'proposed'::text, 'superseded'::text]))
);
CREATE INDEX monitoring_update_account_id_idx ON public.monitoring_update USING btree (account_id, received_at);
CREATE INDEX monitoring_update_monitored_profile_id_idx ON public.monitoring_update USING btree (monitored_profile_id, received_at);
CREATE INDEX monitoring_update_resolved_by_account_id_idx ON public.monitoring_update USING btree (resolved_by_account_id) WHERE (resolved_by_account_id IS NOT NULL);
CREATE UNIQUE INDEX monitoring_update_score_change_id_key ON public.monitoring_update USING btree (score_change_id);
CREATE UNIQUE INDEX monitoring_update_waiting_key ON public.monitoring_update USING btree (monitored_profile_id) WHERE (state = 'waiting'::text);

create table name_alias (
  id uuid not null,
  account_id uuid not null,
  position integer not null,
  firstname text not null,
  middlename text default ''::text not null,
  lastname text not null,
  constraint name_alias_pkey PRIMARY KEY (id),
  constraint name_alias_position_check CHECK ("position" >= 1)
);
CREATE UNIQUE INDEX name_alias_account_id_position_key ON public.name_alias USING btree (account_id, "position");

create table network_alert (
  id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  alert_type text not null,
  at timestamp with time zone not null,
  score_id uuid,
  score text,
  previous_score text,
  expiration date,
  firstname text not null,
  lastname text not null,
  businessname text not null,
  sort_name text not null,
  constraint network_alert_alert_type_check CHECK (alert_type = ANY (ARRAY['new'::text, 'expiressoon'::text, 'scorechange'::text, 'expired'::text, 'leftnetwork'::text, 'removeduser'::text, 'out_compliance'::text])),
  constraint network_alert_pkey PRIMARY KEY (id),
  constraint network_alert_previous_score_check CHECK ((alert_type = 'scorechange'::text) = (previous_score IS NOT NULL) AND (previous_score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])) AND previous_score <> score),
  constraint network_alert_score_check CHECK ((score_id IS NULL) = (score IS NULL) AND (score IS NULL) = (expiration IS NULL) AND (score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text]))),
  constraint network_alert_scored_check CHECK (
CASE
    WHEN alert_type = ANY (ARRAY['expiressoon'::text, 'scorechange'::text, 'expired'::text]) THEN score IS NOT NULL
    WHEN alert_type = ANY (ARRAY['leftnetwork'::text, 'removeduser'::text]) THEN score IS NULL
    ELSE true
END)
);
CREATE INDEX network_alert_account_id_idx ON public.network_alert USING btree (account_id);
CREATE UNIQUE INDEX network_alert_change_key ON public.network_alert USING btree (connection_id, score_id) WHERE (alert_type = 'scorechange'::text);
CREATE INDEX network_alert_company_id_idx ON public.network_alert USING btree (company_id, at, id) INCLUDE (alert_type);
CREATE INDEX network_alert_connection_id_idx ON public.network_alert USING btree (connection_id);
CREATE UNIQUE INDEX network_alert_expiry_key ON public.network_alert USING btree (connection_id, score_id, expiration, alert_type) WHERE (alert_type = ANY (ARRAY['expiressoon'::text, 'expired'::text]));
CREATE UNIQUE INDEX network_alert_once_key ON public.network_alert USING btree (connection_id, alert_type) WHERE (alert_type = ANY (ARRAY['new'::text, 'leftnetwork'::text, 'removeduser'::text]));
CREATE UNIQUE INDEX network_alert_out_key ON public.network_alert USING btree (connection_id, at) WHERE (alert_type = 'out_compliance'::text);
CREATE INDEX network_alert_score_id_idx ON public.network_alert USING btree (score_id) WHERE (score_id IS NOT NULL);

create table outbox_message (
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text,
  body_text text not null,
  body_html text,
  links jsonb default '[]'::jsonb not null,
  code text,
  message_id text,
  created_at timestamp with time zone not null,
  attachments jsonb default '[]'::jsonb not null,
  constraint outbox_message_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'sms'::text])),
  constraint outbox_message_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_message_recipient_idx ON public.outbox_message USING btree (recipient, id DESC);

create table overview_count (
  id uuid default gen_random_uuid() not null,
  figure text not null,
  key text not null,
  day date not null,
  change integer not null,
  constraint overview_count_change_check CHECK (change <> 0),
  constraint overview_count_figure_check CHECK (figure = ANY (ARRAY['people'::text, 'scores'::text, 'applications'::text, 'companies'::text])),
  constraint overview_count_pkey PRIMARY KEY (id)
);

create table own_invitation_request (
  id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint own_invitation_request_connection_id_account_id_key UNIQUE (connection_id, account_id),
  constraint own_invitation_request_pkey PRIMARY KEY (id)
);
CREATE INDEX own_invitation_request_account_id_idx ON public.own_invitation_request USING btree (account_id);

create table package_step (
  package_id uuid not null,
  position integer not null,
  step_key text not null,
  page_type text not null,
  consent_kind text,
  title text not null,
  states text default ''::text not null,
  constraint package_step_consent_check CHECK ((page_type = ANY (ARRAY['consent'::text, 'digital_signature_choice'::text])) = (consent_kind IS NOT NULL)),
  constraint package_step_page_type_check CHECK (page_type = ANY (ARRAY['consent'::text, 'digital_signature_choice'::text, 'select_jurisdictions'::text, 'collect_details'::text, 'idverification'::text, 'manual_signature_review'::text, 'review_inprogress'::text])),
  constraint package_step_pkey PRIMARY KEY (package_id, "position"),
  constraint package_step_position_check CHECK ("position" >= 1),
  constraint package_step_states_check CHECK (states ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'::text)
);
CREATE UNIQUE INDEX package_step_step_key_key ON public.package_step USING btree (package_id, step_key);
CREATE TRIGGER package_step_keeps BEFORE DELETE OR UPDATE ON public.package_step FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();

create table passkey (
  id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint default 0 not null,
  host text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_counter_check CHECK (counter >= 0),
  constraint passkey_credential_id_check CHECK (credential_id <> ''::text),
  constraint passkey_host_check CHECK (host <> ''::text AND host !~ ':'::text),
  constraint passkey_last_used_at_check CHECK (last_used_at >= created_at),
  constraint passkey_name_check CHECK (name <> ''::text),
  constraint passkey_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_account_id_idx ON public.passkey USING btree (account_id);
CREATE UNIQUE INDEX passkey_credential_id_key ON public.passkey USING btree (host, credential_id);

create table passkey_challenge (
  id uuid not null,
  challenge_hash bytea not null,
  purpose text not null,
  account_id uuid,
  host text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_account_id_check CHECK ((account_id IS NULL) = (purpose = 'sign-in'::text)),
  constraint passkey_challenge_challenge_hash_check CHECK (octet_length(challenge_hash) = 32),
  constraint passkey_challenge_pkey PRIMARY KEY (id),
  constraint passkey_challenge_purpose_check CHECK (purpose = ANY (ARRAY['add'::text, 'second-step'::text, 'sign-in'::text]))
);
CREATE INDEX passkey_challenge_account_id_idx ON public.passkey_challenge USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX passkey_challenge_challenge_hash_key ON public.passkey_challenge USING btree (challenge_hash);
CREATE INDEX passkey_challenge_expires_at_idx ON public.passkey_challenge USING btree (expires_at);

create table payment_attempt (
  id uuid not null,
  purchase_id uuid not null,
  kind text not null,
  state text default 'open'::text not null,
  provider_id text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  company_card_id uuid,
  authorized_at timestamp with time zone,
  capturing_at timestamp with time zone,
  constraint payment_attempt_authorized_check CHECK (authorized_at IS NULL OR kind = 'company-card'::text AND provider_id IS NOT NULL),
  constraint payment_attempt_capturing_check CHECK (capturing_at IS NULL OR authorized_at IS NOT NULL),
  constraint payment_attempt_company_card_check CHECK ((kind = 'company-card'::text) = (company_card_id IS NOT NULL)),
  constraint payment_attempt_ended_check CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  constraint payment_attempt_kind_check CHECK (kind = ANY (ARRAY['element'::text, 'checkout'::text, 'company-card'::text])),
  constraint payment_attempt_paid_check CHECK (state <> 'paid'::text OR provider_id IS NOT NULL),
  constraint payment_attempt_pkey PRIMARY KEY (id),
  constraint payment_attempt_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'closed'::text]))
);
CREATE INDEX payment_attempt_company_card_id_idx ON public.payment_attempt USING btree (company_card_id) WHERE (company_card_id IS NOT NULL);
CREATE UNIQUE INDEX payment_attempt_open_key ON public.payment_attempt USING btree (purchase_id, ((kind = 'company-card'::text))) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX payment_attempt_paid_key ON public.payment_attempt USING btree (purchase_id, ((kind = 'company-card'::text))) WHERE (state = 'paid'::text);
CREATE UNIQUE INDEX payment_attempt_provider_id_key ON public.payment_attempt USING btree (provider_id);
CREATE INDEX payment_attempt_purchase_id_idx ON public.payment_attempt USING btree (purchase_id, created_at);
CREATE TRIGGER payment_attempt_keeps BEFORE INSERT ON public.payment_attempt FOR EACH ROW WHEN ((new.state = 'open'::text)) EXECUTE FUNCTION guard_payment_attempt();

create table person_key (
  person_id uuid not null,
  wrapped text,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  constraint person_key_erased_check CHECK ((wrapped IS NULL) = (erased_at IS NOT NULL)),
  constraint person_key_pkey PRIMARY KEY (person_id),
  constraint person_key_wrapped_sealed CHECK (is_sealed(wrapped))
);

create table pipeline_alert (
  id uuid not null,
  alert_type text not null,
  event_id uuid not null,
  account_id uuid,
  application_id uuid,
  profile_number text,
  monitor_score text,
  reason text not null,
  raised_at timestamp with time zone not null,
  due_at timestamp with time zone,
  state text default 'open'::text not null,
  assigned_to uuid,
  assigned_at timestamp with time zone,
  settled_by uuid,
  settled_at timestamp with time zone,
  due_by_goal boolean default false not null,
  constraint pipeline_alert_account_check CHECK (account_id IS NOT NULL OR alert_type = 'privacy_request'::text),
  constraint pipeline_alert_assigned_check CHECK ((assigned_to IS NULL) = (assigned_at IS NULL)),
  constraint pipeline_alert_due_by_goal_check CHECK (NOT due_by_goal OR due_at IS NOT NULL),
  constraint pipeline_alert_event_key UNIQUE (alert_type, event_id),
  constraint pipeline_alert_monitor_score_check CHECK (monitor_score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])),
  constraint pipeline_alert_pkey PRIMARY KEY (id),
  constraint pipeline_alert_settled_check CHECK ((state = 'open'::text) = (settled_at IS NULL) AND (settled_by IS NULL OR settled_at IS NOT NULL)),
  constraint pipeline_alert_state_check CHECK (state = ANY (ARRAY['open'::text, 'dismissed'::text, 'closed'::text])),
  constraint pipeline_alert_type_check CHECK (alert_type = ANY (ARRAY['idverification'::text, 'monitor_profile_not_actioned'::text, 'application_ssn_verification'::text, 'application_manual_review'::text, 'dispute'::text, 'identity_theft_block'::text, 'privacy_request'::text, 'payment_dispute'::text, 'proof_limit'::text, 'email_address'::text, 'refund'::text, 'agency_silent'::text]))
);
CREATE INDEX pipeline_alert_account_id_idx ON public.pipeline_alert USING btree (account_id);
CREATE INDEX pipeline_alert_application_id_idx ON public.pipeline_alert USING btree (application_id) WHERE (application_id IS NOT NULL);
CREATE INDEX pipeline_alert_assigned_to_idx ON public.pipeline_alert USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX pipeline_alert_due_idx ON public.pipeline_alert USING btree (state, COALESCE(due_at, '9999-12-31 00:00:00+00'::timestamp with time zone), id);
CREATE INDEX pipeline_alert_raised_idx ON public.pipeline_alert USING btree (state, raised_at, id);
CREATE INDEX pipeline_alert_settled_by_idx ON public.pipeline_alert USING btree (settled_by) WHERE (settled_by IS NOT NULL);

create table portal_brand (
  id integer not null,
  company_name text not null,
  legal_name text not null,
  company_address1 text not null,
  company_address2 text default ''::text not null,
  company_city text not null,
  company_state text not null,
  company_postalcode text not null,
  company_country text default 'US'::text not null,
  company_phone text not null,
  support_email text not null,
  help_url text default ''::text not null,
  sender_address text not null,
  primary_color text default '#ED683C'::text not null,
  primary_button_background text,
  primary_button_text text,
  branding_logo_path text default ''::text not null,
  time_zone text not null,
  updated_at timestamp with time zone not null,
  constraint portal_brand_company_name_check CHECK (company_name <> ''::text),
  constraint portal_brand_company_phone_check CHECK (company_phone ~ '^[0-9]{10}$'::text),
  constraint portal_brand_company_postalcode_check CHECK (company_postalcode ~ '^[0-9]{5}$'::text),
  constraint portal_brand_company_state_check CHECK (company_state ~ '^[A-Z]{2}$'::text),
  constraint portal_brand_help_url_check CHECK (help_url ~ '^(https://.+)?$'::text),
  constraint portal_brand_id_check CHECK (id = 1),
  constraint portal_brand_legal_name_check CHECK (legal_name <> ''::text),
  constraint portal_brand_pkey PRIMARY KEY (id),
  constraint portal_brand_primary_button_background_check CHECK (primary_button_background ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint portal_brand_primary_button_text_check CHECK (primary_button_text ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint portal_brand_primary_color_check CHECK (primary_color ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint portal_brand_sender_address_check CHECK (sender_address ~~ '%_@_%'::text),
  constraint portal_brand_support_email_check CHECK (support_email ~~ '%_@_%'::text)
);
CREATE TRIGGER portal_brand_changed AFTER INSERT OR DELETE OR UPDATE ON public.portal_brand FOR EACH STATEMENT EXECUTE FUNCTION brand_changed();

create table previous_address (
  id uuid not null,
  account_id uuid not null,
  position integer not null,
  address1 text not null,
  address2 text default ''::text not null,
  city text not null,
  state text not null,
  postalcode text not null,
  constraint previous_address_pkey PRIMARY KEY (id),
  constraint previous_address_position_check CHECK ("position" >= 1),
  constraint previous_address_postalcode_check CHECK (postalcode ~ '^[0-9]{5}$'::text),
  constraint previous_address_state_check CHECK (state ~ '^[A-Z]{2}$'::text)
);
CREATE UNIQUE INDEX previous_address_account_id_position_key ON public.previous_address USING btree (account_id, "position");

create table privacy_request (
  id uuid not null,
  kind text not null,
  state text default 'open'::text not null,
  account_id uuid,
  name text not null,
  emailaddress citext not null,
  message_sealed text,
  host text not null,
  requested_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  taken_by_account_id uuid,
  taken_at timestamp with time zone,
  answer_sealed text,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  outcome text,
  file_key text,
  file_expires_at timestamp with time zone,
  erase_at timestamp with time zone,
  retained text default ''::text not null,
  waits_for text,
  waits_until timestamp with time zone,
  constraint privacy_request_account_check CHECK (account_id IS NOT NULL OR kind = 'limit'::text),
  constraint privacy_request_answer_sealed_sealed CHECK (is_sealed(answer_sealed)),
  constraint privacy_request_answered_check CHECK (state <> 'answered'::text OR answered_at IS NOT NULL),
  constraint privacy_request_closed_check CHECK ((state = 'closed'::text) = (closed_at IS NOT NULL) AND (state = 'closed'::text) = (outcome IS NOT NULL)),
  constraint privacy_request_dismissed_check CHECK (outcome IS DISTINCT FROM 'dismissed'::text OR answer_sealed IS NOT NULL OR emailaddress = ''::citext),
  constraint privacy_request_due_at_check CHECK (due_at > requested_at),
  constraint privacy_request_erase_at_check CHECK ((kind = 'deletion'::text) = (erase_at IS NOT NULL)),
  constraint privacy_request_file_check CHECK ((file_key IS NULL OR kind = 'export'::text) AND (file_key IS NULL) = (file_expires_at IS NULL)),
  constraint privacy_request_file_key_check CHECK (file_key <> ''::text),
  constraint privacy_request_kind_check CHECK (kind = ANY (ARRAY['limit'::text, 'export'::text, 'deletion'::text])),
  constraint privacy_request_message_sealed_sealed CHECK (is_sealed(message_sealed)),
  constraint privacy_request_outcome_check CHECK (outcome = ANY (ARRAY['answered'::text, 'built'::text, 'recalled'::text, 'erased'::text, 'dismissed'::text])),
  constraint privacy_request_pkey PRIMARY KEY (id),
  constraint privacy_request_state_check CHECK (state = ANY (ARRAY['open'::text, 'taken'::text, 'answered'::text, 'closed'::text])),
  constraint privacy_request_taken_check CHECK ((taken_by_account_id IS NULL) = (taken_at IS NULL) AND (state <> 'taken'::text OR taken_at IS NOT NULL)),
  constraint privacy_request_waits_check CHECK (waits_for IS NULL OR kind = 'deletion'::text AND state <> 'closed'::text AND (waits_for = ANY (ARRAY['law'::text, 'chargeback'::text, 'refund'::text, 'dispute'::text, 'adverse-action'::text, 'check'::text, 'company'::text, 'result'::text, 'application'::text]))),
  constraint privacy_request_waits_until_check CHECK (waits_until IS NULL OR waits_for IS NOT NULL)
);
CREATE INDEX privacy_request_account_id_idx ON public.privacy_request USING btree (account_id, requested_at);
CREATE INDEX privacy_request_due_at_idx ON public.privacy_request USING btree (due_at, id);
CREATE INDEX privacy_request_erase_at_idx ON public.privacy_request USING btree (erase_at) WHERE (closed_at IS NULL);
CREATE INDEX privacy_request_file_expires_at_idx ON public.privacy_request USING btree (file_expires_at) WHERE (file_key IS NOT NULL);
CREATE UNIQUE INDEX privacy_request_open_key ON public.privacy_request USING btree (account_id, kind) WHERE ((closed_at IS NULL) AND (account_id IS NOT NULL));
CREATE INDEX privacy_request_taken_by_account_id_idx ON public.privacy_request USING btree (taken_by_account_id) WHERE (taken_by_account_id IS NOT NULL);

create table provider_hour (
  provider text not null,
  hour timestamp with time zone not null,
  calls integer not null,
  failures integer not null,
  milliseconds bigint not null,
  constraint provider_hour_calls_check CHECK (calls > 0),
  constraint provider_hour_failures_check CHECK (failures >= 0 AND failures <= calls),
  constraint provider_hour_milliseconds_check CHECK (milliseconds >= 0),
  constraint provider_hour_pkey PRIMARY KEY (provider, hour)
);

create table provider_state (
  provider text not null,
  open_since timestamp with time zone,
  next_try_at timestamp with time zone,
  last_answer_at timestamp with time zone,
  last_answer_ms integer,
  last_failure_at timestamp with time zone,
  last_failure text,
  constraint provider_state_failure_check CHECK ((last_failure_at IS NULL) = (last_failure IS NULL)),
  constraint provider_state_last_answer_ms_check CHECK (last_answer_ms >= 0),
  constraint provider_state_open_check CHECK ((open_since IS NULL) = (next_try_at IS NULL)),
  constraint provider_state_pkey PRIMARY KEY (provider),
  constraint provider_state_provider_check CHECK (provider = ANY (ARRAY['mail'::text, 'texts'::text, 'payments'::text, 'agency'::text, 'verification'::text, 'addresses'::text, 'storage'::text]))
);

create table purchase (
  id uuid not null,
  account_id uuid not null,
  package_id uuid not null,
  package_descrip text not null,
  renewal boolean not null,
  amount_cents integer not null,
  currency text not null,
  status text default 'open'::text not null,
  brand_host text,
  created_at timestamp with time zone not null,
  terms_accepted_at timestamp with time zone,
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  transaction_id text,
  terms_version_id uuid,
  company_terms_version_id uuid,
  coupon_id uuid,
  company_cents integer default 0 not null,
  waived_cents integer default 0 not null,
  price_cents integer generated always as (amount_cents + company_cents + waived_cents) stored,
  constraint purchase_amount_cents_check CHECK (amount_cents >= 0),
  constraint purchase_closed_check CHECK ((status = 'closed'::text) = (closed_at IS NOT NULL)),
  constraint purchase_company_cents_check CHECK (company_cents = 0 OR company_cents >= 50),
  constraint purchase_coupon_check CHECK (coupon_id IS NOT NULL OR company_cents = 0 AND waived_cents = 0),
  constraint purchase_currency_check CHECK (currency ~ '^usd$'::text),
  constraint purchase_paid_check CHECK ((status = 'paid'::text) = (paid_at IS NOT NULL)),
  constraint purchase_pkey PRIMARY KEY (id),
  constraint purchase_status_check CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'closed'::text])),
  constraint purchase_transaction_id_check CHECK (status <> 'paid'::text AND transaction_id IS NULL OR status = 'paid'::text AND (amount_cents = 0 OR transaction_id IS NOT NULL)),
  constraint purchase_waived_cents_check CHECK (waived_cents >= 0 AND waived_cents <= 98)
);
CREATE INDEX purchase_account_id_idx ON public.purchase USING btree (account_id, created_at);
CREATE UNIQUE INDEX purchase_account_id_key ON public.purchase USING btree (id, account_id);
CREATE INDEX purchase_company_terms_version_id_idx ON public.purchase USING btree (company_terms_version_id) WHERE (company_terms_version_id IS NOT NULL);
CREATE UNIQUE INDEX purchase_coupon_id_key ON public.purchase USING btree (coupon_id) WHERE (status <> 'closed'::text);
CREATE UNIQUE INDEX purchase_open_key ON public.purchase USING btree (account_id) WHERE (status = 'open'::text);
CREATE INDEX purchase_package_id_idx ON public.purchase USING btree (package_id);
CREATE INDEX purchase_terms_version_id_idx ON public.purchase USING btree (terms_version_id) WHERE (terms_version_id IS NOT NULL);
CREATE UNIQUE INDEX purchase_transaction_id_key ON public.purchase USING btree (transaction_id);
CREATE TRIGGER purchase_keeps BEFORE DELETE OR UPDATE ON public.purchase FOR EACH ROW EXECUTE FUNCTION guard_purchase();

create table recovery_code (
  id uuid not null,
  account_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX recovery_code_account_id_code_hash_key ON public.recovery_code USING btree (account_id, code_hash);

create table refund (
  id uuid not null,
  purchase_id uuid not null,
  account_id uuid not null,
  cause text not null,
  state text not null,
  amount_cents integer not null,
  currency text not null,
  cancel_application boolean not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  ended_at timestamp with time zone,
  follows_id uuid,
  requested_operator text,
  constraint refund_amount_cents_check CHECK (amount_cents > 0),
  constraint refund_cause_check CHECK (cause = ANY (ARRAY['staff'::text, 'unmatched'::text])),
  constraint refund_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  constraint refund_decided_check CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  constraint refund_ended_check CHECK ((ended_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'sending'::text]))),
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_rejected_check CHECK (state <> 'rejected'::text OR decided_at IS NOT NULL),
  constraint refund_requested_by_check CHECK (num_nonnulls(requested_by, requested_operator) =
CASE cause
    WHEN 'staff'::text THEN 1
    ELSE 0
END),
  constraint refund_requested_operator_check CHECK (requested_operator <> ''::text),
  constraint refund_second_check CHECK (decided_by <> requested_by),
  constraint refund_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'done'::text, 'failed'::text, 'rejected'::text]))
);
CREATE INDEX refund_account_id_idx ON public.refund USING btree (account_id);
CREATE INDEX refund_decided_by_idx ON public.refund USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE UNIQUE INDEX refund_follows_key ON public.refund USING btree (follows_id) WHERE (follows_id IS NOT NULL);
CREATE UNIQUE INDEX refund_open_key ON public.refund USING btree (purchase_id) WHERE ((cause = 'staff'::text) AND (state = ANY (ARRAY['waiting'::text, 'sending'::text])));
CREATE INDEX refund_purchase_id_idx ON public.refund USING btree (purchase_id, requested_at);
CREATE INDEX refund_requested_at_idx ON public.refund USING btree (requested_at, id);
CREATE INDEX refund_requested_by_idx ON public.refund USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE TRIGGER refund_keeps BEFORE DELETE OR UPDATE ON public.refund FOR EACH ROW EXECUTE FUNCTION guard_refund();

create table refund_part (
  id uuid not null,
  refund_id uuid not null,
  charge_id uuid not null,
  amount_cents integer not null,
  provider_id text,
  failure text,
  key_number smallint default 1 not null,
  constraint refund_part_amount_cents_check CHECK (amount_cents > 0),
  constraint refund_part_key_number_check CHECK (key_number > 0),
  constraint refund_part_pkey PRIMARY KEY (id)
);
CREATE INDEX refund_part_charge_id_idx ON public.refund_part USING btree (charge_id);
CREATE UNIQUE INDEX refund_part_charge_key ON public.refund_part USING btree (refund_id, charge_id);
CREATE UNIQUE INDEX refund_part_provider_id_key ON public.refund_part USING btree (provider_id);

create table release_note (
  id uuid not null,
  title text not null,
  body text not null,
  published_at timestamp with time zone not null,
  constraint release_note_body_check CHECK (length(body) >= 1 AND length(body) <= 4000),
  constraint release_note_pkey PRIMARY KEY (id),
  constraint release_note_title_check CHECK (length(title) >= 1 AND length(title) <= 120)
);
CREATE INDEX release_note_published_at_idx ON public.release_note USING btree (published_at);

create table release_note_reader (
  account_id uuid not null,
  read_until timestamp with time zone not null,
  constraint release_note_reader_pkey PRIMARY KEY (account_id)
);

create table released_host (
  label text not null,
  company_id uuid not null,
  released_at timestamp with time zone not null,
  constraint released_host_label_check CHECK (label ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text),
  constraint released_host_pkey PRIMARY KEY (label)
);
CREATE INDEX released_host_company_id_idx ON public.released_host USING btree (company_id);

create table released_host_reader (
  release_id uuid not null,
  account_id uuid not null,
  constraint released_host_reader_pkey PRIMARY KEY (release_id, account_id)
);
CREATE INDEX released_host_reader_account_id_idx ON public.released_host_reader USING btree (account_id);

create table renewal_reminder (
  shield_score_id uuid not null,
  stage integer not null,
  told_at timestamp with time zone not null,
  constraint renewal_reminder_pkey PRIMARY KEY (shield_score_id, stage),
  constraint renewal_reminder_stage_check CHECK (stage >= 0 AND stage <= 45)
);

create table report_purpose (
  id uuid not null,
  owner_company_id uuid,
  owner_account_id uuid,
  owner_id uuid generated always as (COALESCE(owner_company_id, owner_account_id)) stored,
  purpose text not null,
  words text not null,
  attested_by_account_id uuid not null,
  attested_at timestamp with time zone not null,
  constraint report_purpose_own_check CHECK (owner_account_id = attested_by_account_id),
  constraint report_purpose_owner_check CHECK (num_nonnulls(owner_company_id, owner_account_id) = 1),
  constraint report_purpose_pkey PRIMARY KEY (id),
  constraint report_purpose_purpose_check CHECK (purpose = ANY (ARRAY['employment'::text, 'written-instructions'::text, 'business-transaction'::text, 'tenant-screening'::text])),
  constraint report_purpose_words_check CHECK (words <> ''::text)
);
CREATE INDEX report_purpose_attested_by_account_id_idx ON public.report_purpose USING btree (attested_by_account_id);
CREATE INDEX report_purpose_owner_account_id_idx ON public.report_purpose USING btree (owner_account_id);
CREATE INDEX report_purpose_owner_company_id_idx ON public.report_purpose USING btree (owner_company_id);
CREATE INDEX report_purpose_owner_id_idx ON public.report_purpose USING btree (owner_id, attested_at);
CREATE TRIGGER report_purpose_append_only BEFORE DELETE OR UPDATE ON public.report_purpose FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_purpose_not_emptied BEFORE TRUNCATE ON public.report_purpose FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table sandbox.screening (
  id uuid not null,
  craid text not null,
  idempotency_key text not null,
  profile_number text not null,
  product text not null,
  outcome text not null,
  state text default 'received'::text not null,
  subject text not null,
  created_at timestamp with time zone not null,
  monitoring_id text,
  monitored boolean default false not null,
  later_outcome text,
  update_at timestamp with time zone,
  dispute_id uuid,
  dispute_outcome text,
  dispute_due_at timestamp with time zone,
  block_id uuid,
  block_on boolean,
  block_due_at timestamp with time zone,
  unblocked_outcome text,
  loses_result boolean default false not null,
  constraint screening_idempotency_key_key UNIQUE (idempotency_key),
  constraint screening_monitoring_id_key UNIQUE (monitoring_id),
  constraint screening_pkey PRIMARY KEY (id),
  constraint screening_profile_number_key UNIQUE (profile_number),
  constraint screening_state_check CHECK (state = ANY (ARRAY['received'::text, 'inprogress'::text, 'review'::text, 'stays'::text, 'completed'::text, 'clearidaction'::text, 'withdrawn'::text])),
  constraint screening_subject_sealed CHECK (is_sealed(subject))
);

create table sandbox.screening_callback (
  event_id uuid not null,
  screening_id uuid not null,
  position integer not null,
  body text not null,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  constraint screening_callback_pkey PRIMARY KEY (event_id),
  constraint screening_callback_screening_id_position_key UNIQUE (screening_id, "position")
);

create table sandbox.stripe_idempotency (
  key text not null,
  fingerprint text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  constraint stripe_idempotency_pkey PRIMARY KEY (key)
);

create table sandbox.stripe_object (
  place bigint generated always as identity not null,
  id text not null,
  kind text not null,
  data jsonb not null,
  hidden jsonb not null,
  created_at timestamp with time zone not null,
  constraint stripe_object_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_object_kind_idx ON sandbox.stripe_object USING btree (kind, place DESC);
CREATE INDEX stripe_object_payment_intent_idx ON sandbox.stripe_object USING btree (((data ->> 'payment_intent'::text)));

create table sandbox.stripe_webhook_delivery (
  place bigint generated always as identity not null,
  event_id text not null,
  attempts integer default 0 not null,
  last_status integer,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  given_up_at timestamp with time zone,
  constraint stripe_webhook_delivery_pkey PRIMARY KEY (event_id)
);
CREATE INDEX stripe_webhook_delivery_due_idx ON sandbox.stripe_webhook_delivery USING btree (due_at) WHERE ((delivered_at IS NULL) AND (given_up_at IS NULL));

create table sandbox.verification_callback (
  event_id uuid not null,
  run_id uuid not null,
  body text not null,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  constraint verification_callback_pkey PRIMARY KEY (event_id)
);
CREATE INDEX verification_callback_run_id_idx ON sandbox.verification_callback USING btree (run_id);

create table sandbox.verification_run (
  id uuid not null,
  applicant_id uuid not null,
  outcome text not null,
  state text default 'awaiting_input'::text not null,
  subject text not null,
  created_at timestamp with time zone not null,
  constraint verification_run_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'review'::text, 'rejected'::text, 'blurred'::text, 'stays'::text])),
  constraint verification_run_pkey PRIMARY KEY (id),
  constraint verification_run_state_check CHECK (state = ANY (ARRAY['awaiting_input'::text, 'processing'::text, 'approved'::text, 'review'::text, 'declined'::text])),
  constraint verification_run_subject_sealed CHECK (is_sealed(subject))
);

create table saved_signature (
  account_id uuid not null,
  signature_hash text not null,
  signature_image text not null,
  signature_vectors text,
  saved_at timestamp with time zone not null,
  constraint saved_signature_pkey PRIMARY KEY (account_id),
  constraint saved_signature_signature_hash_check CHECK (signature_hash ~ '^[0-9a-f]{64}$'::text),
  constraint saved_signature_signature_image_sealed CHECK (is_sealed(signature_image)),
  constraint saved_signature_signature_vectors_sealed CHECK (is_sealed(signature_vectors))
);

create table score_change (
  id uuid not null,
  application_id uuid not null,
  account_id uuid not null,
  cra_order_id uuid not null,
  score_change_type text not null,
  score text not null,
  previous_score text,
  state text default 'pending'::text not null,
  findings text not null,
  report_key text not null,
  report_hash text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  terms_version_id uuid,
  terms_accepted_at timestamp with time zone,
  terms_address text,
  terms_agent text,
  download_link_clicked boolean default false not null,
  sharing_saved_at timestamp with time zone,
  ready_reminders integer default 0 not null,
  alerted_at timestamp with time zone,
  decided_by_staff boolean default false not null,
  constraint score_change_accepted_terms_check CHECK (state <> 'accepted'::text OR terms_version_id IS NOT NULL OR decided_by_staff),
  constraint score_change_alerted_check CHECK (alerted_at IS NULL OR score_change_type = 'monitorupdate'::text),
  constraint score_change_decided_by_staff_check CHECK (NOT decided_by_staff OR (state = ANY (ARRAY['accepted'::text, 'superseded'::text])) AND ready_reminders = 3),
  constraint score_change_decided_check CHECK ((state = 'pending'::text) = (decided_at IS NULL)),
  constraint score_change_findings_sealed CHECK (is_sealed(findings)),
  constraint score_change_pkey PRIMARY KEY (id),
  constraint score_change_previous_score_check CHECK (previous_score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])),
  constraint score_change_ready_reminders_check CHECK (ready_reminders >= 0 AND ready_reminders <= 3),
  constraint score_change_report_hash_check CHECK (report_hash ~ '^[0-9a-f]{64}$'::text),
  constraint score_change_report_key_check CHECK (report_key <> ''::text),
  constraint score_change_score_change_type_check CHECK (score_change_type = ANY (ARRAY['new'::text, 'monitorupdate'::text])),
  constraint score_change_score_check CHECK (score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])),
  constraint score_change_state_check CHECK (state = ANY (ARRAY['pending'::text, 'accepted'::text, 'disputed'::text, 'superseded'::text])),
  constraint score_change_terms_check CHECK ((terms_version_id IS NULL) = (terms_accepted_at IS NULL) AND (terms_version_id IS NULL) = (terms_address IS NULL) AND (terms_version_id IS NULL) = (terms_agent IS NULL))
);
CREATE INDEX score_change_account_id_idx ON public.score_change USING btree (account_id, created_at);
CREATE UNIQUE INDEX score_change_account_id_key ON public.score_change USING btree (id, account_id);
CREATE INDEX score_change_application_id_idx ON public.score_change USING btree (application_id, created_at);
CREATE UNIQUE INDEX score_change_application_id_key ON public.score_change USING btree (id, application_id);
CREATE INDEX score_change_cra_order_id_idx ON public.score_change USING btree (cra_order_id);
CREATE INDEX score_change_created_at_idx ON public.score_change USING btree (created_at);
CREATE UNIQUE INDEX score_change_pending_key ON public.score_change USING btree (application_id) WHERE (state = 'pending'::text);
CREATE INDEX score_change_waiting_idx ON public.score_change USING btree (id) WHERE (state = 'pending'::text);

create table screening_package (
  id uuid not null,
  craid text not null,
  crapackageid text not null,
  package_descrip text not null,
  full_package_descrip text not null,
  base_price_cents integer not null,
  renewal_price_cents integer not null,
  renewal_years integer not null,
  selection_criteria text,
  exclusion_criteria text,
  active boolean default true not null,
  position integer not null,
  version integer default 1 not null,
  customerid text default ''::text not null,
  default_package boolean default false not null,
  constraint screening_package_base_price_cents_check CHECK (base_price_cents >= 0),
  constraint screening_package_exclusion_criteria_check CHECK (exclusion_criteria ~ '^state!?=[A-Z]{2}$'::text),
  constraint screening_package_pkey PRIMARY KEY (id),
  constraint screening_package_renewal_price_cents_check CHECK (renewal_price_cents >= 0),
  constraint screening_package_renewal_years_check CHECK (renewal_years >= 1 AND renewal_years <= 10),
  constraint screening_package_selection_criteria_check CHECK (selection_criteria ~ '^state!?=[A-Z]{2}$'::text),
  constraint screening_package_version_check CHECK (version >= 1)
);
CREATE UNIQUE INDEX screening_package_default_key ON public.screening_package USING btree (default_package) WHERE (default_package AND active);
CREATE UNIQUE INDEX screening_package_provider_code_key ON public.screening_package USING btree (craid, crapackageid) WHERE active;
CREATE UNIQUE INDEX screening_package_version_key ON public.screening_package USING btree (craid, crapackageid, version);
CREATE TRIGGER screening_package_keeps BEFORE UPDATE ON public.screening_package FOR EACH ROW EXECUTE FUNCTION package_keeps_what_was_sold();

create table screening_provider (
  craid text not null,
  name text not null,
  support_phone text not null,
  support_email text not null,
  mail_address text not null,
  constraint screening_provider_pkey PRIMARY KEY (craid)
);

create table search_entry (
  searcher_id uuid not null,
  person_id uuid not null,
  counted_at timestamp with time zone not null,
  constraint search_entry_not_oneself_check CHECK (searcher_id <> person_id),
  constraint search_entry_pkey PRIMARY KEY (searcher_id, person_id)
);
CREATE INDEX search_entry_counted_at_idx ON public.search_entry USING btree (searcher_id, counted_at);

create table security_change (
  id uuid not null,
  account_id uuid not null,
  change text not null,
  changed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  token_hash bytea not null,
  before_sealed text not null,
  undone_at timestamp with time zone,
  constraint security_change_before_sealed_sealed CHECK (is_sealed(before_sealed)),
  constraint security_change_change_check CHECK (change = ANY (ARRAY['password'::text, 'email'::text, 'mobile'::text, 'method-added'::text, 'method-removed'::text, 'primary'::text, 'off'::text, 'passkey-added'::text, 'passkey-removed'::text, 'codes-made'::text, 'code-used'::text])),
  constraint security_change_expires_at_check CHECK (expires_at > changed_at),
  constraint security_change_pkey PRIMARY KEY (id),
  constraint security_change_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX security_change_account_id_changed_at_idx ON public.security_change USING btree (account_id, changed_at);
CREATE INDEX security_change_expires_at_idx ON public.security_change USING btree (expires_at);
CREATE UNIQUE INDEX security_change_token_hash_key ON public.security_change USING btree (token_hash);

create table sent_mail (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  message_id text not null,
  subject_sealed text,
  address_sealed text,
  state text not null,
  sent_at timestamp with time zone not null,
  progressed_at timestamp with time zone,
  version integer,
  text_sealed text,
  constraint sent_mail_address_sealed_sealed CHECK (is_sealed_for_person(address_sealed)),
  constraint sent_mail_kind_check CHECK (kind <> ''::text),
  constraint sent_mail_message_key UNIQUE (account_id, message_id),
  constraint sent_mail_pkey PRIMARY KEY (id),
  constraint sent_mail_state_check CHECK (state = ANY (ARRAY['sending'::text, 'sent'::text, 'delayed'::text, 'delivered'::text, 'failed'::text, 'bounced'::text, 'suppressed'::text])),
  constraint sent_mail_subject_sealed_sealed CHECK (is_sealed_for_person(subject_sealed)),
  constraint sent_mail_text_sealed_sealed CHECK (is_sealed_for_person(text_sealed)),
  constraint sent_mail_version_check CHECK (version > 0)
);
CREATE INDEX sent_mail_account_id_idx ON public.sent_mail USING btree (account_id, sent_at DESC, id DESC);

create table session (
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  two_step_at timestamp with time zone,
  remembered boolean default false not null,
  admin_account_id uuid,
  address text default ''::text not null,
  agent text default ''::text not null,
  host text not null,
  trusted_browser_id uuid,
  admin_session_id uuid,
  written_to bigint,
  constraint session_admin_account_id_check CHECK (admin_account_id <> account_id),
  constraint session_admin_session_id_check CHECK ((admin_session_id IS NULL) = (admin_account_id IS NULL)),
  constraint session_expires_at_check CHECK (expires_at > created_at),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint session_trusted_browser_id_check CHECK (trusted_browser_id IS NULL OR remembered),
  constraint session_written_to_check CHECK (written_to >= 0)
) with (fillfactor=80);
CREATE INDEX session_account_id_idx ON public.session USING btree (account_id);
CREATE INDEX session_admin_account_id_idx ON public.session USING btree (admin_account_id) WHERE (admin_account_id IS NOT NULL);
CREATE INDEX session_admin_session_id_idx ON public.session USING btree (admin_session_id) WHERE (admin_session_id IS NOT NULL);
CREATE INDEX session_expires_at_idx ON public.session USING btree (expires_at);
CREATE UNIQUE INDEX session_token_hash_key ON public.session USING btree (token_hash);
CREATE INDEX session_trusted_browser_id_idx ON public.session USING btree (trusted_browser_id) WHERE (trusted_browser_id IS NOT NULL);

create table session_facts (
  account_id uuid not null,
  certification_number text,
  certification_score text,
  certification_expiration date,
  has_current_verification boolean default false not null,
  pending_score_change boolean default false not null,
  open_score_dispute boolean default false not null,
  alert_count integer default 0 not null,
  application_count integer default 0 not null,
  company_id uuid,
  company_name text,
  team_role text,
  dashboard_enabled boolean default false not null,
  alert_dashboard_enabled boolean default false not null,
  shieldlink_enabled boolean default false not null,
  shieldlinkid text,
  enable_payments boolean default false not null,
  enterprise_enabled text default 'NO'::text not null,
  certification_name text,
  open_application boolean default false not null,
  score_held boolean default false not null,
  score_review_since timestamp with time zone,
  verified_at timestamp with time zone,
  constraint session_facts_certification_number_check CHECK (certification_number ~ '^[A-Z]{2}[0-9]{9}$'::text),
  constraint session_facts_certification_score_check CHECK (certification_score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text])),
  constraint session_facts_counts_check CHECK (alert_count >= 0 AND application_count >= 0),
  constraint session_facts_enterprise_enabled_check CHECK (enterprise_enabled = ANY (ARRAY['YES'::text, 'NO'::text, 'BLOCKED'::text])),
  constraint session_facts_pkey PRIMARY KEY (account_id),
  constraint session_facts_team_check CHECK ((company_id IS NULL) = (team_role IS NULL)),
  constraint session_facts_team_role_check CHECK (team_role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX session_facts_certification_number_key ON public.session_facts USING btree (certification_number) WHERE (certification_number IS NOT NULL);
CREATE INDEX session_facts_company_id_idx ON public.session_facts USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE INDEX session_facts_search_idx ON public.session_facts USING gin (lower(certification_number) gin_trgm_ops);

create table session_hand_off (
  id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  target_host text not null,
  address text not null,
  expires_at timestamp with time zone not null,
  constraint session_hand_off_pkey PRIMARY KEY (id)
);
CREATE INDEX session_hand_off_expires_at_idx ON public.session_hand_off USING btree (expires_at);
CREATE INDEX session_hand_off_session_id_idx ON public.session_hand_off USING btree (session_id);
CREATE UNIQUE INDEX session_hand_off_token_hash_key ON public.session_hand_off USING btree (token_hash);

create table setting (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint setting_pkey PRIMARY KEY (key)
);

create table share_link (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  label text default ''::text not null,
  to_email citext,
  code_sealed text not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint share_link_code_hash_key UNIQUE (code_hash),
  constraint share_link_code_sealed_sealed CHECK (is_sealed(code_sealed)),
  constraint share_link_kind_check CHECK (kind = ANY (ARRAY['link'::text, 'email'::text])),
  constraint share_link_pkey PRIMARY KEY (id),
  constraint share_link_revoked_at_check CHECK (revoked_at >= created_at),
  constraint share_link_term_check CHECK (expires_at > created_at AND expires_at <= (created_at + '2160:00:00'::interval)),
  constraint share_link_to_email_check CHECK ((kind = 'email'::text) = (to_email IS NOT NULL))
);
CREATE INDEX share_link_account_id_created_at_idx ON public.share_link USING btree (account_id, created_at DESC);

create table shield_id (
  number text not null,
  account_id uuid not null,
  issued_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint shield_id_number_check CHECK (number ~ '^[A-Z]{2}[0-9]{9}$'::text),
  constraint shield_id_pkey PRIMARY KEY (number)
);
CREATE UNIQUE INDEX shield_id_account_id_key ON public.shield_id USING btree (number, account_id);
CREATE UNIQUE INDEX shield_id_active_key ON public.shield_id USING btree (account_id) WHERE (retired_at IS NULL);
CREATE TRIGGER shield_id_keeps BEFORE DELETE OR UPDATE OF number ON public.shield_id FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();
CREATE TRIGGER shield_id_owner_moves BEFORE UPDATE OF account_id, issued_at, retired_at ON public.shield_id FOR EACH ROW EXECUTE FUNCTION guard_shield_id_owner();

create table shield_score (
  id uuid not null,
  account_id uuid not null,
  shield_id_number text not null,
  application_id uuid not null,
  score_change_id uuid not null,
  score text not null,
  activated_at timestamp with time zone not null,
  expiration date not null,
  ended_at timestamp with time zone,
  legal_firstname text not null,
  legal_middlename text not null,
  legal_lastname text not null,
  legal_namesuffix text not null,
  previous_expiration date,
  legal_source text default 'application'::text not null,
  legal_at timestamp with time zone,
  constraint shield_score_legal_at_check CHECK ((legal_source = 'application'::text) = (legal_at IS NULL)),
  constraint shield_score_legal_source_check CHECK (legal_source = ANY (ARRAY['application'::text, 'id-verification'::text, 'staff'::text])),
  constraint shield_score_pkey PRIMARY KEY (id),
  constraint shield_score_previous_expiration_check CHECK (previous_expiration > expiration),
  constraint shield_score_score_check CHECK (score = ANY (ARRAY['IC01+'::text, 'IC01'::text, 'IC02'::text, 'IC03'::text, 'IC04'::text, 'NA'::text]))
);
CREATE UNIQUE INDEX shield_score_account_id_key ON public.shield_score USING btree (id, account_id);
CREATE UNIQUE INDEX shield_score_active_key ON public.shield_score USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX shield_score_application_id_idx ON public.shield_score USING btree (application_id);
CREATE INDEX shield_score_name_search_idx ON public.shield_score USING gin (lower(((((legal_firstname || ' '::text) || legal_middlename) || ' '::text) || legal_lastname)) gin_trgm_ops);
CREATE INDEX shield_score_number_idx ON public.shield_score USING btree (shield_id_number);
CREATE UNIQUE INDEX shield_score_score_change_id_key ON public.shield_score USING btree (score_change_id);
CREATE INDEX shield_score_spelling_search_idx ON public.shield_score USING gin (spellings(((((legal_firstname || ' '::text) || legal_middlename) || ' '::text) || legal_lastname)) gin_trgm_ops) WHERE ((octet_length(((((legal_firstname || ' '::text) || legal_middlename) || ' '::text) || legal_lastname)) > length(((((legal_firstname || ' '::text) || legal_middlename) || ' '::text) || legal_lastname))) OR (strpos(((((legal_firstname || ' '::text) || legal_middlename) || ' '::text) || legal_lastname), ''''::text) > 0) OR (strpos(((((legal_firstname || ' '::text) || legal_middlename) || ' '::text) || legal_lastname), '-'::text) > 0));
CREATE TRIGGER shield_score_counted AFTER INSERT OR DELETE OR UPDATE OF score, expiration, ended_at ON public.shield_score FOR EACH ROW EXECUTE FUNCTION count_shield_score();
CREATE TRIGGER shield_score_money BEFORE INSERT OR UPDATE OF ended_at, expiration ON public.shield_score FOR EACH ROW EXECUTE FUNCTION guard_score_money();

create table signing_record (
  id uuid not null,
  application_id uuid not null,
  consent_document_id uuid not null,
  document_hash text not null,
  signature_kind text not null,
  signature_hash text,
  signature_image text,
  signature_vectors text,
  typed_name text,
  signed_at timestamp with time zone not null,
  address text not null,
  agent text not null,
  reused boolean default false not null,
  constraint signing_record_document_hash_check CHECK (document_hash ~ '^[0-9a-f]{64}$'::text),
  constraint signing_record_pkey PRIMARY KEY (id),
  constraint signing_record_reused_check CHECK (NOT reused OR signature_kind = 'drawn'::text),
  constraint signing_record_signature_check CHECK (signature_kind = 'none'::text AND signature_hash IS NULL AND signature_image IS NULL AND signature_vectors IS NULL AND typed_name IS NULL OR signature_kind = 'drawn'::text AND signature_hash IS NOT NULL AND signature_image IS NOT NULL AND typed_name IS NULL OR signature_kind = 'typed'::text AND signature_hash IS NOT NULL AND typed_name IS NOT NULL AND signature_image IS NULL AND signature_vectors IS NULL),
  constraint signing_record_signature_image_sealed CHECK (is_sealed(signature_image)),
  constraint signing_record_signature_vectors_sealed CHECK (is_sealed(signature_vectors)),
  constraint signing_record_typed_name_sealed CHECK (is_sealed(typed_name))
);
CREATE UNIQUE INDEX signing_record_document_key ON public.signing_record USING btree (application_id, consent_document_id);
CREATE TRIGGER signing_record_keeps BEFORE DELETE OR UPDATE OF id, application_id, consent_document_id, document_hash, signature_kind, signature_hash, signed_at, address, agent ON public.signing_record FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();

create table sms_acceptance (
  connection_id uuid not null,
  state text default 'number'::text not null,
  mobile text,
  tries integer default 0 not null,
  last_tried_at timestamp with time zone not null,
  sends integer default 0 not null,
  sends_since timestamp with time zone,
  sending integer default 0 not null,
  code_hash text,
  code_expires_at timestamp with time zone,
  waiting_until timestamp with time zone,
  opted_out boolean default false not null,
  constraint sms_acceptance_code_check CHECK ((num_nulls(code_hash, code_expires_at) = ANY (ARRAY[0, 2])) AND (code_hash IS NULL OR state = 'code'::text)),
  constraint sms_acceptance_mobile_check CHECK (mobile ~ '^[0-9]{10}$'::text),
  constraint sms_acceptance_number_proven_check CHECK ((state = ANY (ARRAY['code'::text, 'waiting'::text])) = (mobile IS NOT NULL)),
  constraint sms_acceptance_opted_out_check CHECK (NOT opted_out OR state = 'unanswered'::text),
  constraint sms_acceptance_pkey PRIMARY KEY (connection_id),
  constraint sms_acceptance_sends_check CHECK (sends >= 0 AND sends <= 3 AND sending >= sends AND (sends = 0 OR sends_since IS NOT NULL)),
  constraint sms_acceptance_state_check CHECK (state = ANY (ARRAY['number'::text, 'code'::text, 'waiting'::text, 'accepted'::text, 'declined'::text, 'unanswered'::text])),
  constraint sms_acceptance_tries_check CHECK (tries >= 0 AND tries <= 5),
  constraint sms_acceptance_waiting_check CHECK ((state = 'waiting'::text) = (waiting_until IS NOT NULL))
);
CREATE INDEX sms_acceptance_mobile_idx ON public.sms_acceptance USING btree (mobile) WHERE (mobile IS NOT NULL);
CREATE UNIQUE INDEX sms_acceptance_waiting_key ON public.sms_acceptance USING btree (mobile) WHERE (state = 'waiting'::text);

create table sms_opt_out (
  mobile text not null,
  opted_out_at timestamp with time zone not null,
  constraint sms_opt_out_mobile_check CHECK (mobile ~ '^[0-9]{10}$'::text),
  constraint sms_opt_out_pkey PRIMARY KEY (mobile)
);

create table staff_digest (
  account_id uuid not null,
  wanted boolean default true not null,
  last_day date,
  constraint staff_digest_pkey PRIMARY KEY (account_id)
);

create table staff_session (
  id uuid not null,
  account_id uuid not null,
  admin_account_id uuid not null,
  reason_sealed text,
  started_at timestamp with time zone not null,
  constraint staff_session_admin_account_id_check CHECK (admin_account_id <> account_id),
  constraint staff_session_pkey PRIMARY KEY (id),
  constraint staff_session_reason_sealed_sealed CHECK (is_sealed_for_person(reason_sealed))
);
CREATE INDEX staff_session_account_id_idx ON public.staff_session USING btree (account_id, started_at);
CREATE INDEX staff_session_admin_account_id_idx ON public.staff_session USING btree (admin_account_id);

create table stored_file (
  key text not null,
  stored_at timestamp with time zone not null,
  constraint stored_file_key_check CHECK (length(key) >= 1 AND length(key) <= 512),
  constraint stored_file_pkey PRIMARY KEY (key)
);

create table support_request (
  id uuid not null,
  account_id uuid,
  host text not null,
  content text not null,
  requested_at timestamp with time zone not null,
  constraint support_request_content_sealed CHECK (is_sealed(content)),
  constraint support_request_pkey PRIMARY KEY (id)
);
CREATE INDEX support_request_account_id_idx ON public.support_request USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX support_request_requested_at_idx ON public.support_request USING btree (requested_at);

create table sweep_failure (
  name text not null,
  key text not null,
  reason text not null,
  constraint sweep_failure_pkey PRIMARY KEY (name, key)
);

create table sweep_run (
  name text not null,
  position text,
  handled integer default 0 not null,
  changed integer default 0 not null,
  started_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint sweep_run_pkey PRIMARY KEY (name)
);

create table team_invitation (
  id uuid not null,
  company_id uuid not null,
  to_email citext not null,
  role text not null,
  invited_by_account_id uuid not null,
  invited_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  code_sealed text not null,
  code_hash text not null,
  accepted_at timestamp with time zone,
  accepted_by_account_id uuid,
  withdrawn_at timestamp with time zone,
  constraint team_invitation_accepted_check CHECK ((accepted_at IS NULL) = (accepted_by_account_id IS NULL) AND accepted_at >= invited_at),
  constraint team_invitation_closed_once_check CHECK (num_nonnulls(accepted_at, withdrawn_at) < 2),
  constraint team_invitation_code_hash_key UNIQUE (code_hash),
  constraint team_invitation_code_sealed_sealed CHECK (is_sealed(code_sealed)),
  constraint team_invitation_pkey PRIMARY KEY (id),
  constraint team_invitation_role_check CHECK (role = ANY (ARRAY['admin'::text, 'viewer'::text])),
  constraint team_invitation_sent_at_check CHECK (sent_at >= invited_at AND expires_at > sent_at)
);
CREATE INDEX team_invitation_accepted_by_account_id_idx ON public.team_invitation USING btree (accepted_by_account_id) WHERE (accepted_by_account_id IS NOT NULL);
CREATE INDEX team_invitation_invited_by_account_id_idx ON public.team_invitation USING btree (invited_by_account_id);
CREATE UNIQUE INDEX team_invitation_open_key ON public.team_invitation USING btree (company_id, to_email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX team_invitation_to_email_idx ON public.team_invitation USING btree (to_email);

create table team_member (
  id uuid not null,
  company_id uuid not null,
  account_id uuid not null,
  role text not null,
  issue_coupons boolean default false not null,
  joined_at timestamp with time zone not null,
  constraint team_member_issue_coupons_check CHECK (role <> 'viewer'::text OR NOT issue_coupons),
  constraint team_member_owner_excl EXCLUDE USING btree (company_id WITH =) WHERE (role = 'owner'::text) DEFERRABLE INITIALLY DEFERRED,
  constraint team_member_pkey PRIMARY KEY (id),
  constraint team_member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX team_member_account_id_key ON public.team_member USING btree (account_id);
CREATE INDEX team_member_company_id_idx ON public.team_member USING btree (company_id);
CREATE CONSTRAINT TRIGGER team_member_keeps_owner AFTER DELETE OR UPDATE ON public.team_member DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION company_keeps_an_owner();

create table terms_acceptance (
  id uuid not null,
  account_id uuid not null,
  terms_version_id uuid not null,
  accepted_at timestamp with time zone not null,
  address text default ''::text not null,
  agent text default ''::text not null,
  email_copy boolean default false not null,
  constraint terms_acceptance_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX terms_acceptance_account_id_terms_version_id_key ON public.terms_acceptance USING btree (account_id, terms_version_id);
CREATE INDEX terms_acceptance_terms_version_id_idx ON public.terms_acceptance USING btree (terms_version_id);
CREATE TRIGGER terms_acceptance_unchanged BEFORE UPDATE ON public.terms_acceptance FOR EACH ROW EXECUTE FUNCTION refuse_terms_change();

create table terms_draft (
  id uuid not null,
  kind text not null,
  company_id uuid,
  html text not null,
  author_account_id uuid not null,
  written_at timestamp with time zone not null,
  constraint terms_draft_company_id_check CHECK ((company_id IS NOT NULL) = (kind = ANY (ARRAY['company'::text, 'company-card'::text]))),
  constraint terms_draft_kind_check CHECK (kind = ANY (ARRAY['portal'::text, 'purchase'::text, 'score'::text, 'company'::text, 'company-card'::text, 'disclaimer'::text, 'privacy-policy'::text, 'cookie-policy'::text])),
  constraint terms_draft_pkey PRIMARY KEY (id)
);
CREATE INDEX terms_draft_author_account_id_idx ON public.terms_draft USING btree (author_account_id);
CREATE INDEX terms_draft_company_id_idx ON public.terms_draft USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX terms_draft_kind_key ON public.terms_draft USING btree (kind, company_id) NULLS NOT DISTINCT;

create table terms_version (
  id uuid not null,
  kind text not null,
  version integer not null,
  html text not null,
  published_at timestamp with time zone not null,
  is_current boolean default false not null,
  company_id uuid,
  published_by_account_id uuid,
  constraint terms_version_company_id_check CHECK ((company_id IS NOT NULL) = (kind = ANY (ARRAY['company'::text, 'company-card'::text]))),
  constraint terms_version_kind_check CHECK (kind = ANY (ARRAY['portal'::text, 'purchase'::text, 'score'::text, 'company'::text, 'company-card'::text, 'disclaimer'::text, 'privacy-policy'::text, 'cookie-policy'::text])),
  constraint terms_version_pkey PRIMARY KEY (id),
  constraint terms_version_version_check CHECK (version >= 1)
);
CREATE INDEX terms_version_company_id_idx ON public.terms_version USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX terms_version_current_key ON public.terms_version USING btree (kind, company_id) NULLS NOT DISTINCT WHERE is_current;
CREATE UNIQUE INDEX terms_version_kind_version_key ON public.terms_version USING btree (kind, company_id, version) NULLS NOT DISTINCT;
CREATE INDEX terms_version_published_by_account_id_idx ON public.terms_version USING btree (published_by_account_id) WHERE (published_by_account_id IS NOT NULL);
CREATE TRIGGER terms_version_brand_changed AFTER INSERT OR DELETE OR UPDATE ON public.terms_version FOR EACH STATEMENT EXECUTE FUNCTION brand_changed();
CREATE TRIGGER terms_version_unchanged BEFORE UPDATE OF kind, company_id, version, html, published_at, published_by_account_id ON public.terms_version FOR EACH ROW EXECUTE FUNCTION refuse_terms_change();

create table text_consent (
  id uuid not null,
  account_id uuid not null,
  mobile text not null,
  words text not null,
  given_at timestamp with time zone not null,
  address text not null,
  agent text not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  withdrawn_address text,
  withdrawn_agent text,
  constraint text_consent_mobile_check CHECK (mobile ~ '^([0-9]{10})?$'::text),
  constraint text_consent_pkey PRIMARY KEY (id),
  constraint text_consent_withdrawn_by_check CHECK (withdrawn_by = ANY (ARRAY['switch'::text, 'stop'::text, 'other-number'::text])),
  constraint text_consent_withdrawn_check CHECK (withdrawn_at >= given_at AND (num_nulls(withdrawn_at, withdrawn_by, withdrawn_address, withdrawn_agent) = ANY (ARRAY[0, 4]))),
  constraint text_consent_words_check CHECK (words <> ''::text)
);
CREATE INDEX text_consent_account_id_idx ON public.text_consent USING btree (account_id, given_at);
CREATE UNIQUE INDEX text_consent_given_key ON public.text_consent USING btree (account_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX text_consent_mobile_idx ON public.text_consent USING btree (mobile) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER text_consent_keeps BEFORE DELETE OR UPDATE OF id, account_id, words, given_at, address, agent ON public.text_consent FOR EACH ROW EXECUTE FUNCTION applications_refuse_change();
CREATE TRIGGER text_consent_stays_withdrawn BEFORE UPDATE OF withdrawn_at, withdrawn_by, withdrawn_address, withdrawn_agent ON public.text_consent FOR EACH ROW WHEN ((old.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION monitoring_consent_stays_withdrawn();

create table throttle (
  key_hash bytea not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  previous_hits integer not null,
  allowed boolean not null,
  expires_at timestamp with time zone not null,
  constraint throttle_hits_check CHECK (hits >= 0 AND previous_hits >= 0),
  constraint throttle_pkey PRIMARY KEY (key_hash)
) with (fillfactor=70);
CREATE INDEX throttle_expires_at_idx ON public.throttle USING btree (expires_at);

create table tour_end (
  account_id uuid not null,
  seen_to_end boolean not null,
  ended_at timestamp with time zone not null,
  constraint tour_end_pkey PRIMARY KEY (account_id)
);

create table trusted_browser (
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  address text default ''::text not null,
  agent text default ''::text not null,
  host text not null,
  constraint trusted_browser_pkey PRIMARY KEY (id),
  constraint trusted_browser_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX trusted_browser_account_id_idx ON public.trusted_browser USING btree (account_id);
CREATE UNIQUE INDEX trusted_browser_token_hash_key ON public.trusted_browser USING btree (token_hash);

create table verification_code (
  id uuid not null,
  account_id uuid,
  purpose text not null,
  channel text not null,
  destination text not null,
  host text default ''::text not null,
  requested_at timestamp with time zone not null,
  code_hash text,
  link_hash bytea,
  browser_hash bytea,
  sent_at timestamp with time zone,
  expires_at timestamp with time zone,
  tries integer default 0 not null,
  used_at timestamp with time zone,
  voided_at timestamp with time zone,
  constraint verification_code_account_id_check CHECK (account_id IS NOT NULL OR purpose = 'recovery'::text AND code_hash IS NULL),
  constraint verification_code_channel_check CHECK (channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text])),
  constraint verification_code_pkey PRIMARY KEY (id),
  constraint verification_code_purpose_check CHECK (purpose = ANY (ARRAY['register'::text, 'two-step'::text, 'recovery'::text, 'contact'::text, 'email-change'::text, 'invitation'::text])),
  constraint verification_code_recovery_check CHECK (purpose = 'recovery'::text OR browser_hash IS NULL AND link_hash IS NULL),
  constraint verification_code_sent_check CHECK ((code_hash IS NULL) = (sent_at IS NULL) AND (code_hash IS NULL) = (expires_at IS NULL)),
  constraint verification_code_tries_check CHECK (tries >= 0 AND tries <= 5),
  constraint verification_code_used_check CHECK (used_at IS NULL OR sent_at IS NOT NULL)
);
CREATE INDEX verification_code_browser_hash_idx ON public.verification_code USING btree (browser_hash) WHERE (browser_hash IS NOT NULL);
CREATE INDEX verification_code_link_hash_idx ON public.verification_code USING btree (link_hash) WHERE (link_hash IS NOT NULL);
CREATE UNIQUE INDEX verification_code_live_key ON public.verification_code USING btree (account_id, purpose) WHERE ((used_at IS NULL) AND (voided_at IS NULL));
CREATE INDEX verification_code_requested_at_idx ON public.verification_code USING btree (requested_at);

create table web_vital (
  day date not null,
  page text not null,
  metric text not null,
  bucket integer not null,
  count integer not null,
  constraint web_vital_bucket_check CHECK (bucket >= 0 AND bucket <= 200),
  constraint web_vital_count_check CHECK (count > 0),
  constraint web_vital_metric_check CHECK (metric = ANY (ARRAY['CLS'::text, 'FCP'::text, 'INP'::text, 'LCP'::text, 'TTFB'::text])),
  constraint web_vital_page_check CHECK (length(page) <= 60),
  constraint web_vital_pkey PRIMARY KEY (day, page, metric, bucket)
);

create table webhook_delivery (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  body text not null,
  created_at timestamp with time zone not null,
  state text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone,
  last_try_at timestamp with time zone,
  signature text,
  answer_status integer,
  answer_ms integer,
  answer_body text,
  failure text,
  constraint webhook_delivery_answer_body_check CHECK (octet_length(answer_body) <= 4096),
  constraint webhook_delivery_event_key UNIQUE (endpoint_id, event_id),
  constraint webhook_delivery_last_try_check CHECK (last_try_at IS NOT NULL OR answer_status IS NULL AND answer_ms IS NULL AND answer_body IS NULL),
  constraint webhook_delivery_next_try_check CHECK ((state = 'waiting'::text) = (next_try_at IS NOT NULL)),
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_delivery_tries_check CHECK (tries >= 0)
);
CREATE INDEX webhook_delivery_created_at_idx ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_due_idx ON public.webhook_delivery USING btree (next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_endpoint_id_idx ON public.webhook_delivery USING btree (endpoint_id, created_at, event_id, id);
CREATE INDEX webhook_delivery_failed_idx ON public.webhook_delivery USING btree (endpoint_id, created_at, event_id, id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_delivery_waiting_idx ON public.webhook_delivery USING btree (endpoint_id, next_try_at) WHERE (state = 'waiting'::text);

create table webhook_endpoint (
  id uuid not null,
  company_id uuid not null,
  address text not null,
  events text[] not null,
  secret_sealed text not null,
  secret_last_four text not null,
  secret_made_at timestamp with time zone not null,
  former_secret_sealed text,
  former_secret_until timestamp with time zone,
  made_by_account_id uuid not null,
  made_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  off_since timestamp with time zone,
  off_because text,
  sending_by text,
  sending_until timestamp with time zone,
  constraint webhook_endpoint_address_check CHECK (address ~ '^https?://'::text),
  constraint webhook_endpoint_events_check CHECK (cardinality(events) > 0 AND events <@ ARRAY['connection.accepted'::text, 'connection.status_changed'::text, 'connection.removed'::text, 'score.changed'::text, 'alert.created'::text, 'invitation.delivered'::text, 'invitation.bounced'::text, 'adverse_action.updated'::text, 'bulk.finished'::text]),
  constraint webhook_endpoint_former_secret_check CHECK ((former_secret_sealed IS NULL) = (former_secret_until IS NULL)),
  constraint webhook_endpoint_former_secret_sealed_sealed CHECK (is_sealed(former_secret_sealed)),
  constraint webhook_endpoint_off_because_check CHECK (off_because = ANY (ARRAY['failures'::text, 'gone'::text])),
  constraint webhook_endpoint_off_check CHECK ((off_since IS NULL) = (off_because IS NULL)),
  constraint webhook_endpoint_pkey PRIMARY KEY (id),
  constraint webhook_endpoint_secret_sealed_sealed CHECK (is_sealed(secret_sealed)),
  constraint webhook_endpoint_sending_check CHECK ((sending_by IS NULL) = (sending_until IS NULL))
);
CREATE UNIQUE INDEX webhook_endpoint_address_key ON public.webhook_endpoint USING btree (company_id, address);
CREATE INDEX webhook_endpoint_former_secret_until_idx ON public.webhook_endpoint USING btree (former_secret_until) WHERE (former_secret_until IS NOT NULL);
CREATE INDEX webhook_endpoint_made_by_account_id_idx ON public.webhook_endpoint USING btree (made_by_account_id);

create table worker_heartbeat (
  worker_id text not null,
  host text not null,
  process_id integer not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint worker_heartbeat_pkey PRIMARY KEY (worker_id)
);

create table wrong_proof_count (
  id uuid not null,
  kind text not null,
  key text not null,
  account_id uuid,
  wrong integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint wrong_proof_count_account_check CHECK ((account_id IS NULL) = (kind = 'archived-shield-id'::text)),
  constraint wrong_proof_count_key UNIQUE (kind, key),
  constraint wrong_proof_count_kind_check CHECK (kind = ANY (ARRAY['archived-shield-id'::text, 'approval-link'::text, 'invite-center-link'::text])),
  constraint wrong_proof_count_last_at_check CHECK (last_at >= first_at),
  constraint wrong_proof_count_pkey PRIMARY KEY (id),
  constraint wrong_proof_count_wrong_check CHECK (wrong >= 0 AND wrong <= 5)
);
CREATE INDEX wrong_proof_count_account_id_idx ON public.wrong_proof_count USING btree (account_id) WHERE (account_id IS NOT NULL);

alter table access_entry add constraint access_entry_person_id_fk FOREIGN KEY (person_id) REFERENCES account(id) ON DELETE CASCADE;
alter table access_entry add constraint access_entry_share_link_id_fk FOREIGN KEY (share_link_id) REFERENCES share_link(id) ON DELETE CASCADE;
alter table access_entry add constraint access_entry_viewer_account_id_fk FOREIGN KEY (viewer_account_id) REFERENCES account(id);
alter table access_entry add constraint access_entry_viewer_company_id_fk FOREIGN KEY (viewer_company_id) REFERENCES company(id);
alter table access_request add constraint access_request_asked_by_account_id_fk FOREIGN KEY (asked_by_account_id) REFERENCES account(id);
alter table access_request add constraint access_request_owner_account_id_fk FOREIGN KEY (owner_account_id) REFERENCES account(id);
alter table access_request add constraint access_request_owner_company_id_fk FOREIGN KEY (owner_company_id) REFERENCES company(id);
alter table access_request add constraint access_request_person_id_fk FOREIGN KEY (person_id) REFERENCES account(id);
alter table account add constraint account_accepted_company_terms_id_fk FOREIGN KEY (accepted_company_terms_id) REFERENCES terms_version(id);
alter table account add constraint account_accepted_terms_id_fk FOREIGN KEY (accepted_terms_id) REFERENCES terms_version(id);
alter table account add constraint account_two_step_contact_id_fk FOREIGN KEY (id, two_step_contact_id) REFERENCES contact_method(account_id, id);
alter table admin_note add constraint admin_note_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table admin_note add constraint admin_note_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table admin_note add constraint admin_note_author_account_id_fk FOREIGN KEY (author_account_id) REFERENCES account(id);
alter table adverse_action add constraint adverse_action_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table adverse_action add constraint adverse_action_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table adverse_action add constraint adverse_action_closed_by_account_id_fk FOREIGN KEY (closed_by_account_id) REFERENCES account(id);
alter table adverse_action add constraint adverse_action_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table adverse_action add constraint adverse_action_score_change_id_fk FOREIGN KEY (score_change_id) REFERENCES score_change(id);
alter table adverse_action add constraint adverse_action_started_by_account_id_fk FOREIGN KEY (started_by_account_id) REFERENCES account(id);
alter table adverse_evidence add constraint adverse_evidence_actor_account_id_fk FOREIGN KEY (actor_account_id) REFERENCES account(id);
alter table adverse_evidence add constraint adverse_evidence_adverse_action_id_fk FOREIGN KEY (adverse_action_id) REFERENCES adverse_action(id);
alter table adverse_notice add constraint adverse_notice_adverse_action_id_fk FOREIGN KEY (adverse_action_id) REFERENCES adverse_action(id);
alter table adverse_notice add constraint adverse_notice_score_change_id_fk FOREIGN KEY (score_change_id) REFERENCES score_change(id);
alter table adverse_pause add constraint adverse_pause_adverse_action_id_fk FOREIGN KEY (adverse_action_id) REFERENCES adverse_action(id);
alter table alert_delivery add constraint alert_delivery_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table alert_delivery add constraint alert_delivery_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table alert_delivery add constraint alert_delivery_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table alert_delivery add constraint alert_delivery_mail_id_fk FOREIGN KEY (mail_id) REFERENCES alert_mail(id);
alter table alert_delivery add constraint alert_delivery_rule_saving_id_fk FOREIGN KEY (rule_saving_id) REFERENCES alert_rule_saving(id);
alter table alert_mail add constraint alert_mail_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table alert_mail add constraint alert_mail_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table alert_reader add constraint alert_reader_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table alert_reader add constraint alert_reader_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table alert_rule add constraint alert_rule_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table alert_rule_saving add constraint alert_rule_saving_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table alert_rule_saving add constraint alert_rule_saving_saved_by_account_id_fk FOREIGN KEY (saved_by_account_id) REFERENCES account(id);
alter table alert_subscription add constraint alert_subscription_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table alert_subscription add constraint alert_subscription_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table api_key add constraint api_key_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table api_key add constraint api_key_made_by_account_id_fk FOREIGN KEY (made_by_account_id) REFERENCES account(id);
alter table api_key add constraint api_key_revoked_by_account_id_fk FOREIGN KEY (revoked_by_account_id) REFERENCES account(id);
alter table application add constraint application_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table application add constraint application_package_id_fk FOREIGN KEY (package_id) REFERENCES screening_package(id);
alter table application add constraint application_purchase_id_fk FOREIGN KEY (purchase_id, payer_id) REFERENCES purchase(id, account_id);
alter table application_draft add constraint application_draft_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table application_jurisdiction add constraint application_jurisdiction_abbr_fk FOREIGN KEY (abbr) REFERENCES jurisdiction(abbr);
alter table application_jurisdiction add constraint application_jurisdiction_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table application_status_change add constraint application_status_change_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table application_step add constraint application_step_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table application_text add constraint application_text_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table approval_code add constraint approval_code_score_change_id_fk FOREIGN KEY (score_change_id) REFERENCES score_change(id);
alter table archived_shield_id add constraint archived_shield_id_linked_account_id_fk FOREIGN KEY (linked_account_id) REFERENCES account(id);
alter table archived_shield_id add constraint archived_shield_id_linked_number_fk FOREIGN KEY (number, linked_account_id) REFERENCES shield_id(number, account_id) ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table bulk_column_choice add constraint bulk_column_choice_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table bulk_day add constraint bulk_day_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table bulk_invitation add constraint bulk_invitation_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table bulk_invitation add constraint bulk_invitation_coupon_type_id_fk FOREIGN KEY (coupon_type_id) REFERENCES coupon_type(id);
alter table bulk_invitation add constraint bulk_invitation_made_by_account_id_fk FOREIGN KEY (made_by_account_id) REFERENCES account(id);
alter table bulk_invitation add constraint bulk_invitation_started_by_account_id_fk FOREIGN KEY (started_by_account_id) REFERENCES account(id);
alter table bulk_invitation_row add constraint bulk_invitation_row_bulk_invitation_id_fk FOREIGN KEY (bulk_invitation_id) REFERENCES bulk_invitation(id);
alter table bulk_limit add constraint bulk_limit_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table bulk_limit add constraint bulk_limit_set_by_account_id_fk FOREIGN KEY (set_by_account_id) REFERENCES account(id);
alter table charged_card add constraint charged_card_charge_id_fk FOREIGN KEY (charge_id) REFERENCES ledger_entry(id);
alter table check_progress add constraint check_progress_cra_order_id_fk FOREIGN KEY (cra_order_id) REFERENCES cra_order(id);
alter table check_transfer add constraint check_transfer_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table check_transfer add constraint check_transfer_from_account_id_fk FOREIGN KEY (from_account_id) REFERENCES account(id);
alter table check_transfer add constraint check_transfer_to_account_id_fk FOREIGN KEY (to_account_id) REFERENCES account(id);
alter table check_transfer add constraint check_transfer_transferred_by_account_id_fk FOREIGN KEY (transferred_by_account_id) REFERENCES account(id);
alter table company_card add constraint company_card_company_id_fk FOREIGN KEY (company_id) REFERENCES company_customer(company_id);
alter table company_card add constraint company_card_saved_by_fk FOREIGN KEY (saved_by) REFERENCES account(id) ON DELETE SET NULL;
alter table company_customer add constraint company_customer_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table company_package add constraint company_package_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
alter table compliance_exception add constraint compliance_exception_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table compliance_exception add constraint compliance_exception_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table compliance_exception add constraint compliance_exception_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table compliance_exception add constraint compliance_exception_ended_by_account_id_fk FOREIGN KEY (ended_by_account_id) REFERENCES account(id);
alter table compliance_exception add constraint compliance_exception_made_by_account_id_fk FOREIGN KEY (made_by_account_id) REFERENCES account(id);
alter table connection add constraint connection_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table connection add constraint connection_coupon_id_fk FOREIGN KEY (coupon_id) REFERENCES coupon(id);
alter table connection add constraint connection_invited_by_account_id_fk FOREIGN KEY (invited_by_account_id) REFERENCES account(id);
alter table connection add constraint connection_owner_account_id_fk FOREIGN KEY (owner_account_id) REFERENCES account(id);
alter table connection add constraint connection_owner_company_id_fk FOREIGN KEY (owner_company_id) REFERENCES company(id);
alter table connection add constraint connection_package_id_fk FOREIGN KEY (package_id) REFERENCES screening_package(id);
alter table connection add constraint connection_removed_by_account_id_fk FOREIGN KEY (removed_by_account_id) REFERENCES account(id);
alter table connection add constraint connection_sharing_company_id_fk FOREIGN KEY (sharing_company_id) REFERENCES company(id);
alter table connection_event add constraint connection_event_actor_account_id_fk FOREIGN KEY (actor_account_id) REFERENCES account(id);
alter table connection_event add constraint connection_event_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table consent_document add constraint consent_document_craid_fk FOREIGN KEY (craid) REFERENCES screening_provider(craid);
alter table consent_draft add constraint consent_draft_author_account_id_fk FOREIGN KEY (author_account_id) REFERENCES account(id);
alter table consent_draft add constraint consent_draft_craid_fk FOREIGN KEY (craid) REFERENCES screening_provider(craid);
alter table contact_method add constraint contact_method_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table control_change add constraint control_change_decided_by_fk FOREIGN KEY (decided_by) REFERENCES account(id);
alter table control_change add constraint control_change_requested_by_fk FOREIGN KEY (requested_by) REFERENCES account(id);
alter table coupon add constraint coupon_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table coupon add constraint coupon_coupon_type_id_fk FOREIGN KEY (coupon_type_id) REFERENCES coupon_type(id);
alter table coupon add constraint coupon_issued_by_fk FOREIGN KEY (issued_by) REFERENCES account(id) ON DELETE SET NULL;
alter table coupon_notice add constraint coupon_notice_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table coupon_type add constraint coupon_type_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table coupon_type add constraint coupon_type_made_by_fk FOREIGN KEY (made_by) REFERENCES account(id) ON DELETE SET NULL;
alter table cra_order add constraint cra_order_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table cra_order add constraint cra_order_craid_fk FOREIGN KEY (craid) REFERENCES screening_provider(craid);
alter table dispute add constraint dispute_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table dispute add constraint dispute_application_id_fk FOREIGN KEY (application_id, account_id) REFERENCES application(id, account_id) DEFERRABLE;
alter table dispute add constraint dispute_decided_by_account_id_fk FOREIGN KEY (decided_by_account_id) REFERENCES account(id);
alter table dispute add constraint dispute_score_change_id_fk FOREIGN KEY (score_change_id, account_id) REFERENCES score_change(id, account_id) DEFERRABLE;
alter table dispute add constraint dispute_taken_by_account_id_fk FOREIGN KEY (taken_by_account_id) REFERENCES account(id);
alter table dispute_document add constraint dispute_document_author_account_id_fk FOREIGN KEY (author_account_id) REFERENCES account(id);
alter table dispute_document add constraint dispute_document_dispute_id_fk FOREIGN KEY (dispute_id, account_id) REFERENCES dispute(id, account_id) DEFERRABLE;
alter table dispute_document add constraint dispute_document_message_id_fk FOREIGN KEY (message_id, dispute_id) REFERENCES dispute_message(id, dispute_id);
alter table dispute_message add constraint dispute_message_author_account_id_fk FOREIGN KEY (author_account_id) REFERENCES account(id);
alter table dispute_message add constraint dispute_message_dispute_id_fk FOREIGN KEY (dispute_id, account_id) REFERENCES dispute(id, account_id) DEFERRABLE;
alter table expiration_change add constraint expiration_change_changed_by_account_id_fk FOREIGN KEY (changed_by_account_id) REFERENCES account(id);
alter table expiration_change add constraint expiration_change_shield_score_id_fk FOREIGN KEY (shield_score_id, account_id) REFERENCES shield_score(id, account_id) DEFERRABLE;
alter table former_password add constraint former_password_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table id_verification add constraint id_verification_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table id_verification add constraint id_verification_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table id_verification add constraint id_verification_decided_by_fk FOREIGN KEY (decided_by) REFERENCES account(id);
alter table invitation_detail add constraint invitation_detail_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table invitation_mail add constraint invitation_mail_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table invite_center_code add constraint invite_center_code_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table kept_text add constraint kept_text_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table key_request add constraint key_request_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table known_browser add constraint known_browser_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table ledger_entry add constraint ledger_entry_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table ledger_entry add constraint ledger_entry_charge_id_fk FOREIGN KEY (charge_id) REFERENCES ledger_entry(id);
alter table ledger_entry add constraint ledger_entry_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table ledger_entry add constraint ledger_entry_purchase_id_fk FOREIGN KEY (purchase_id, account_id) REFERENCES purchase(id, account_id);
alter table legal_hold add constraint legal_hold_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table legal_hold add constraint legal_hold_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table legal_hold add constraint legal_hold_lifted_by_account_id_fk FOREIGN KEY (lifted_by_account_id) REFERENCES account(id);
alter table legal_hold add constraint legal_hold_set_by_account_id_fk FOREIGN KEY (set_by_account_id) REFERENCES account(id);
alter table manual_package add constraint manual_package_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table manual_package add constraint manual_package_decided_by_account_id_fk FOREIGN KEY (decided_by_account_id) REFERENCES account(id);
alter table manual_package add constraint manual_package_taken_by_account_id_fk FOREIGN KEY (taken_by_account_id) REFERENCES account(id);
alter table monitored_profile add constraint monitored_profile_application_id_fk FOREIGN KEY (application_id, account_id) REFERENCES application(id, account_id) DEFERRABLE;
alter table monitored_profile add constraint monitored_profile_cra_order_id_fk FOREIGN KEY (cra_order_id, application_id) REFERENCES cra_order(id, application_id);
alter table monitored_profile add constraint monitored_profile_disabled_by_account_id_fk FOREIGN KEY (disabled_by_account_id) REFERENCES account(id);
alter table monitoring_consent add constraint monitoring_consent_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table monitoring_update add constraint monitoring_update_monitored_profile_id_fk FOREIGN KEY (monitored_profile_id, account_id) REFERENCES monitored_profile(id, account_id) DEFERRABLE;
alter table monitoring_update add constraint monitoring_update_resolved_by_account_id_fk FOREIGN KEY (resolved_by_account_id) REFERENCES account(id);
alter table monitoring_update add constraint monitoring_update_score_change_id_fk FOREIGN KEY (score_change_id, account_id) REFERENCES score_change(id, account_id) DEFERRABLE;
alter table name_alias add constraint name_alias_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table network_alert add constraint network_alert_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table network_alert add constraint network_alert_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table network_alert add constraint network_alert_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table network_alert add constraint network_alert_score_id_fk FOREIGN KEY (score_id) REFERENCES shield_score(id);
alter table own_invitation_request add constraint own_invitation_request_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table own_invitation_request add constraint own_invitation_request_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table package_step add constraint package_step_package_id_fk FOREIGN KEY (package_id) REFERENCES screening_package(id);
alter table passkey add constraint passkey_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table passkey_challenge add constraint passkey_challenge_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table payment_attempt add constraint payment_attempt_company_card_id_fk FOREIGN KEY (company_card_id) REFERENCES company_card(id);
alter table payment_attempt add constraint payment_attempt_purchase_id_fk FOREIGN KEY (purchase_id) REFERENCES purchase(id);
alter table pipeline_alert add constraint pipeline_alert_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table pipeline_alert add constraint pipeline_alert_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table pipeline_alert add constraint pipeline_alert_assigned_to_fk FOREIGN KEY (assigned_to) REFERENCES account(id);
alter table pipeline_alert add constraint pipeline_alert_settled_by_fk FOREIGN KEY (settled_by) REFERENCES account(id);
alter table previous_address add constraint previous_address_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table privacy_request add constraint privacy_request_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table privacy_request add constraint privacy_request_taken_by_account_id_fk FOREIGN KEY (taken_by_account_id) REFERENCES account(id);
alter table purchase add constraint purchase_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table purchase add constraint purchase_company_terms_version_id_fk FOREIGN KEY (company_terms_version_id) REFERENCES terms_version(id);
alter table purchase add constraint purchase_coupon_id_fk FOREIGN KEY (coupon_id) REFERENCES coupon(id);
alter table purchase add constraint purchase_package_id_fk FOREIGN KEY (package_id) REFERENCES screening_package(id);
alter table purchase add constraint purchase_terms_version_id_fk FOREIGN KEY (terms_version_id) REFERENCES terms_version(id);
alter table recovery_code add constraint recovery_code_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table refund add constraint refund_decided_by_fk FOREIGN KEY (decided_by) REFERENCES account(id);
alter table refund add constraint refund_follows_id_fk FOREIGN KEY (follows_id) REFERENCES refund(id);
alter table refund add constraint refund_purchase_id_fk FOREIGN KEY (purchase_id, account_id) REFERENCES purchase(id, account_id);
alter table refund add constraint refund_requested_by_fk FOREIGN KEY (requested_by) REFERENCES account(id);
alter table refund_part add constraint refund_part_charge_id_fk FOREIGN KEY (charge_id) REFERENCES ledger_entry(id);
alter table refund_part add constraint refund_part_refund_id_fk FOREIGN KEY (refund_id) REFERENCES refund(id);
alter table release_note_reader add constraint release_note_reader_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table released_host add constraint released_host_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table released_host_reader add constraint released_host_reader_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table renewal_reminder add constraint renewal_reminder_shield_score_id_fk FOREIGN KEY (shield_score_id) REFERENCES shield_score(id);
alter table report_purpose add constraint report_purpose_attested_by_account_id_fk FOREIGN KEY (attested_by_account_id) REFERENCES account(id);
alter table report_purpose add constraint report_purpose_owner_account_id_fk FOREIGN KEY (owner_account_id) REFERENCES account(id);
alter table report_purpose add constraint report_purpose_owner_company_id_fk FOREIGN KEY (owner_company_id) REFERENCES company(id);
alter table sandbox.screening_callback add constraint screening_callback_screening_id_fkey FOREIGN KEY (screening_id) REFERENCES sandbox.screening(id);
alter table sandbox.stripe_webhook_delivery add constraint stripe_webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES sandbox.stripe_object(id);
alter table sandbox.verification_callback add constraint verification_callback_run_id_fkey FOREIGN KEY (run_id) REFERENCES sandbox.verification_run(id);
alter table saved_signature add constraint saved_signature_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table score_change add constraint score_change_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table score_change add constraint score_change_application_id_fk FOREIGN KEY (application_id, account_id) REFERENCES application(id, account_id) DEFERRABLE;
alter table score_change add constraint score_change_cra_order_id_fk FOREIGN KEY (cra_order_id, application_id) REFERENCES cra_order(id, application_id);
alter table score_change add constraint score_change_terms_version_id_fk FOREIGN KEY (terms_version_id) REFERENCES terms_version(id);
alter table screening_package add constraint screening_package_craid_fk FOREIGN KEY (craid) REFERENCES screening_provider(craid);
alter table search_entry add constraint search_entry_person_id_fk FOREIGN KEY (person_id) REFERENCES account(id) ON DELETE CASCADE;
alter table search_entry add constraint search_entry_searcher_id_fk FOREIGN KEY (searcher_id) REFERENCES account(id) ON DELETE CASCADE;
alter table security_change add constraint security_change_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table sent_mail add constraint sent_mail_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table session add constraint session_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table session add constraint session_admin_account_id_fk FOREIGN KEY (admin_account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table session add constraint session_admin_session_id_fk FOREIGN KEY (admin_session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table session add constraint session_trusted_browser_id_fk FOREIGN KEY (trusted_browser_id) REFERENCES trusted_browser(id) ON DELETE SET NULL;
alter table session_facts add constraint session_facts_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table session_facts add constraint session_facts_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table session_hand_off add constraint session_hand_off_session_id_fk FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table share_link add constraint share_link_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table shield_id add constraint shield_id_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table shield_score add constraint shield_score_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table shield_score add constraint shield_score_application_id_fk FOREIGN KEY (application_id, account_id) REFERENCES application(id, account_id) DEFERRABLE;
alter table shield_score add constraint shield_score_score_change_id_fk FOREIGN KEY (score_change_id, application_id) REFERENCES score_change(id, application_id);
alter table shield_score add constraint shield_score_shield_id_number_fk FOREIGN KEY (shield_id_number, account_id) REFERENCES shield_id(number, account_id) DEFERRABLE;
alter table signing_record add constraint signing_record_application_id_fk FOREIGN KEY (application_id) REFERENCES application(id);
alter table signing_record add constraint signing_record_consent_document_id_fk FOREIGN KEY (consent_document_id) REFERENCES consent_document(id);
alter table sms_acceptance add constraint sms_acceptance_connection_id_fk FOREIGN KEY (connection_id) REFERENCES connection(id);
alter table staff_digest add constraint staff_digest_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table staff_session add constraint staff_session_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table staff_session add constraint staff_session_admin_account_id_fk FOREIGN KEY (admin_account_id) REFERENCES account(id);
alter table support_request add constraint support_request_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table sweep_failure add constraint sweep_failure_name_fk FOREIGN KEY (name) REFERENCES sweep_run(name) ON DELETE CASCADE;
alter table team_invitation add constraint team_invitation_accepted_by_account_id_fk FOREIGN KEY (accepted_by_account_id) REFERENCES account(id);
alter table team_invitation add constraint team_invitation_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
alter table team_invitation add constraint team_invitation_invited_by_account_id_fk FOREIGN KEY (invited_by_account_id) REFERENCES account(id);
alter table team_member add constraint team_member_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table team_member add constraint team_member_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
alter table terms_acceptance add constraint terms_acceptance_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table terms_acceptance add constraint terms_acceptance_terms_version_id_fk FOREIGN KEY (terms_version_id) REFERENCES terms_version(id);
alter table terms_draft add constraint terms_draft_author_account_id_fk FOREIGN KEY (author_account_id) REFERENCES account(id);
alter table terms_draft add constraint terms_draft_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
alter table terms_version add constraint terms_version_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table terms_version add constraint terms_version_published_by_account_id_fk FOREIGN KEY (published_by_account_id) REFERENCES account(id);
alter table text_consent add constraint text_consent_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);
alter table tour_end add constraint tour_end_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table trusted_browser add constraint trusted_browser_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table verification_code add constraint verification_code_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table webhook_delivery add constraint webhook_delivery_endpoint_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE;
alter table webhook_endpoint add constraint webhook_endpoint_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id);
alter table webhook_endpoint add constraint webhook_endpoint_made_by_account_id_fk FOREIGN KEY (made_by_account_id) REFERENCES account(id);
alter table wrong_proof_count add constraint wrong_proof_count_account_id_fk FOREIGN KEY (account_id) REFERENCES account(id);

create view overview_recount as  SELECT 'people'::text AS figure,
    ''::text AS key,
    (account.registered_at AT TIME ZONE 'UTC'::text)::date AS day,
    count(*)::integer AS change
   FROM account
  WHERE account.role = 'USER'::text
  GROUP BY ''::text, ((account.registered_at AT TIME ZONE 'UTC'::text)::date)
UNION ALL
 SELECT 'scores'::text AS figure,
    shield_score.score AS key,
    shield_score.expiration AS day,
    count(*)::integer AS change
   FROM shield_score
  WHERE shield_score.ended_at IS NULL
  GROUP BY shield_score.score, shield_score.expiration
UNION ALL
 SELECT 'applications'::text AS figure,
    application.status AS key,
    '2000-01-01'::date AS day,
    count(*)::integer AS change
   FROM application
  WHERE application.status <> ALL (ARRAY['done'::text, 'cancelled'::text, 'refunded'::text])
  GROUP BY application.status, '2000-01-01'::date
UNION ALL
 SELECT 'companies'::text AS figure,
    ''::text AS key,
    '2000-01-01'::date AS day,
    count(*)::integer AS change
   FROM company
  WHERE true
  GROUP BY ''::text, '2000-01-01'::date;
