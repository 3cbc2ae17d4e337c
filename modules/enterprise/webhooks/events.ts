import { column, newId, sql, statement, type Work } from '#modules/platform/index.ts';
import type { WebhookEvent } from '../fields.ts';
import { sendWebhooks } from '../jobs.ts';

/** What a company is told: ids and statuses, never an SSN, a date of birth or a report (D136). */
export interface CompanyEvent {
  companyId: string;
  type: WebhookEvent;
  data: Readonly<Record<string, string | number | null>>;
}

/** The body of an event, as it is signed and sent. */
export const bodyOf = (type: string, at: Date, data: CompanyEvent['data']) =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

const addDeliveries = statement({
  name: 'enterprise.add-webhook-deliveries',
  prepared: true,
  row: { endpoint_id: column.uuid, waiting: column.boolean },
  sql: (
    eventIds: readonly string[],
    companyIds: readonly string[],
    types: readonly string[],
    bodies: readonly string[],
    at: Date,
  ) => sql`
    insert into webhook_delivery (id, endpoint_id, event_id, event_type, body, created_at, state, next_try_at, failure)
    select gen_random_uuid(), e.id, event.id, event.type, event.body, ${at}::timestamptz,
      case when e.off_since is null then 'waiting' else 'failed' end,
      case when e.off_since is null then ${at}::timestamptz end, case when e.off_since is not null then 'off' end
    from unnest(${sql.val(eventIds)}::uuid[], ${sql.val(companyIds)}::uuid[], ${sql.val(types)}::text[],
        ${sql.val(bodies)}::text[]) as event (id, company_id, type, body)
      join webhook_endpoint e on e.company_id = event.company_id and event.type = any(e.events)
      join company c on c.id = e.company_id and c.enterprise_enabled
    returning endpoint_id, state = 'waiting' as waiting`,
});

/**
 * Tells the endpoints of companies what happened, in the transaction in which it happened. An event for an endpoint that
 * is off is kept, so that it can be sent later.
 */
export async function deliverEvents(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  events: readonly CompanyEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const added = await work.rows(
    addDeliveries(
      events.map(() => newId()),
      events.map(({ companyId }) => companyId),
      events.map(({ type }) => type),
      events.map(({ type, data }) => bodyOf(type, work.now, data)),
      work.now,
    ),
  );
  // Without a key: transactions of the same company would wait for each other.
  for (const endpointId of new Set(added.flatMap(({ endpoint_id, waiting }) => (waiting ? endpoint_id : []))))
    await work.enqueue(sendWebhooks, { endpointId });
}
