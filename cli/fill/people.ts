import pg from 'pg';
import { cities, firstnames, lastnames, nameHeads, nameMiddles, nameTails, trades } from './names.ts';
import { checkedDigits, draw, id, instant, noFile, pick, pickCommon, sealed } from './sql.ts';
import type { FillWanted } from './wanted.ts';

const NATIONAL_PACKAGE = `(select id from screening_package where crapackageid = 'NATIONAL' and active)`;

/**
 * The people of the filled data, numbered from 1, in a temporary table: who they are and how far they have come. Of 100
 * people, 50 have a valid score, 8 an expired one, 2 an open monitoring update, 10 an open application, and 1 a
 * canceled one.
 */
export function makePeople({ people, now }: FillWanted): string {
  const today = `(${instant(now)} at time zone 'UTC')::date`;
  const rareName = `${pick(nameHeads, 'i', 11)} || ${pick(nameMiddles, 'i', 12)} || ${pick(nameTails, 'i', 13)}`;
  return `
    create temp table fill_person as
    with name as (
      select i::int as i, ${id('account', 'i')} as account_id, case when i = 1 then 10 else ${draw('i', 1, 100)} end as stage,
        ${pickCommon(firstnames, 'i', 2)} as firstname,
        case when ${draw('i', 3, 100)} < 12 then ${rareName} else ${pickCommon(lastnames, 'i', 4)} end ||
          case when ${draw('i', 5, 100)} = 0 then '-' || ${pickCommon(lastnames, 'i', 6)} else '' end as lastname,
        1 + ${draw('i', 7, cities.length)} as city, ${draw('i', 8, 10)} as trade,
        ${instant(now)} - make_interval(mins => ((${people} - i)::bigint * 1500000 / ${people} + ${draw('i', 9, 1440)})::int)
          as registered_at
      from generate_series(1, ${people}) i
    ), person as (
      select name.*, (${textArray(cities.map(([city]) => city))})[city] as city_name,
        (${textArray(cities.map(([, state]) => state))})[city] as state,
        (${textArray(cities.map(([, , code]) => code))})[city] as postalcode,
        case when trade < 3 then lastname || ' ' || ${pick(trades, 'i', 10)} || ' LLC'
          when trade = 3 then firstname || '''s ' || ${pick(trades, 'i', 10)}
          when trade = 4 then (${textArray(cities.map(([city]) => city))})[city] || ' ' || ${pick(trades, 'i', 10)}
          else '' end as businessname,
        case when i = 1 then 'person1@example.com' else replace(lower(unaccent(firstname)), '''', '') ||
          case i % 4 when 0 then '_' when 1 then '' else '.' end ||
          replace(lower(unaccent(lastname)), '''', '') || i ||
          case i % 3 when 0 then '@example.com' when 1 then '@mail.example.net' else '@example.org' end end as emailaddress,
        stage < 60 as scored, stage <= 70 as applied,
        stage in (58, 59) as suspended,
        case when stage < 58 then 'done' when stage < 60 then 'monitorrequiresapproval' when stage = 60 then 'paid'
          when stage = 61 then 'waituser' when stage = 62 then 'submitted' when stage < 65 then 'inprogress'
          when stage = 65 then 'clearidaction' when stage = 66 then 'waitmanual' when stage < 70 then 'newrequiresapproval'
          when stage = 70 then 'cancelled' end as application_status,
        case when stage < 60 then
          ${today} + case when stage between 50 and 57 then -1 - ${draw('i', 14, 300)}
            else 1 + ${draw('i', 14, 364)} end::int end as expiration,
        (array['IC01+','IC01','IC02','IC03','IC04','NA'])[1 + case when ${draw('i', 15, 100)} < 35 then 0
          when ${draw('i', 15, 100)} < 65 then 1 when ${draw('i', 15, 100)} < 80 then 2
          when ${draw('i', 15, 100)} < 90 then 3 when ${draw('i', 15, 100)} < 96 then 4 else 5 end] as score
      from name
    )
    select i, account_id, stage, firstname, lastname, city_name, state, postalcode, businessname, emailaddress, scored,
      applied, suspended, application_status, expiration, case when scored then score end as score,
      case when scored then state || ${checkedDigits('i')} end as shieldid,
      case when scored then ((expiration - 365)::timestamp + time '15:00') at time zone 'UTC' end as activated_at,
      least(registered_at, case when scored then
        ((expiration - 375)::timestamp + time '15:00') at time zone 'UTC' end) as registered_at,
      case when scored then ((expiration - 370)::timestamp + time '15:00') at time zone 'UTC'
        else least(${instant(now)}, registered_at + interval '1 hour') end as ordered_at,
      ${draw('i', 16, 100)} > 0 as sharing_master,
      application_status in ('paid', 'waituser', 'waitmanual') as started,
      application_status in ('submitted', 'inprogress', 'clearidaction') as in_progress,
      application_status in ('newrequiresapproval', 'monitorrequiresapproval') as score_pending,
      (expiration + time '11:00') at time zone 'UTC' as ends_at,
      unaccent(lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress)) as found_by,
      unaccent(lower(firstname || ' ' || lastname)) as typed_name,
      coalesce(' ' || other_spellings(firstname || ' ' || lastname || ' ' || businessname), '') as respelled,
      coalesce(' ' || other_spellings(firstname || ' ' || lastname || ' '), '') as typed_respelled,
      left(unaccent(lower(lastname || ' ' || firstname)), 200) as sort_name
    from person;
    create index on fill_person (i);
    analyze fill_person`;
}

function textArray(list: readonly string[]): string {
  return `array[${list.map((entry) => pg.escapeLiteral(entry)).join(', ')}]`;
}

/** @returns statements that fill the accounts and everything that a check creates */
export function insertPeople({ now, passwordHash, people }: FillWanted): string[] {
  const portalTerms = `(select id from terms_version where kind = 'portal' and is_current)`;
  const scoreTerms = `(select id from terms_version where kind = 'score' and is_current)`;
  const hash = pg.escapeLiteral(passwordHash);
  return [
    `insert into account (id, emailaddress, email_verified_at, password_hash, password_changed_at, two_step_method,
        firstname, lastname, businessname, mobile, address1, city, state, postalcode, dateofbirth,
        network_sharing_master, network_searchresults, registered_at, accepted_terms_id, last_login_at, locked_name_dob)
      select account_id, emailaddress, registered_at, ${hash}, registered_at, 'DISABLED', firstname, lastname,
        businessname, lpad((5120000000 + i)::text, 10, '0'), (i % 900 + 100) || ' Cedar Street', city_name, state,
        postalcode, date '1960-01-01' + ${draw('i', 17, 14000)}::int, sharing_master, i % 2 = 0, registered_at,
        ${portalTerms}, registered_at, scored
      from fill_person`,
    `insert into session_facts (account_id, certification_number, certification_name, certification_score,
        certification_expiration, has_current_verification, verified_at, pending_score_change, application_count)
      select account_id, shieldid, case when scored then firstname || ' ' || lastname end, score, expiration, scored and ends_at > ${instant(now)},
        case when scored then activated_at end,
        score_pending is true, case when applied then 1 else 0 end
      from fill_person`,
    `insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status,
        created_at, terms_accepted_at, paid_at, transaction_id)
      select ${id('purchase', 'i')}, account_id, ${NATIONAL_PACKAGE}, 'National Background Check', false, 7900, 'usd',
        'paid', ordered_at, ordered_at, ordered_at, 'pi_fill_' || i
      from fill_person where applied`,
    `insert into ledger_entry (id, purchase_id, account_id, leg, kind, amount_cents, currency, provider_id, recorded_at)
      select ${id('ledger', 'i')}, ${id('purchase', 'i')}, account_id, 'buyer', 'charge', 7900, 'usd', 'pi_fill_' || i, ordered_at
      from fill_person where applied`,
    `insert into application (id, account_id, payer_id, package_id, purchase_id, status, ordered_at, status_at, submitted_at)
      select ${id('application', 'i')}, account_id, account_id, ${NATIONAL_PACKAGE}, ${id('purchase', 'i')}, application_status,
        ordered_at, coalesce(activated_at, ordered_at), case when not started then ordered_at end
      from fill_person where applied`,
    `insert into cra_order (id, application_id, craid, attempt, idempotency_key, state, profile_number, created_at,
        placed_at, closed_at)
      select ${id('order', 'i')}, ${id('application', 'i')}, '2', 1, 'fill-' || i,
        case when scored or score_pending then 'completed' else 'inprogress' end, 'BP' || i, ordered_at, ordered_at,
        case when scored or score_pending then coalesce(activated_at, ordered_at) end
      from fill_person where scored or score_pending or in_progress`,
    `insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, state, findings,
        report_key, report_hash, created_at, decided_at, terms_version_id, terms_accepted_at, terms_address, terms_agent)
      select ${id('change', 'i')}, ${id('application', 'i')}, account_id, ${id('order', 'i')}, 'new',
        coalesce(score, 'IC01'), case when scored then 'accepted' else 'pending' end, ${sealed}, 'reports/fill-' || i, ${noFile}, ordered_at, activated_at,
        case when scored then ${scoreTerms} end, activated_at, case when scored then '' end, case when scored then '' end
      from fill_person where scored or score_pending`,
    `insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, previous_score,
        state, findings, report_key, report_hash, created_at)
      select ${id('monitoring', 'i')}, ${id('application', 'i')}, account_id, ${id('order', 'i')}, 'monitorupdate',
        'IC03', score, 'pending', ${sealed}, 'reports/fill-' || i, ${noFile}, ${instant(now)}
      from fill_person where suspended`,
    `insert into shield_id (number, account_id, issued_at)
      select shieldid, account_id, activated_at from fill_person where scored`,
    `insert into shield_score (id, account_id, shield_id_number, application_id, score_change_id, score, activated_at,
        expiration, legal_firstname, legal_middlename, legal_lastname, legal_namesuffix)
      select ${id('score', 'i')}, account_id, shieldid, ${id('application', 'i')}, ${id('change', 'i')}, score,
        activated_at, expiration, firstname, '', lastname, ''
      from fill_person where scored`,
    `insert into access_entry (id, person_id, viewer_company_id, kind, day, first_at)
      select ${id('access', 'i')}, account_id, ${id('company', '1')}, 'score',
        (least(activated_at + interval '3 days', ${instant(now)}) at time zone 'UTC')::date,
        least(activated_at + interval '3 days', ${instant(now)})
      from fill_person where scored`,
    // Only one person in ten, because the audit log keeps its indexes and triggers during the load. Staff see these
    // entries in the person's record.
    `insert into audit_entry (id, at, operation, action, actor_id, about_id, request_id, address, agent)
      select ${id('audit', 'i')}, registered_at, 'identity.register', 'identity.account-created', account_id, account_id,
        'fill', '198.51.100.1', 'fill'
      from fill_person where i % 10 = 1 and i <= ${people}`,
  ];
}
