import {
  type Caller,
  column,
  type Database,
  gather,
  grades,
  hashToken,
  isTimeZone,
  MINUTE,
  MOST_GATHERED,
  type Portal,
  type StatementRow,
  sql,
  statement,
  teamRoles,
  type Visit,
} from '#modules/platform/index.ts';
import { identityTimings } from '../limits.ts';
import { photoAddress } from '../profile/photo.ts';
import { roles, secondStepDue, twoStepMethods } from '../rules.ts';
import { sessionCookie, zoneCookie } from './cookies.ts';

/**
 * The time of the last use is written at most this often, so that a session check is normally a read and not a write.
 */
const TOUCH_EVERY = MINUTE;

const columns = {
  asked: column.count,
  session_id: column.uuid,
  written_to: column.count.nullable(),
  account_id: column.uuid,
  two_step_done: column.boolean,
  remembered: column.boolean,
  admin_account_id: column.uuid.nullable(),
  stale: column.boolean,
  ends_at: column.instant,
  emailaddress: column.text,
  firstname: column.text,
  lastname: column.text,
  role: column.oneOf(roles),
  email_verified: column.boolean,
  two_step_method: column.oneOf(twoStepMethods),
  terms_accepted: column.boolean,
  erase_at: column.instant.nullable(),
  profile_image_key: column.text,
  certification_number: column.text.nullable(),
  certification_name: column.text.nullable(),
  certification_score: column.oneOf(grades).nullable(),
  certification_expiration: column.date.nullable(),
  has_current_verification: column.boolean,
  verified_at: column.instant.nullable(),
  pending_score_change: column.boolean,
  open_score_dispute: column.boolean,
  score_held: column.boolean,
  score_review_since: column.instant.nullable(),
  alert_count: column.integer,
  application_count: column.integer,
  open_application: column.boolean,
  company_id: column.uuid.nullable(),
  company_name: column.text.nullable(),
  team_role: column.oneOf(teamRoles).nullable(),
  dashboard_enabled: column.boolean,
  alert_dashboard_enabled: column.boolean,
  shieldlink_enabled: column.boolean,
  shieldlinkid: column.text.nullable(),
  enable_payments: column.boolean,
  enterprise_enabled: column.oneOf(['YES', 'NO', 'BLOCKED']),
};
type Row = StatementRow<typeof columns>;

// The parameters are numbered by hand, because the statement is prepared.
const tokenHashes = sql.raw('$1::bytea[]');
const hosts = sql.raw('$2::text[]');
const at = sql.raw('$3::timestamptz');

const idleTime = sql.raw(`case when account.role = 'ADMIN' or session.admin_account_id is not null
  then interval '${identityTimings['session.admin-idle']} milliseconds'
  else interval '${identityTimings['session.idle']} milliseconds' end`);

/**
 * One indexed lookup for each session gives the session, account and facts, and whether the newest terms are accepted.
 * The `limit` keeps it a lookup: it prevents PostgreSQL from scanning whole tables instead. The range of the number
 * makes PostgreSQL expect few sessions, whether it knows the lists or not. Without it the plan is never kept, and
 * planning takes longer than the lookup.
 */
const sessionsOf = statement({
  name: 'identity.read-caller',
  row: columns,
  sql: () => sql`
      select asked.number as asked, found.*
      from unnest(${tokenHashes}, ${hosts}) with ordinality asked (token_hash, host, number)
      cross join lateral (
      select session.id as session_id, session.written_to, session.account_id, session.two_step_at is not null as two_step_done,
        session.remembered, session.admin_account_id,
        session.last_used_at < ${at} - interval '${sql.raw(String(TOUCH_EVERY))} milliseconds' as stale,
        least(session.expires_at, own.expires_at, session.last_used_at + ${idleTime}) as ends_at,
        account.emailaddress, account.firstname, account.lastname, account.role,
        account.email_verified_at is not null as email_verified, account.two_step_method,
        coalesce(terms_version.is_current, false) and (coalesce(company_terms.is_current, true)
          or not exists (select 1 from terms_version newer where newer.kind = company_terms.kind
            and newer.company_id = company_terms.company_id and newer.is_current)) as terms_accepted,
        account.erase_at, account.profile_image_key, facts.certification_number, facts.certification_name, facts.certification_score,
        facts.certification_expiration,
        facts.has_current_verification, facts.verified_at, facts.pending_score_change, facts.open_score_dispute, facts.score_held, facts.score_review_since, facts.alert_count,
        facts.application_count, facts.open_application, facts.company_id, facts.company_name, facts.team_role,
        facts.dashboard_enabled, facts.alert_dashboard_enabled, facts.shieldlink_enabled, facts.shieldlinkid, facts.enable_payments,
        facts.enterprise_enabled
      from session
        join account on account.id = session.account_id
        join session_facts facts on facts.account_id = session.account_id
        left join terms_version on terms_version.id = account.accepted_terms_id
        left join terms_version company_terms on company_terms.id = account.accepted_company_terms_id
        left join account admin on admin.id = session.admin_account_id
        left join session own on own.id = session.admin_session_id
      where session.token_hash = asked.token_hash and session.host = asked.host and session.expires_at > ${at}
        and account.active
        and (session.admin_account_id is null
          or (admin.active and admin.role = 'ADMIN' and account.role <> 'ADMIN' and own.expires_at > ${at}))
        and session.last_used_at > ${at} - ${idleTime}
      limit 1) found
      where asked.number between 1 and ${sql.raw(String(MOST_GATHERED))}`,
});

/**
 * It runs for every request of every signed-in page, so it is prepared and goes straight to the pool (D10). The row comes
 * back as one JSON value, because thirty columns cost the driver more time than the lookup itself.
 */
let prepared: { name: string; text: string } | undefined;

function prepare(db: Database) {
  prepared ??= {
    name: 'identity.read-caller',
    text: `select row_to_json(caller) as caller from (${sessionsOf().textFor(db)}) caller`,
  };
  return prepared;
}

/**
 * Who holds the session that the visit's cookie names; null when there is none on this host (D107), or it ended by
 * idleness, age, logout or a disabled account. A session in which an admin acts as a person ends with the admin's own
 * session, and as soon as the admin loses the role or is disabled or the person becomes an admin (D16, D107). Using it
 * also counts as using the admin's own session. A person's request extends the session, the page's polling never does
 * (D10). Requests that arrive in the same turn of the event loop are looked up by one query.
 */
export function callerReader(
  portal: Pick<Portal, 'pool' | 'db' | 'clock'>,
): (visit: Pick<Visit, 'cookies' | 'host' | 'polling'>) => Promise<Caller | null> {
  const find = gather(async (asked: readonly AskedSession[]) => {
    const { rows } = await portal.pool.query<{ caller: Row }>({
      ...prepare(portal.db),
      values: [
        asked.map(({ tokenHash }) => tokenHash),
        asked.map(({ host }) => host),
        portal.clock.now().toISOString(),
      ],
    });
    const found = new Map(rows.map(({ caller }) => [caller.asked, caller]));
    return asked.map((_, index) => found.get(index + 1) ?? null);
  });
  return async (visit) => {
    const token = visit.cookies.get(sessionCookie);
    if (!token) return null;
    const row = await find({ tokenHash: hashToken(token), host: visit.host });
    if (!row) return null;
    const now = portal.clock.now();
    if (row.stale && !visit.polling) {
      await portal.pool.query(
        `update session set last_used_at = $2
        where (id = $1 or id = (select admin_session_id from session where id = $1)) and last_used_at < $2`,
        [row.session_id, now],
      );
    }
    return toCaller(row, zoneOf(visit));
  };
}

/**
 * Notes where the database's log is now, after the session wrote. It is a statement of its own, because only after the
 * commit is what was written before that point (D142).
 */
export async function noteWritten({ db }: Pick<Portal, 'db'>, sessionId: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ written_to: sql<number>`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint` })
    .where('id', '=', sessionId)
    .execute();
}

interface AskedSession {
  tokenHash: Buffer;
  host: string;
}

/** Anybody may write anything into a cookie, so the value is checked. */
function zoneOf({ cookies }: Pick<Visit, 'cookies'>): string | null {
  const zone = cookies.get(zoneCookie);
  return zone !== undefined && isTimeZone(zone) ? zone : null;
}

function toCaller(row: Row, timeZone: string | null): Caller {
  const expiration = row.certification_expiration;
  // A company that staff turned off is none for its team (doc3 §4); the facts stay for when it is turned on again.
  const off = row.enterprise_enabled === 'NO';
  return {
    sessionId: row.session_id,
    writtenTo: row.written_to,
    accountId: row.account_id,
    emailaddress: row.emailaddress,
    firstname: row.firstname,
    lastname: row.lastname,
    role: row.role,
    emailVerified: row.email_verified,
    twoStepDone: !secondStepDue({
      role: row.role,
      emailVerified: row.email_verified,
      twoStepMethod: row.two_step_method,
      done: row.two_step_done,
      remembered: row.remembered,
    }),
    twoStepMethod: row.two_step_method,
    termsAccepted: row.terms_accepted,
    adminAccountId: row.admin_account_id,
    companyId: off ? null : row.company_id,
    teamRole: off ? null : row.team_role,
    timeZone,
    sessionEndsAt: new Date(row.ends_at),
    profileimageurl: photoAddress(row.profile_image_key),
    // The row came as JSON, in which a moment is a text.
    eraseAt: row.erase_at && new Date(row.erase_at),
    facts: {
      certification_number: row.certification_number,
      certification_name: row.certification_name,
      certification_score: row.certification_score,
      certification_expiration: expiration,
      has_current_verification: row.has_current_verification,
      verified_at: row.verified_at && new Date(row.verified_at),
      pending_score_change: row.pending_score_change,
      open_score_dispute: row.open_score_dispute,
      score_held: row.score_held,
      score_review_since: row.score_review_since && new Date(row.score_review_since),
      alert_count: off ? 0 : row.alert_count,
      application_count: row.application_count,
      open_application: row.open_application,
      company_name: off ? null : row.company_name,
      enterprise_enabled: row.enterprise_enabled,
      dashboard_enabled: !off && row.dashboard_enabled,
      alert_dashboard_enabled: !off && row.alert_dashboard_enabled,
      shieldlink_enabled: !off && row.shieldlink_enabled,
      shieldlinkid: off ? null : row.shieldlinkid,
      enable_payments: !off && row.enable_payments,
    },
  };
}

/** Whether the browser still has the cookie of a session, live or ended. */
export function hadSession(visit: Pick<Visit, 'cookies'>): boolean {
  return visit.cookies.get(sessionCookie) !== undefined;
}
