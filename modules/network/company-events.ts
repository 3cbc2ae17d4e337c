import { type CompanyEvent, deliverEvents } from '#modules/enterprise/index.ts';
import { anyOf, column, sql, statement, type Work } from '#modules/platform/index.ts';

/**
 * What the endpoints of companies are told (D136): ids and statuses of their own network alone. Whoever wants to know
 * more asks for it with the id, and gets what the person shares then.
 */

type Telling = Pick<Work, 'rows' | 'now' | 'enqueue'>;
type EventType = CompanyEvent['type'];

/** Whether a company has an endpoint that wants one of these events. Most have none, so that nothing more is read. */
const isWanted = (companyId: ReturnType<typeof sql>, types: readonly EventType[]) => sql`exists (
  select from webhook_endpoint e where e.company_id = ${companyId} and e.events && ${sql.val(types)}::text[])`;

const connectionsToTell = statement({
  name: 'network.connections-to-tell',
  prepared: true,
  row: { id: column.uuid, company_id: column.uuid },
  sql: (connectionIds: readonly string[], types: readonly EventType[]) => sql`
    select c.id, c.owner_company_id as company_id from connection c
    where c.id = ${anyOf(connectionIds)} and ${isWanted(sql`c.owner_company_id`, types)}`,
});

/** Tells the same about connections, each to the company whose network it belongs to. */
export async function tellOfConnections(
  work: Telling,
  type: EventType,
  connectionIds: readonly string[],
  about: Record<string, string>,
): Promise<void> {
  const connections = await work.rows(connectionsToTell(connectionIds, [type]));
  await deliverEvents(
    work,
    connections.map(({ id, company_id: companyId }) => ({
      companyId,
      type,
      data: { connectionid: id, ...about },
    })),
  );
}

/** After the mail provider said for the first time that it delivered the mail of an invitation. */
export const tellOfDelivery = (work: Telling, connectionId: string): Promise<void> =>
  tellOfConnections(work, 'invitation.delivered', [connectionId], {});

export interface StatusChange {
  id: string;
  companyId: string;
  status: string;
  former: string;
}

/** After the statuses of connections changed. */
export const tellOfStatuses = (work: Telling, changes: readonly StatusChange[]): Promise<void> =>
  deliverEvents(
    work,
    changes.map(({ id, companyId, status, former }) => ({
      companyId,
      type: 'connection.status_changed',
      data: { connectionid: id, status, previous_status: former },
    })),
  );

const alertsToTell = statement({
  name: 'network.alerts-to-tell',
  prepared: true,
  row: {
    id: column.uuid,
    company_id: column.uuid,
    alert_type: column.text,
    connection_id: column.uuid,
    status: column.text,
  },
  sql: (alertIds: readonly string[], types: readonly EventType[]) => sql`
    select al.id, al.company_id, al.alert_type, al.connection_id, c.status
    from network_alert al join connection c on c.id = al.connection_id
    where al.id = ${anyOf(alertIds)} and ${isWanted(sql`al.company_id`, types)}`,
});

/** After alerts were recorded. One about a score is told as a changed score, too. */
export async function tellOfAlerts(work: Telling, alertIds: readonly string[]): Promise<void> {
  const alerts = await work.rows(alertsToTell(alertIds, ['alert.created', 'score.changed']));
  await deliverEvents(
    work,
    alerts.flatMap(({ id, company_id: companyId, alert_type, connection_id: connectionid, status }) => {
      const created: CompanyEvent = {
        companyId,
        type: 'alert.created',
        data: { alertid: id, alerttype: alert_type, connectionid },
      };
      if (alert_type !== 'scorechange') return [created];
      return [created, { companyId, type: 'score.changed', data: { connectionid, status } }];
    }),
  );
}

const actionToTell = statement({
  name: 'network.adverse-action-to-tell',
  row: { company_id: column.uuid },
  sql: (actionId: string) => sql`
    select a.company_id from adverse_action a
    where a.id = ${actionId} and ${isWanted(sql`a.company_id`, ['adverse_action.updated'])}`,
});

/** After something was written down about an adverse action. */
export async function tellOfAction(work: Telling, actionId: string, update: string): Promise<void> {
  const [action] = await work.rows(actionToTell(actionId));
  if (!action) return;
  const data = { adverseactionid: actionId, update };
  await deliverEvents(work, [{ companyId: action.company_id, type: 'adverse_action.updated', data }]);
}

/** After the last row of a bulk invitation was handled. */
export const tellOfBulk = (work: Telling, companyId: string, bulkId: string): Promise<void> =>
  deliverEvents(work, [{ companyId, type: 'bulk.finished', data: { bulkid: bulkId, status: 'done' } }]);
