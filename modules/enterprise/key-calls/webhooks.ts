import { z } from 'zod';
import { HOUR, inputOf, operation } from '#modules/platform/index.ts';
import { findCompanyOwner } from '../company/companies.ts';
import { type WebhookEvent, webhookEvents, webhookFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { addEndpoint } from '../webhooks/adding.ts';
import { removeEndpoint } from '../webhooks/changing.ts';
import { deliveryAnswer, isOwnDelivery, readDeliveries, readDelivery } from '../webhooks/deliveries.ts';
import { endpointAnswer, readEndpoints } from '../webhooks/listing.ts';
import { ping, pingAnswer } from '../webhooks/pinging.ts';
import { replayDelivery } from '../webhooks/replaying.ts';
import { apiKey } from './access.ts';
import { pageInput, pageOf, unknownCursor } from './paging.ts';

/** The endpoints of the key's company, and what was sent to them, as its owner manages them (D136). */

const access = apiKey('webhooks:write');
const one = z.object({ webhookid: z.uuid() });
const oneDelivery = z.object({ deliveryid: z.uuid() });
const events = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

export const listKeyWebhooks = operation({
  name: 'enterprise.list-key-webhooks',
  summary: 'Lists the endpoints of the company, without their secrets.',
  access,
  kind: 'read',
  input: z.object({}),
  output: z.object({ data: z.array(endpointAnswer) }),
  run: async (work) => ({ data: await readEndpoints(work) }),
});

export const getKeyWebhook = operation({
  name: 'enterprise.get-key-webhook',
  summary: 'One endpoint of the company, without its secret.',
  access,
  kind: 'read',
  input: one,
  output: endpointAnswer,
  async run(work, { webhookid }) {
    const found = (await readEndpoints(work)).find(({ id }) => id === webhookid);
    if (!found) throw new Refusal('not-found', { detail: `webhook endpoint ${webhookid}` });
    return found;
  },
});

/** No test event is sent: the client could not verify it yet, because it learns the secret from this answer. */
export const createKeyWebhook = operation({
  name: 'enterprise.create-key-webhook',
  summary: 'Adds an endpoint and shows its secret once.',
  access,
  kind: 'staged',
  input: z.object({
    address: inputOf(webhookFields).shape.address,
    events: z.array(z.enum(events)).min(1).max(events.length),
  }),
  output: z.object({ id: z.uuid(), secret: z.string() }),
  throttle: { by: 'account', limit: 30, per: HOUR },
  run: async (work, wanted) => addEndpoint(work, await findCompanyOwner(work, work.caller.companyId), wanted),
});

export const pingKeyWebhook = operation({
  name: 'enterprise.ping-key-webhook',
  summary: 'Sends a test event to an endpoint, and turns the endpoint on if it takes it.',
  access,
  kind: 'staged',
  input: one,
  output: pingAnswer,
  throttle: { by: 'account', limit: 60, per: HOUR },
  run: (work, { webhookid }) => ping(work, webhookid),
});

export const removeKeyWebhook = operation({
  name: 'enterprise.remove-key-webhook',
  summary: 'Removes an endpoint with its deliveries.',
  access,
  kind: 'write',
  input: one,
  output: z.object({ id: z.uuid() }),
  async run(work, { webhookid }) {
    await removeEndpoint(work, webhookid);
    return { id: webhookid };
  },
});

export const listKeyDeliveries = operation({
  name: 'enterprise.list-key-deliveries',
  summary: 'Lists what was sent to the endpoints of the company in the last 30 days, the newest first.',
  access,
  kind: 'read',
  input: z.object({
    ...pageInput,
    failed: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe('Only those whose last try failed.'),
  }),
  output: pageOf(deliveryAnswer),
  async run(work, { limit, starting_after: before, failed }) {
    if (before !== undefined && !(await isOwnDelivery(work, before))) throw unknownCursor();
    const { deliveries, more } = await readDeliveries(work, { failed, before, size: limit });
    return { data: deliveries, has_more: more };
  },
});

export const getKeyDelivery = operation({
  name: 'enterprise.get-key-delivery',
  summary: 'One delivery, with what was sent, and what was answered at the last try.',
  access,
  kind: 'read',
  input: oneDelivery,
  output: deliveryAnswer.extend({ body: z.string(), answer_body: z.string().nullable() }),
  run: (work, { deliveryid }) => readDelivery(work, deliveryid),
});

export const replayKeyDelivery = operation({
  name: 'enterprise.replay-key-delivery',
  summary: 'Sends a delivery again, with the same webhook-id.',
  access,
  kind: 'write',
  input: oneDelivery,
  output: z.object({ id: z.uuid() }),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, { deliveryid }) {
    await replayDelivery(work, deliveryid);
    return { id: deliveryid };
  },
});
