import { z } from 'zod';
import { column, HOUR, operation, sql, statement, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import { sendWebhooks } from '../jobs.ts';
import { webhookTimes } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { type CompanySide, hostOf } from './endpoints.ts';

/** Sending again: the same event with the same id, so that a receiver recognizes what it has already. */

const throttle = { by: 'account', limit: 600, per: HOUR } as const;

/** With a new run of tries. What waits already is left alone. */
const sendAgain = statement({
  name: 'enterprise.replay-webhooks',
  row: { endpoint_id: column.uuid, address: column.text, sent_again: column.count },
  examples: [
    [{ endpointId: '' }, new Date(0)],
    [{ deliveryId: '' }, new Date(0)],
  ],
  sql: (which: { endpointId: string } | { deliveryId: string }, now: Date) => sql`
    with again as (
      update webhook_delivery d set state = 'waiting', tries = 0, next_try_at = ${now}::timestamptz
      from webhook_endpoint e
      where e.id = d.endpoint_id and e.off_since is null
        and d.created_at > ${new Date(now.getTime() - webhookTimes.kept)}::timestamptz
        and ${'endpointId' in which ? sql`d.endpoint_id = ${which.endpointId} and d.state = 'failed'` : sql`d.id = ${which.deliveryId} and d.state <> 'waiting'`}
      returning d.endpoint_id, e.address)
    select endpoint_id, address, count(*) as sent_again from again group by endpoint_id, address`,
});

/** @returns how many are sent again */
async function replay(
  work: Work<unknown>,
  which: { endpointId: string } | { deliveryId: string },
): Promise<number> {
  const [again] = await work.rows(sendAgain(which, work.now));
  if (!again) return 0;
  const { endpoint_id: endpointId, address, sent_again } = again;
  await work.enqueue(sendWebhooks, { endpointId });
  await work.audit({
    action: enterpriseAudit.webhooksReplayed,
    object: { type: 'webhook_endpoint', id: endpointId },
    detail: { host: hostOf(address), deliveries: sent_again },
  });
  return sent_again;
}

export const replayWebhookDelivery = operation({
  name: 'enterprise.replay-webhook-delivery',
  summary: 'Sends one delivery again.',
  access: companyMember('owner'),
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ deliveryid: z.uuid() }),
  output: z.object({}),
  throttle,
  async run(work, { deliveryid }) {
    await replayDelivery(work, deliveryid);
    return {};
  },
});

/** Sends a delivery of the caller's company again. @throws Refusal not-found, enterprise.webhook-off */
export async function replayDelivery(work: Work<CompanySide>, deliveryId: string): Promise<void> {
  const found = await work.db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .select('e.off_since')
    .where('d.id', '=', deliveryId)
    .where('e.company_id', '=', work.caller.companyId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `webhook delivery ${deliveryId}` });
  if (found.off_since) throw new Refusal('enterprise.webhook-off');
  await replay(work, { deliveryId });
}

export const replayFailedWebhooks = operation({
  name: 'enterprise.replay-failed-webhooks',
  summary: 'Sends again what failed for good at the endpoints of the caller’s company that are on.',
  access: companyMember('owner'),
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: z.object({ deliveries: z.number() }),
  throttle,
  async run(work) {
    const endpoints = await work.db
      .selectFrom('webhook_endpoint')
      .select(['id', 'off_since'])
      .where('company_id', '=', work.caller.companyId)
      .orderBy('id')
      .execute();
    if (endpoints.length > 0 && endpoints.every(({ off_since }) => off_since !== null))
      throw new Refusal('enterprise.webhook-off');
    let deliveries = 0;
    for (const { id } of endpoints) deliveries += await replay(work, { endpointId: id });
    return { deliveries };
  },
});

/**
 * For the operator of the portal: sends again what failed for good at one endpoint.
 * @throws Refusal not-found, enterprise.webhook-off
 */
export async function replayEndpoint(work: Work<unknown>, endpointId: string): Promise<number> {
  const endpoint = await work.db
    .selectFrom('webhook_endpoint')
    .select('off_since')
    .where('id', '=', endpointId)
    .executeTakeFirst();
  if (!endpoint) throw new Refusal('not-found', { detail: `webhook endpoint ${endpointId}` });
  if (endpoint.off_since) throw new Refusal('enterprise.webhook-off');
  return replay(work, { endpointId });
}
