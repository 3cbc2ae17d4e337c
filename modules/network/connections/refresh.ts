import {
  applicationStatuses,
  type ConnectionProgress,
  connectionProgress,
} from '#modules/applications/index.ts';
import {
  anyOf,
  column,
  EXPIRES_SOON_DAYS,
  grades,
  type RawBuilder,
  RENEWAL_WINDOW_DAYS,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { complianceSql, goesOutSql, isOutSql, savedRule } from '../alerts/compliance.ts';
import { tellCompanies } from '../alerts/recording.ts';
import { tellOfStatuses } from '../company-events.ts';
import { decisionHeldSql } from '../score-held.ts';
import type { ConnectionStatus } from '../statuses.ts';
import { alignPeople, isSourceActive } from './extended.ts';
import { lockPeople, type PeopleScope } from './people.ts';

/** The ShieldLink rows of a client for the people of a company that shares with it, or of some people for all clients. */
type ShieldLinkScope = { clientId: string; sharingId: string } | { extendedOf: readonly string[] };

/**
 * Which connections are refreshed: those of these people, or named ones and whatever else depends on their people, or
 * only ShieldLink rows.
 */
export type RefreshScope = PeopleScope | ShieldLinkScope;

/** The instant at which the score of the alias `f` expires (D5). */
const endOfScore = sql<Date>`((f.expiration + time '11:00') at time zone 'UTC')`;
/** This many days before that. In hours, because a day of an interval can have 23 hours in the session's time zone. */
const beforeEnd = (days: number) =>
  sql<Date>`(${endOfScore} - make_interval(hours => ${sql.lit(days * 24)}))`;
const startOfWindow = beforeEnd(RENEWAL_WINDOW_DAYS);
const startOfSoon = beforeEnd(EXPIRES_SOON_DAYS);

/**
 * D50 as SQL: what `connectionStatus` (rules.ts) computes for one connection. Reads the aliases `c` (a connection) and `f`
 * (expiration, suspended, score_pending, check_in_progress, application_started, sharing_master).
 */
export function statusSql(now: Date): RawBuilder<ConnectionStatus> {
  const valid = sql`(f.expiration is not null and ${now}::timestamptz < ${endOfScore} and not f.suspended)`;
  const due = sql`${now}::timestamptz >= ${startOfWindow}`;
  return sql<ConnectionStatus>`(case
    when c.accepted_at is null and c.ignored_at is not null then 'INVITEIGNORE'
    when c.accepted_at is null and c.bounced_at is not null then 'INVITEBOUNCE'
    when c.connection_type = 'FULLNETWORK' and c.accepted_at is null then 'INVITE'
    when c.connection_type = 'FULLNETWORK' and c.sharing_active and f.sharing_master then 'CURRENT'
    when c.connection_type = 'FULLNETWORK' then 'DISABLED'
    when c.accepted_at is null and c.opened_at is null then 'INVITE'
    when f.score_pending and not (c.accepted_at is not null and ${valid}) then 'SCOREPENDING'
    when f.check_in_progress and not (c.accepted_at is not null and ${valid}) then 'CHECKINPROGRESS'
    when f.application_started and not (c.accepted_at is not null and ${valid}) then 'APPSTARTED'
    when c.accepted_at is null and f.expiration is null then 'INVITE'
    when c.accepted_at is null and ${due} then 'INVITEINRENEWALWINDOW'
    when c.accepted_at is null then 'PENDINGINVITEACCEPT'
    when not (c.sharing_active and f.sharing_master) then 'DISABLED'
    when not ${valid} then 'EXPIRED'
    when ${due} then 'INRENEWALWINDOW'
    else 'CURRENT' end)`;
}

/** When the status, or what alerts report, next changes by the passing of time; null if it does not. */
export function statusUntilSql(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(case
    when c.connection_type = 'FULLNETWORK' or f.expiration is null then null
    when ${startOfWindow} > ${now}::timestamptz then ${startOfWindow}
    when ${startOfSoon} > ${now}::timestamptz then ${startOfSoon}
    when ${endOfScore} > ${now}::timestamptz then ${endOfScore} end)`;
}

/**
 * What a company is to be told about the connection `c` (`told_stage`): the person joined, the score `f` expires soon,
 * or it expired. Null for other connections. Nothing is told about a score that is not shown, so the stage stays the
 * same.
 */
const stageSql = (now: Date) => sql`(case
  when c.owner_company_id is null or c.connection_type <> 'INDIVIDUAL' or c.accepted_at is null then null
  when seen.expiration is null then coalesce(c.told_stage, 'joined')
  when ${now}::timestamptz >= ${endOfScore} then 'expired'
  when ${now}::timestamptz >= ${startOfSoon} then 'soon'
  else 'joined' end)`;

/** The application statuses with this meaning for a connection (D41). */
const statusesOf = (wanted: ConnectionProgress): RawBuilder<string[]> =>
  sql`${sql.val(applicationStatuses.filter((status) => connectionProgress(status) === wanted))}::text[]`;

/** The facts about its person that decide the status of the connection `c`: exactly one row, even without a person. */
const personFacts = sql`(
  select s.id as score_id, s.expiration, s.score, s.shield_id_number as shieldid, s.legal_firstname, s.legal_lastname,
    coalesce(o.suspended, false) or held.held as suspended,
    coalesce(o.score_pending, false) or held.held as score_pending,
    coalesce(o.check_in_progress, false) as check_in_progress,
    coalesce(o.application_started, false) as application_started,
    coalesce(a.network_sharing_master, true)
      and (c.connection_type <> 'EXTENDED' or ${isSourceActive}) as sharing_master,
    a.firstname, a.lastname, a.businessname, a.emailaddress
  from (select bool_or(ap.status = any(${statusesOf('SCOREPENDING')})) as score_pending,
      bool_or(ap.status = any(${statusesOf('CHECKINPROGRESS')})) as check_in_progress,
      bool_or(ap.status = any(${statusesOf('APPSTARTED')})) as application_started,
      bool_or(ap.status = any(${statusesOf('SCOREPENDING')}) and exists (
        select 1 from score_change sc where sc.application_id = ap.id
          and sc.score_change_type = 'monitorupdate' and sc.state in ('pending', 'disputed'))) as suspended
    from application ap
    where ap.account_id = c.account_id and ap.status not in ('done', 'cancelled', 'refunded')) o
  cross join lateral (select ${decisionHeldSql(sql`c.account_id`)} as held) held
  left join account a on a.id = c.account_id
  left join shield_score s on s.account_id = c.account_id and s.ended_at is null
)`;

function scopeSql(scope: RefreshScope): RawBuilder<boolean> {
  if ('accountIds' in scope) return sql`c.account_id = ${anyOf(scope.accountIds)}`;
  if ('connectionIds' in scope) {
    return sql`c.id in (
      select unnest(${sql.val(scope.connectionIds)}::uuid[])
      union select extended.id from connection named join connection extended
        on extended.account_id = named.account_id and extended.connection_type = 'EXTENDED'
      where named.id = ${anyOf(scope.connectionIds)} and named.connection_type = 'INDIVIDUAL')`;
  }
  if ('extendedOf' in scope) {
    return sql`c.account_id = ${anyOf(scope.extendedOf)} and c.connection_type = 'EXTENDED'`;
  }
  return sql`c.owner_id = ${scope.clientId} and c.connection_type = 'EXTENDED' and exists (
    select 1 from connection shared where shared.owner_id = ${scope.sharingId} and shared.account_id = c.account_id)`;
}

/** What the rule judges, in the query below. */
const judged = {
  underReview: sql`judged.under_review`,
  score: sql`judged.score`,
  expiration: sql`judged.expiration`,
};

const storeStatus = statement({
  name: 'network.refresh-connections',
  prepared: true,
  row: {
    /** Null for an alert about a row that another transaction changed at the same moment, and that was not refreshed. */
    id: column.uuid.nullable(),
    alert_id: column.uuid.nullable(),
    alerted_company_id: column.uuid.nullable(),
    /** The company whose connection has another status than before. */
    changed_company_id: column.uuid.nullable(),
    status: column.text.nullable(),
    former_status: column.text.nullable(),
  },
  examples: [
    [new Date(0), { accountIds: [] }],
    [new Date(0), { connectionIds: [] }],
    [new Date(0), { clientId: '', sharingId: '' }],
    [new Date(0), { extendedOf: [] }],
    [new Date(0), { connectionIds: [] }, true],
  ],
  sql: (now: Date, scope: RefreshScope, onlyUnchanged = false) => sql`
    with stand as materialized (
      select c.id, c.xmin as version, ${statusSql(now)} as status, ${statusUntilSql(now)} as status_until,
        seen.shieldid, seen.score, seen.expiration, seen.legal_firstname, seen.legal_lastname,
        coalesce(array_position(${sql.val([...grades])}::text[], seen.score) - 1, 9)::smallint as score_rank,
        left(unaccent(lower(coalesce(nullif(trim(names.lastname || ' ' || names.firstname), ''), c.to_email::text, ''))),
          200) as sort_name,
        left(concat_ws(' ', unaccent(lower(concat_ws(' ', names.firstname, names.lastname, names.businessname,
          coalesce(names.emailaddress, c.to_email::text), seen.shieldid))),
          other_spellings(concat_ws(' ', names.firstname, names.lastname, names.businessname))), 600) as search_text,
        coalesce(c.accepted_at, c.invited_at) as shared_at,
        told.stage as told_stage, case when told.stage is null then null else coalesce(seen.score, c.told_score) end as told_score,
        case when told.stage is null then null else coalesce(seen.expiration, c.told_expiration) end as told_expiration,
        c.told_stage as former_stage, c.told_score as former_score, c.told_expiration as former_expiration,
        c.status as former_status, c.owner_company_id, c.account_id, f.score_id, names.firstname, names.lastname, names.businessname,
        coalesce(c.completed_at, case when seen.score is not null then ${now}::timestamptz end) as completed_at,
        judged.under_review, ${complianceSql(now, savedRule, judged)}
          as compliance, c.compliance as former_compliance
      from connection c
      cross join lateral ${personFacts} f
      left join company sharing on sharing.id = c.sharing_company_id
      left join alert_rule rule on rule.company_id = c.owner_company_id
      cross join lateral (select
        c.accepted_at is not null and c.connection_type <> 'FULLNETWORK' and c.sharing_active and f.sharing_master
          as agreed) consent
      cross join lateral (select consent.agreed and not f.suspended as shared) w
      cross join lateral (select
        case when c.connection_type = 'EXTENDED' then null when w.shared then f.shieldid
          when c.accepted_at is null then c.to_shieldid end as shieldid,
        case when w.shared then f.score end as score,
        case when w.shared then f.legal_firstname end as legal_firstname,
        case when w.shared then f.legal_lastname end as legal_lastname,
        case when w.shared then f.expiration end as expiration) seen
      cross join lateral (select
        case when c.sharing_company_id is not null then '' when c.accepted_at is null then c.to_firstname
          else coalesce(seen.legal_firstname, f.firstname) end as firstname,
        case when c.sharing_company_id is not null then sharing.company_name when c.accepted_at is null
          then c.to_lastname else coalesce(seen.legal_lastname, f.lastname) end as lastname,
        case when c.accepted_at is null then '' else f.businessname end as businessname,
        case when c.accepted_at is not null and c.connection_type <> 'EXTENDED' then f.emailaddress::text end
          as emailaddress) names
      cross join lateral (select ${stageSql(now)} as stage) told
      cross join lateral (select consent.agreed and f.suspended and (c.told_score is not null
        or c.connection_type = 'EXTENDED' and coalesce(c.compliance, 'HIDDEN') <> 'HIDDEN') as under_review) review
      cross join lateral (select review.under_review,
        case when review.under_review then c.told_score else seen.score end as score,
        case when review.under_review then c.told_expiration else seen.expiration end as expiration) judged
      where c.cancelled_at is null and c.removed_at is null and ${scopeSql(scope)}
    ),
    refreshed as (
      update connection c set status = stand.status, status_until = stand.status_until, shieldid = stand.shieldid,
        score = stand.score, score_rank = stand.score_rank, expiration = stand.expiration,
        legal_firstname = stand.legal_firstname, legal_lastname = stand.legal_lastname,
        sort_name = stand.sort_name, search_text = stand.search_text, shared_at = stand.shared_at,
        told_stage = stand.told_stage, told_score = stand.told_score, told_expiration = stand.told_expiration,
        completed_at = stand.completed_at, under_review = stand.under_review, compliance = stand.compliance
      from stand
      where stand.id = c.id ${onlyUnchanged ? sql`and c.xmin = stand.version` : sql``} and (c.status, c.status_until, c.shieldid, c.score, c.score_rank, c.expiration,
        c.legal_firstname, c.legal_lastname, c.sort_name, c.search_text, c.shared_at, c.told_stage, c.told_score,
        c.told_expiration, c.completed_at, c.under_review, c.compliance) is distinct from (stand.status, stand.status_until, stand.shieldid,
        stand.score, stand.score_rank, stand.expiration, stand.legal_firstname, stand.legal_lastname, stand.sort_name,
        stand.search_text, stand.shared_at, stand.told_stage, stand.told_score, stand.told_expiration,
        stand.completed_at, stand.under_review, stand.compliance)
      returning c.id, c.owner_company_id, c.status, stand.former_status),
    alerted as (
      insert into network_alert (id, company_id, connection_id, account_id, alert_type, at, score_id, score,
        previous_score, expiration, firstname, lastname, businessname, sort_name)
      select gen_random_uuid(), stand.owner_company_id, stand.id, stand.account_id, alert.alert_type, ${now}::timestamptz,
        case when stand.score is not null then stand.score_id end, stand.score,
        case when alert.alert_type = 'scorechange' then stand.former_score end, stand.expiration,
        stand.firstname, stand.lastname, coalesce(stand.businessname, ''), stand.sort_name
      from stand cross join lateral (
        select 'new' as alert_type where stand.former_stage is null
        union all select 'scorechange' where stand.score <> stand.former_score
        union all select case stand.told_stage when 'soon' then 'expiressoon' else 'expired' end
          where stand.expiration is not null and stand.told_stage <> 'joined'
            and (stand.told_stage <> stand.former_stage and stand.former_stage <> 'expired'
              or stand.former_stage is null or stand.expiration is distinct from stand.former_expiration)
        union all select 'out_compliance' from refreshed
          where refreshed.id = stand.id and (${goesOutSql(sql`stand.former_compliance`, sql`stand.compliance`)}
            or stand.former_score is null and stand.told_score is not null and ${isOutSql(sql`stand.compliance`)})) alert
      where stand.told_stage is not null and (stand.told_stage, stand.told_score, stand.told_expiration, stand.compliance)
        is distinct from (stand.former_stage, stand.former_score, stand.former_expiration, stand.former_compliance)
      on conflict do nothing
      returning id, connection_id, company_id)
    select refreshed.id, alerted.id as alert_id, alerted.company_id as alerted_company_id,
      case when refreshed.status <> refreshed.former_status then refreshed.owner_company_id end as changed_company_id,
      refreshed.status, refreshed.former_status
    from refreshed full join alerted on alerted.connection_id = refreshed.id`,
});

/**
 * Stores the current status of connections and the values by which the grids filter and sort. Before a person accepts,
 * the owner sees what the inviter entered; afterwards, what the person shares. The rows by which other companies see
 * the same people through ShieldLink are made, removed and refreshed with them. Companies are alerted of what has
 * changed, once for each connection and score. For ShieldLink rows the caller has locked the company that shares.
 * @returns how many rows changed
 */
export async function refreshConnections(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  scope: RefreshScope,
): Promise<number> {
  if ('accountIds' in scope || 'connectionIds' in scope) {
    await lockPeople(work, scope);
    await alignPeople(work, scope);
  }
  return store(work, scope);
}

/**
 * The same for many connections of many people, by a sweep. It waits for nobody, and skips rows that others change at the
 * same moment, because those transactions refresh them.
 */
export async function refreshUnchanged(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  connectionIds: readonly string[],
): Promise<number> {
  await alignPeople(work, { connectionIds });
  return store(work, { connectionIds }, true);
}

async function store(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  scope: RefreshScope,
  onlyUnchanged = false,
): Promise<number> {
  const refreshed = await work.rows(storeStatus(work.now, scope, onlyUnchanged));
  await tellCompanies(
    work,
    refreshed.flatMap(({ alert_id: id, alerted_company_id: company_id }) =>
      id !== null && company_id !== null ? { id, company_id } : [],
    ),
  );
  // A connection of which two alerts were written is listed twice.
  const changes = new Map(
    refreshed.flatMap(({ id, changed_company_id: companyId, status, former_status: former }) =>
      id !== null && companyId !== null && status !== null && former !== null
        ? [[id, { id, companyId, status, former }] as const]
        : [],
    ),
  );
  await tellOfStatuses(work, [...changes.values()]);
  return new Set(refreshed.flatMap(({ id }) => id ?? [])).size;
}
