import pg from 'pg';
import { checkedDigits, draw, id, instant, sealed } from './sql.ts';
import type { FillWanted } from './wanted.ts';

/** The number of connections per person. */
const NETWORKS = 5;

/** How many rows the person with number 1 has in their own network. */
const ownNetwork = (people: number) => Math.min(10_000, Math.floor(people / 20));

/** One company per thousand people. The first one has every tenth person in its network. */
const companiesFor = (people: number) => Math.max(6, Math.floor(people / 1000));

/**
 * @returns statements that fill the companies (their owners are in no network), one staff account, and one new account
 */
export function insertCompanies({ now, passwordHash, people }: FillWanted): string[] {
  const companies = companiesFor(people);
  const owner = id('account', `${people} + c`);
  const staff = id('account', `${people} + ${companies} + 1`);
  const newcomer = id('account', `${people} + ${companies} + 2`);
  const numbers = `generate_series(1, ${companies}) c`;
  const registered = `${instant(now)} - interval '1000 days'`;
  return [
    `insert into account (id, emailaddress, email_verified_at, password_hash, password_changed_at, two_step_method,
        firstname, lastname, registered_at, accepted_terms_id)
      select ${owner}, 'owner' || c || '@example.com', ${registered}, ${pg.escapeLiteral(passwordHash)}, ${registered},
        'DISABLED', 'Owner', 'Company ' || c, ${registered},
        (select id from terms_version where kind = 'portal' and is_current)
      from ${numbers}`,
    `insert into company (id, company_name, dashboard_enabled, alert_dashboard_enabled, team_management_enabled,
        shieldlink_enabled, shieldlinkid, created_at, updated_at)
      select ${id('company', 'c')}, case when c = 1 then 'Big Builders' else 'Company ' || c end, true, true, true, true,
        'SL' || ${checkedDigits('c')}, ${registered}, ${registered}
      from ${numbers}`,
    `insert into team_member (id, company_id, account_id, role, issue_coupons, joined_at)
      select ${id('member', 'c')}, ${id('company', 'c')}, ${owner}, 'owner', true, ${registered} from ${numbers}`,
    `insert into session_facts (account_id, company_id, company_name, team_role, dashboard_enabled,
        alert_dashboard_enabled, shieldlink_enabled, shieldlinkid, enterprise_enabled)
      select ${owner}, ${id('company', 'c')}, case when c = 1 then 'Big Builders' else 'Company ' || c end, 'owner', true,
        true, true, 'SL' || ${checkedDigits('c')}, 'YES'
      from ${numbers}`,
    `insert into account (id, emailaddress, email_verified_at, role, password_hash, password_changed_at, firstname, lastname,
        registered_at, accepted_terms_id)
      values (${staff}, 'staff@example.com', ${registered}, 'ADMIN', ${pg.escapeLiteral(passwordHash)}, ${registered},
        'Staff', 'Member', ${registered}, (select id from terms_version where kind = 'portal' and is_current))`,
    `insert into account (id, emailaddress, email_verified_at, password_hash, password_changed_at, two_step_method,
        firstname, lastname, registered_at, accepted_terms_id)
      values (${newcomer}, 'newcomer@example.com', ${registered}, ${pg.escapeLiteral(passwordHash)}, ${registered},
        'DISABLED', 'New', 'Comer', ${registered},
        (select id from terms_version where kind = 'portal' and is_current))`,
    `insert into session_facts (account_id) values (${staff}), (${newcomer})`,
  ];
}

/**
 * Five connections for each person: three in companies' networks, two in other people's. Eight of ten are accepted; the
 * others are open, ignored or bounced. Four companies share their networks with the first one by ShieldLink. The
 * derived columns of a connection have the values that refreshConnections would give them at the same time; a test
 * compares the two.
 */
export function insertConnections({ now, people }: FillWanted): string[] {
  const others = companiesFor(people) - 1;
  const half = Math.floor(people / 2);
  const firstCompany = draw('p.i', 20, others);
  const near = `1 + (p.i + ${draw('p.i', 21, half - 1)}) % ${people}`;
  const far = `1 + (p.i - 1 + ${half} + ${draw('p.i', 22, half - 1)}) % ${people}`;
  const every = Math.floor(people / ownNetwork(people));
  const draws = (salt: number, below: number) => draw(`p.i::bigint * ${NETWORKS} + k`, salt, below);
  const moment = instant(now);
  const windowStart = `(p.ends_at - interval '1080 hours')`;
  const soonStart = `(p.ends_at - interval '720 hours')`;
  return [
    `insert into connection (id, owner_company_id, owner_account_id, account_id, to_email, to_shieldid, to_firstname,
        to_lastname, connection_type, invited_by_account_id, invited_at, invite_expires_at, invite_sent_count, opened_at,
        accepted_at, completed_at, ignored_at, bounced_at, cancelled_at, removed_at, sharing_active, report_shared,
        code_sealed, code_hash, status, status_until, legal_firstname, legal_lastname, sort_name, search_text, shared_at,
        shieldid, score, score_rank, expiration, told_stage, told_score, told_expiration, compliance)
      select ${id('connection', 'f.n')}, case when f.k < 3 then ${id('company', 'f.company')} end,
        case when f.k >= 3 then ${id('account', 'f.owner')} end,
        case when answer <> 'stranger' then p.account_id end,
        case when answer = 'stranger' then 'invited.' || f.n || '@example.com'
          when not w.by_id then p.emailaddress end,
        case when w.by_id then p.shieldid end, p.firstname, p.lastname,
        'INDIVIDUAL',
        case when f.k < 3 then ${id('account', `${people} + f.company`)} else ${id('account', 'f.owner')} end,
        f.invited_at, f.invited_at + interval '30 days', 1,
        case when answer in ('open', 'accepted') then f.invited_at + interval '1 day' end, w.accepted_at,
        case when w.shared then w.accepted_at end,
        case when answer = 'ignored' then f.invited_at + interval '2 days' end,
        case when answer = 'bounced' then f.invited_at + interval '5 minutes' end,
        case when closed and answer <> 'accepted' then f.invited_at + interval '9 days' end,
        case when closed and answer = 'accepted' then f.invited_at + interval '9 days' end,
        sharing_active, report_shared, ${sealed}, 'fill-' || f.n,
        case when w.removed then 'DISABLED'
          when answer = 'ignored' then 'INVITEIGNORE'
          when answer = 'bounced' then 'INVITEBOUNCE'
          when answer = 'stranger' then 'INVITE'
          when p.score_pending and not (w.accepted and w.valid) then 'SCOREPENDING'
          when p.in_progress and not (w.accepted and w.valid) then 'CHECKINPROGRESS'
          when p.started and not (w.accepted and w.valid) then 'APPSTARTED'
          when not w.accepted and p.expiration is null then 'INVITE'
          when not w.accepted and w.due then 'INVITEINRENEWALWINDOW'
          when not w.accepted then 'PENDINGINVITEACCEPT'
          when not (f.sharing_active and p.sharing_master) then 'DISABLED'
          when not w.valid then 'EXPIRED'
          when w.due then 'INRENEWALWINDOW'
          else 'CURRENT' end,
        case when answer = 'stranger' or w.removed then null when ${windowStart} > ${moment} then ${windowStart}
          when ${soonStart} > ${moment} then ${soonStart}
          when p.ends_at > ${moment} then p.ends_at end,
        case when w.shared then p.firstname end, case when w.shared then p.lastname end, p.sort_name,
        case when w.removed then '' when w.accepted then left(p.found_by || case when w.shared then lower(' ' || p.shieldid) else '' end || p.respelled, 600)
          else p.typed_name || '  ' ||
            case when answer = 'stranger' then 'invited.' || f.n || '@example.com'
              when not w.by_id then p.emailaddress else lower(p.shieldid) end || p.typed_respelled end,
        coalesce(w.accepted_at, f.invited_at),
        case when w.shared then p.shieldid when w.by_id then p.shieldid end,
        case when w.shared then p.score end,
        case when w.shared then (array_position(array['IC01+','IC01','IC02','IC03','IC04','NA'], p.score) - 1)::smallint
          else 9 end,
        case when w.shared then p.expiration end,
        case when w.told then case when not w.shared or ${soonStart} > ${moment} then 'joined'
          when p.ends_at > ${moment} then 'soon' else 'expired' end end,
        case when w.told and w.shared then p.score end, case when w.told and w.shared then p.expiration end,
        case when f.k < 3 and w.accepted_at is not null and not w.removed then
          case when not w.shared then 'HIDDEN' when p.ends_at <= ${moment} then 'EXPIRED'
            when p.score = 'NA' then 'SCORE' else 'IN' end end
      from fill_person p cross join generate_series(0, ${NETWORKS - 1}) k
        cross join lateral (select k, p.i::bigint * ${NETWORKS} + k as n,
          case when k = 0 and p.i % 10 = 0 then 1 when k < 3 then 2 + (${firstCompany} + k) % ${others} end as company,
          case when k >= 3 then
            case when k = 4 and p.i % ${every} = 1 and p.i > 1 and ${near} <> 1 then 1
              when k = 3 then ${near} else ${far} end end as owner,
          case when ${draws(23, 100)} < 80 then 'accepted' when ${draws(23, 100)} < 88 then 'open'
            when ${draws(23, 100)} < 94 then 'stranger' when ${draws(23, 100)} < 97 then 'ignored'
            else 'bounced' end as answer,
          k >= 3 and ${draws(24, 100)} = 0 as closed, ${draws(25, 100)} >= 3 as sharing_active,
          ${draws(26, 3)} = 0 as report_shared,
          ${draws(28, 4)} = 0 as by_id,
          ${moment} - make_interval(mins => (${draws(29, 700_000)} + 30000)::int) as invited_at
          offset 0) f
        cross join lateral (select
          answer = 'accepted' as accepted,
          case when answer = 'accepted' then f.invited_at + interval '4 days' end as accepted_at,
          not p.suspended and p.expiration is not null and p.ends_at > ${moment} as valid,
          p.expiration is not null and ${windowStart} <= ${moment} as due,
          p.shieldid is not null and answer = 'open' and f.by_id as by_id,
          answer = 'accepted' and f.k < 3 and not f.closed as told,
          answer = 'accepted' and f.closed as removed,
          answer = 'accepted' and not f.closed and f.sharing_active and p.sharing_master and not p.suspended and p.scored as shared
          offset 0) w`,
    `insert into connection_event (id, connection_id, kind, actor_account_id, at)
      select ${id('invited', 'n')}, connection.id, 'invited', invited_by_account_id, invited_at
      from (select row_number() over () as n, * from connection where owner_company_id = ${id('company', '1')}) connection`,
    `insert into connection_event (id, connection_id, kind, actor_account_id, at)
      select ${id('accepted', 'n')}, connection.id, 'accepted', account_id, accepted_at
      from (select row_number() over () as n, * from connection where owner_company_id = ${id('company', '1')}
        and accepted_at is not null) connection`,
    ...insertShieldLink(moment, people),
    insertRemoved(moment, people),
    insertAlerts,
    'drop table fill_person',
  ];
}

/**
 * The first company has removed one of 200 people in the last 60 days. Triggers are off during the load, so this clears
 * the columns that a trigger would clear.
 */
function insertRemoved(moment: string, people: number): string {
  const owner = id('account', `${people} + 1`);
  return `insert into connection (id, owner_company_id, account_id, to_firstname, to_lastname, connection_type,
      invited_by_account_id, invited_at, invite_expires_at, opened_at, accepted_at, removed_at, removed_by_account_id,
      code_sealed, code_hash, status, sort_name, search_text, shared_at)
    select ${id('removed', 'i')}, ${id('company', '1')}, account_id, firstname, lastname, 'INDIVIDUAL', ${owner},
      joined, joined + interval '30 days', joined, joined, joined + interval '100 days', ${owner}, ${sealed},
      'fill-removed-' || i, 'DISABLED', sort_name, '', joined
    from fill_person cross join lateral (
      select ${moment} - interval '100 days' - make_interval(mins => ${draw('i', 30, 86_400)}::int) as joined offset 0) at
    where i % 200 = 3`;
}

/** What the first company was alerted of about the people who are in its own network. */
const insertAlerts = `
  insert into network_alert (id, company_id, connection_id, account_id, alert_type, at, firstname, lastname, businessname,
      sort_name, score, score_id, expiration)
    select ${id('alert', 'row_number() over (order by c.id, told.at)')}, c.owner_company_id, c.id, c.account_id,
      told.alert_type, told.at, c.to_firstname, c.to_lastname, a.businessname, c.sort_name,
      case when told.scored then s.score end, case when told.scored then s.id end,
      case when told.scored then s.expiration end
    from connection c join account a on a.id = c.account_id
      left join shield_score s on s.account_id = c.account_id and s.expiration = c.told_expiration
      cross join lateral (values
        ('new', c.accepted_at, false, true),
        ('expiressoon', (c.told_expiration - 30 + time '11:00') at time zone 'UTC', true,
          c.told_stage in ('soon', 'expired')),
        ('expired', (c.told_expiration + time '11:00') at time zone 'UTC', true, c.told_stage = 'expired'))
        told (alert_type, at, scored, due)
    where c.owner_company_id = ${id('company', '1')} and c.connection_type = 'INDIVIDUAL'
      and c.told_stage is not null and told.due and (not told.scored or s.id is not null)`;

/**
 * Companies 2 to 5 share their networks with the first company: one row for each company, and one for each person who
 * is not in the first company's own network.
 */
function insertShieldLink(moment: string, people: number): string[] {
  const client = id('company', '1');
  const linkedAt = `${moment} - interval '20 days'`;
  const columns = `id, owner_company_id, account_id, sharing_company_id, connection_type, invited_by_account_id, invited_at,
    invite_expires_at, opened_at, accepted_at, completed_at, sharing_active, code_sealed, code_hash, status,
    status_until, legal_firstname, legal_lastname, sort_name, search_text, shared_at, score, score_rank, expiration, compliance`;
  return [
    `insert into connection (${columns})
      select ${id('link', 'c')}, ${client}, null, ${id('company', 'c')}, 'FULLNETWORK', ${id('account', `${people} + 1`)},
        ${linkedAt}, ${linkedAt} + interval '30 days', ${linkedAt}, ${linkedAt}, null, true, ${sealed}, 'fill-link-' || c,
        'CURRENT', null, null, null, 'company ' || c, ' company ' || c, ${linkedAt}, null, 9, null, null
      from generate_series(2, 5) c`,
    `insert into connection (${columns})
      select ${id('extended', 'row_number() over (order by account_id)')}, ${client}, account_id, null, 'EXTENDED',
        ${id('account', `${people} + 1`)}, ${linkedAt}, ${linkedAt} + interval '30 days', ${linkedAt}, ${linkedAt},
        case when score is not null then ${linkedAt} end, true, null, null, status, status_until,
        legal_firstname, legal_lastname, sort_name, text, ${linkedAt}, score, score_rank, expiration, compliance
      from (select distinct on (shared.account_id) shared.*,
          left(spellings(concat_ws(' ', a.firstname, a.lastname, a.businessname)), 600) as text
        from connection shared join account a on a.id = shared.account_id
        where shared.owner_company_id in (select ${id('company', 'c')} from generate_series(2, 5) c)
          and shared.connection_type = 'INDIVIDUAL' and shared.accepted_at is not null and shared.removed_at is null
          -- Hashed: the table has no indexes and statistics yet, so a join with it might read it for each person.
          and shared.account_id not in (select direct.account_id from connection direct
            where direct.owner_company_id = ${client} and direct.connection_type = 'INDIVIDUAL'
              and direct.accepted_at is not null and direct.removed_at is null)
        order by shared.account_id, shared.sharing_active desc, shared.id) person`,
  ];
}
