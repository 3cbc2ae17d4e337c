import { MINUTE, type Portal, type Work } from '#modules/platform/index.ts';
import { sendWebhooks } from '../jobs.ts';
import { webhookWaits } from '../limits.ts';
import { webhookNetwork } from './network.ts';
import { recordTries, stopWaiting, type Tried } from './outcomes.ts';
import { post } from './post.ts';
import { type StoredSecrets, signedHeaders } from './secret.ts';

/**
 * Sends what is due to one endpoint. One job at a time sends to it, so that a receiver that hangs takes one slot of the
 * worker, and delays no other endpoint (D136).
 */

/** Deliveries that one job sends at the same time. */
const BATCH = 10;

/** Longer than a batch takes. Afterwards another job may send, because the first has died. */
const SENDING = MINUTE;

interface Due {
  id: string;
  event_id: string;
  body: string;
  tries: number;
}

interface Batch {
  endpoint: StoredSecrets & { address: string };
  due: Due[];
}

export async function sendDueWebhooks(
  portal: Portal,
  { endpointId }: { endpointId: string },
  run: { id: string; signal: AbortSignal },
): Promise<void> {
  const batch = await portal.work('enterprise.begin-webhooks', (work) => begin(work, endpointId, run.id));
  if (!batch) return;
  const tried = await Promise.all(batch.due.map((delivery) => tryOne(portal, batch, delivery, run.signal)));
  await portal.work('enterprise.end-webhooks', async (work) => {
    await recordTries(
      work,
      endpointId,
      tried.filter((each) => each !== null),
    );
    await release(work, endpointId, run.id);
  });
  // The queue runs the job again after the restart.
  run.signal.throwIfAborted();
}

/** Marks the endpoint as being sent to. @returns null if another job sends to it, or nothing is due */
async function begin(work: Work<null>, endpointId: string, jobId: string): Promise<Batch | null> {
  const { db, now } = work;
  const endpoint = await db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('company as c', 'c.id', 'e.company_id')
    .select([
      'e.id',
      'e.address',
      'e.secret_sealed',
      'e.former_secret_sealed',
      'e.former_secret_until',
      'e.off_since',
      'e.sending_by',
      'e.sending_until',
      'c.enterprise_enabled',
    ])
    .where('e.id', '=', endpointId)
    .forNoKeyUpdate('e')
    .executeTakeFirst();
  if (!endpoint) return null;
  const { sending_by, sending_until, off_since, enterprise_enabled } = endpoint;
  if (sending_until && sending_until > now && sending_by !== jobId) return null;
  if (off_since || !enterprise_enabled) {
    await stopWaiting(work, endpointId);
    return null;
  }
  const due = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id', 'body', 'tries'])
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(BATCH)
    .execute();
  if (due.length === 0) return null;
  await db
    .updateTable('webhook_endpoint')
    .set({ sending_by: jobId, sending_until: new Date(now.getTime() + SENDING) })
    .where('id', '=', endpointId)
    .execute();
  return { endpoint, due };
}

/** @returns null if the worker stops before there is an answer */
async function tryOne(
  portal: Portal,
  { endpoint }: Batch,
  { id, event_id, body, tries }: Due,
  stopping: AbortSignal,
): Promise<Tried | null> {
  const at = portal.clock.now();
  const { headers, signature } = signedHeaders(portal, endpoint, { eventId: event_id, body, at });
  const answer = await post(webhookNetwork.of(portal), endpoint.address, { headers, body }, stopping);
  if (answer.failure !== null && stopping.aborted) return null;
  return { id, tries: tries + 1, at, signature, answer };
}

/** Lets the next job send, and enqueues it if something is due now or soon. A sweep finds what is due later. */
async function release({ db, now, enqueue }: Work<null>, endpointId: string, jobId: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ sending_by: null, sending_until: null })
    .where('id', '=', endpointId)
    .where('sending_by', '=', jobId)
    .execute();
  const next = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => fn.min<Date | null>('next_try_at').as('at'))
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (next.at === null) return;
  const delay = Math.max(0, next.at.getTime() - now.getTime());
  if (delay <= (webhookWaits[0] ?? 0)) await enqueue(sendWebhooks, { endpointId }, { delay });
}
