import { z } from 'zod';
import { HOUR, newId, operation, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import { type WebhookFailure, webhookFailures } from '../fields.ts';
import { type CompanySide, getOwnEndpoint, hostOf } from './endpoints.ts';
import { bodyOf } from './events.ts';
import { webhookNetwork } from './network.ts';
import { storedTry } from './outcomes.ts';
import { post } from './post.ts';
import { signedHeaders } from './secret.ts';

const failureNames = Object.keys(webhookFailures) as [WebhookFailure, ...WebhookFailure[]];

export const pingAnswer = z.object({
  status: z.number().nullable(),
  ms: z.number(),
  failure: z.enum(failureNames).nullable().describe('Null if the endpoint took the event.'),
});

/**
 * Sends a test event and waits for the answer. It is tried once. An endpoint that is off and takes it is turned on.
 * @throws Refusal not-found
 */
export async function ping(
  work: Work<CompanySide>,
  endpointId: string,
): Promise<z.output<typeof pingAnswer>> {
  const endpoint = await getOwnEndpoint(work, endpointId);
  const at = work.portal.clock.now();
  const eventId = newId();
  const body = bodyOf('ping', at, { endpointid: endpointId });
  const { headers, signature } = signedHeaders(work.portal, endpoint, { eventId, body, at });
  const answer = await post(webhookNetwork.of(work.portal), endpoint.address, { headers, body });
  const { status, ms, failure } = answer;
  await work.apart(async (inside) => {
    const { off_since } = await getOwnEndpoint(inside, endpointId);
    await inside.db
      .insertInto('webhook_delivery')
      .values({
        id: newId(),
        endpoint_id: endpointId,
        event_id: eventId,
        event_type: 'ping',
        body,
        created_at: at,
        state: failure === null ? 'delivered' : 'failed',
        ...storedTry({ id: endpointId, tries: 1, at, signature, answer }),
      })
      .execute();
    const object = { type: 'webhook_endpoint', id: endpointId };
    const detail = { host: hostOf(endpoint.address) };
    await inside.audit({ action: enterpriseAudit.webhookTested, object, detail });
    if (failure !== null || off_since === null) return;
    await inside.db
      .updateTable('webhook_endpoint')
      .set({ off_since: null, off_because: null, failing_since: null })
      .where('id', '=', endpointId)
      .execute();
    await inside.audit({ action: enterpriseAudit.webhookOn, object, detail });
  });
  return { status, ms, failure };
}

export const pingWebhook = operation({
  name: 'enterprise.ping-webhook',
  summary: 'Sends a test event to an endpoint, and turns the endpoint on if it takes it.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: z.object({ webhookid: z.uuid() }),
  output: pingAnswer,
  throttle: { by: 'account', limit: 60, per: HOUR },
  run: (work, { webhookid }) => ping(work, webhookid),
});
