import { z } from 'zod';
import { isTeamMember } from '#modules/enterprise/index.ts';
import { writeFacts } from '#modules/identity/index.ts';
import {
  column,
  DAY,
  operation,
  type Portal,
  person,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { networkLimits } from '../limits.ts';

/**
 * How many alerts a member of a team has not read (doc1 §2). The number is stored with the facts of the session, so
 * that a session check stays one query (D10). A job counts again after alerts were recorded; for a member who reads
 * them it is counted at once. Alerts older than the range that the page shows at first do not count as unread.
 */

/** The badge needs no higher number, and the limit keeps counting cheap for members who never read their alerts. */
const MOST = 1_000;

const unreadAlerts = statement({
  name: 'network.count-unread-alerts',
  row: { unread: column.integer, alert_count: column.integer },
  sql: (companyId: string, accountId: string, since: Date) => sql`
    select counted.unread, facts.alert_count
    from team_member m
      join session_facts facts on facts.account_id = m.account_id
      left join alert_reader reader on reader.account_id = m.account_id and reader.company_id = m.company_id
      cross join lateral (select count(*)::int as unread from (
        select 1 from network_alert alert
        where alert.company_id = m.company_id and alert.at > greatest(coalesce(reader.read_until, m.joined_at), ${since})
        limit ${MOST}) counted) counted
    where m.company_id = ${companyId} and m.account_id = ${accountId}`,
});

/**
 * The member's facts stay locked while counting, so that a count taken before the alerts were read is never written
 * last.
 */
const holdFacts = statement({
  name: 'network.hold-facts',
  row: { account_id: column.uuid },
  sql: (accountId: string) =>
    sql`select account_id from session_facts where account_id = ${accountId} for update`,
});

async function countUnread(
  work: Pick<Work, 'row' | 'db' | 'now'>,
  companyId: string,
  accountId: string,
): Promise<number> {
  const since = new Date(work.now.getTime() - networkLimits['alerts.first-range-days'] * DAY);
  const counted = await work.row(unreadAlerts(companyId, accountId, since));
  if (!counted) return 0;
  const { unread, alert_count } = counted;
  if (unread !== alert_count) await writeFacts(work, accountId, { alert_count: unread });
  return unread;
}

/**
 * Counts the unread alerts of each member of a team, one member at a time, so that no two members' facts are locked at
 * once.
 */
export async function countForTeam(portal: Portal, { companyId }: { companyId: string }): Promise<void> {
  const members = await portal.db
    .selectFrom('team_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .execute();
  for (const { account_id: accountId } of members) {
    await portal.work('network.count-alerts', async (work) => {
      await work.rows(holdFacts(accountId));
      await countUnread(work, companyId, accountId);
    });
  }
}

/**
 * Marks the alerts of the caller's company as read, for the caller only. Staff who act for somebody mark nothing as
 * read.
 */
export const updateAlertCount = operation({
  name: 'network.update-alert-count',
  summary: 'Marks the alerts of the caller’s company as read and answers how many are unread.',
  access: person,
  kind: 'write',
  input: z.object({}),
  output: z.object({ alert_count: z.number().int() }),
  async run(work) {
    const { caller, now } = work;
    if (!isTeamMember(caller) || !caller.facts.alert_dashboard_enabled) return { alert_count: 0 };
    const { companyId: company_id, accountId: account_id } = caller;
    await work.rows(holdFacts(account_id));
    if (caller.adminAccountId === null) {
      await work.db
        .insertInto('alert_reader')
        .values({ company_id, account_id, read_until: now })
        .onConflict((known) => known.columns(['account_id', 'company_id']).doUpdateSet({ read_until: now }))
        .execute();
    }
    return { alert_count: await countUnread(work, company_id, account_id) };
  },
});
