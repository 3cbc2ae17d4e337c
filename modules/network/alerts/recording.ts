import { anyOf, column, sql, statement, type Work } from '#modules/platform/index.ts';
import { tellOfAlerts } from '../company-events.ts';
import { rowName } from '../connections/grid.ts';
import { countAlerts } from '../jobs.ts';
import { goesOutSql, type RuleSql, savedRule } from './compliance.ts';
import { alertCauses, type Departure, departureCauses, tellSubscribers } from './subscriptions/telling.ts';

/** Whether people who leave, or whom the network removed, are out of compliance. */
const outWhenGone: Record<DepartureType, keyof RuleSql> = {
  leftnetwork: 'outofcomp_leftnetwork',
  removeduser: 'outofcomp_removed',
};
type DepartureType = 'leftnetwork' | 'removeduser';

/**
 * The name of somebody who left or was removed, as the company last saw it. Their score is not kept (D101). Whoever was
 * in compliance until then may be out by it.
 */
const insertDepartures = statement({
  name: 'network.record-departures',
  row: { id: column.uuid, company_id: column.uuid },
  examples: [
    ['leftnetwork', [], new Date(0)],
    ['removeduser', [], new Date(0)],
  ],
  sql: (type: DepartureType, departures: readonly Departure[], at: Date) => sql`
    insert into network_alert (id, company_id, connection_id, account_id, alert_type, at, firstname, lastname,
      businessname, sort_name)
    select gen_random_uuid(), c.owner_company_id, c.id, c.account_id, alert.alert_type, ${at}::timestamptz, ${rowName.firstname},
      ${rowName.lastname}, a.businessname, c.sort_name
    from connection c join account a on a.id = c.account_id left join company sharing on sharing.id = c.sharing_company_id
      join unnest(${sql.val(departures.map(({ id }) => id))}::uuid[],
        ${sql.val(departures.map(({ compliance }) => compliance))}::text[]) as gone (id, compliance) on gone.id = c.id
      left join alert_rule rule on rule.company_id = c.owner_company_id
      cross join lateral (select ${type} as alert_type
        union all select 'out_compliance'
          where ${savedRule[outWhenGone[type]]} and ${goesOutSql(sql`gone.compliance`, sql`'HIDDEN'`)}) alert
    where c.owner_company_id is not null
    on conflict do nothing
    returning id, company_id`,
});

/**
 * Alerts the companies whose networks people left or were removed from, in the transaction that ends the connection, and
 * ends their exceptions.
 */
export async function recordDeparture(
  work: Pick<Work, 'db' | 'rows' | 'now' | 'enqueue'>,
  type: DepartureType,
  departures: readonly Departure[],
): Promise<void> {
  await work.db
    .updateTable('compliance_exception')
    .set(({ fn, ref, val }) => ({ ended_at: fn('least', [ref('ends_at'), val(work.now)]) }))
    .where('connection_id', '=', anyOf(departures.map(({ id }) => id)))
    .where('ended_at', 'is', null)
    .execute();
  const alerted = await work.rows(insertDepartures(type, departures, work.now));
  await tellCompanies(work, alerted, (alertIds) => departureCauses(alertIds, departures));
}

/**
 * After alerts were recorded: has subscribers mailed, and the unread alerts counted. Jobs do this, so that people who
 * join at the same time do not wait for each other.
 * @param ruleSavingId the saving of a rule that caused them all
 */
export async function tellCompanies(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  alerts: readonly { id: string; company_id: string }[],
  causes: (alertIds: readonly string[]) => ReturnType<typeof alertCauses> = alertCauses,
  ruleSavingId: string | null = null,
): Promise<void> {
  if (alerts.length === 0) return;
  await tellSubscribers(work, causes(alerts.map(({ id }) => id)), ruleSavingId);
  await tellOfAlerts(
    work,
    alerts.map(({ id }) => id),
  );
  const companies = new Set(alerts.map(({ company_id }) => company_id));
  for (const companyId of companies) await work.enqueue(countAlerts, { companyId });
}
