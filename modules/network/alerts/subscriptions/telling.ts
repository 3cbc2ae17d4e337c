import { anyOf, column, type RawBuilder, sql, statement, type Work } from '#modules/platform/index.ts';
import { gatherAlerts } from '../../jobs.ts';
import { ALERTS_GATHERED } from '../../limits.ts';
import type { Compliance, ConnectionStatus } from '../../statuses.ts';
import { deliverySql } from './reading.ts';

/**
 * What subscribers are told of: `id` of the alert, event or purchase, `subscription_type`, `company_id`, `connection_id`,
 * and the status by which members choose (null: told whatever they chose).
 */
type Causes = RawBuilder<unknown>;

const insertDeliveries = statement({
  name: 'network.tell-subscribers',
  prepared: true,
  row: { company_id: column.uuid, account_id: column.uuid, at_once: column.boolean },
  examples: [
    [alertCauses([]), new Date(0), ''],
    [departureCauses([], []), new Date(0), null],
    [eventCauses([]), new Date(0), null],
    [purchaseCauses(''), new Date(0), null],
  ],
  sql: (causes: Causes, at: Date, ruleSavingId: string | null) => sql`
    insert into alert_delivery (id, account_id, company_id, connection_id, subscription_type, cause_id, at, at_once,
      rule_saving_id)
    select gen_random_uuid(), m.account_id, m.company_id, cause.connection_id, cause.subscription_type, cause.id,
      ${at}::timestamptz, told.delivery = 'ATONCE', ${ruleSavingId}::uuid
    from (${causes}) cause
      join company co on co.id = cause.company_id and co.enterprise_enabled and co.alert_dashboard_enabled
      join team_member m on m.company_id = cause.company_id
      left join alert_subscription s on s.account_id = m.account_id and s.company_id = m.company_id
        and s.subscription_type = cause.subscription_type
      cross join lateral (select ${deliverySql(sql`cause.subscription_type`)} as delivery) told
    where told.delivery <> 'NO'
      and (cause.status is null or s.include_statuses is null or cause.status = any(s.include_statuses))
    on conflict do nothing
    returning company_id, account_id, at_once`,
});

/** Alerts with the status that their connection has now. */
export function alertCauses(alertIds: readonly string[]): Causes {
  return sql`select al.id, al.alert_type as subscription_type, al.company_id, al.connection_id, c.status
    from network_alert al join connection c on c.id = al.connection_id where al.id = ${anyOf(alertIds)}`;
}

/** Alerts about people who are gone, with the statuses that their connections had before. */
export function departureCauses(alertIds: readonly string[], departures: readonly Departure[]): Causes {
  return sql`select al.id, al.alert_type as subscription_type, al.company_id, al.connection_id, gone.status
    from network_alert al join unnest(${sql.val(departures.map(({ id }) => id))}::uuid[],
      ${sql.val(departures.map(({ status }) => status))}::text[]) as gone (id, status) on gone.id = al.connection_id
    where al.id = ${anyOf(alertIds)}`;
}

/** What became of invitations: events in the history of connections. */
export function eventCauses(eventIds: readonly string[]): Causes {
  return sql`select e.id, 'network_invites' as subscription_type, c.owner_company_id as company_id,
      c.id as connection_id, null::text as status
    from connection_event e join connection c on c.id = e.connection_id
    where e.id = ${anyOf(eventIds)} and c.owner_company_id is not null and c.connection_type <> 'EXTENDED'`;
}

/** A purchase that was paid for with the coupon of an invitation. */
export function purchaseCauses(purchaseId: string): Causes {
  return sql`select p.id, 'purchase' as subscription_type, c.owner_company_id as company_id, c.id as connection_id,
      null::text as status
    from purchase p join connection c on c.coupon_id = p.coupon_id
    where p.id = ${purchaseId} and c.owner_company_id is not null`;
}

/** A connection that ends, with its status and its compliance until then. */
export interface Departure {
  id: string;
  status: ConnectionStatus;
  compliance: Compliance | null;
}

/**
 * Has the members of a team mailed who subscribed to something, in the transaction in which it happens: each of them
 * once, at once or in the next daily summary.
 * @param ruleSavingId the saving of a rule that caused it all, which one mail tells
 */
export async function tellSubscribers(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  causes: Causes,
  ruleSavingId: string | null = null,
): Promise<void> {
  const told = await work.rows(insertDeliveries(causes, work.now, ruleSavingId));
  const readers = new Map(
    told
      .filter(({ at_once }) => at_once)
      .map(({ company_id, account_id }) => [account_id, { companyId: company_id, accountId: account_id }]),
  );
  // Without a key, so that transactions that alert the same reader do not wait for each other.
  for (const reader of readers.values()) {
    await work.enqueue(gatherAlerts, reader, { delay: ALERTS_GATHERED });
  }
}
