import { anyOf, column, sql, statement, type Work } from '#modules/platform/index.ts';
import { rowName } from '../connections/grid.ts';
import { countAlerts } from '../jobs.ts';
import { alertCauses, type Departure, departureCauses, tellSubscribers } from './subscriptions/telling.ts';

/** The name of somebody who left or was removed, as the company last saw it. Their score is not kept (D101). */
const insertDepartures = statement({
  name: 'network.record-departures',
  row: { id: column.uuid, company_id: column.uuid },
  examples: [['leftnetwork', [], new Date(0)]],
  sql: (type: 'leftnetwork' | 'removeduser', connectionIds: readonly string[], at: Date) => sql`
    insert into network_alert (id, company_id, connection_id, account_id, alert_type, at, firstname, lastname,
      businessname, sort_name)
    select gen_random_uuid(), c.owner_company_id, c.id, c.account_id, ${type}, ${at}, ${rowName.firstname},
      ${rowName.lastname}, a.businessname, c.sort_name
    from connection c join account a on a.id = c.account_id left join company sharing on sharing.id = c.sharing_company_id
    where c.id = ${anyOf(connectionIds)} and c.owner_company_id is not null
    on conflict do nothing
    returning id, company_id`,
});

/**
 * Alerts the companies whose networks people left or were removed from, in the transaction that ends the connection.
 */
export async function alertDeparture(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  type: 'leftnetwork' | 'removeduser',
  departures: readonly Departure[],
): Promise<void> {
  const ended = departures.map(({ id }) => id);
  const alerted = await work.rows(insertDepartures(type, ended, work.now));
  await tellCompanies(work, alerted, (alertIds) => departureCauses(alertIds, departures));
}

/**
 * After alerts were recorded: has subscribers mailed, and the unread alerts counted. Jobs do this, so that people who
 * join at the same time do not wait for each other.
 */
export async function tellCompanies(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  alerts: readonly { id: string; company_id: string }[],
  causes: (alertIds: readonly string[]) => ReturnType<typeof alertCauses> = alertCauses,
): Promise<void> {
  if (alerts.length === 0) return;
  await tellSubscribers(work, causes(alerts.map(({ id }) => id)));
  const companies = new Set(alerts.map(({ company_id }) => company_id));
  for (const companyId of companies) await work.enqueue(countAlerts, { companyId });
}
