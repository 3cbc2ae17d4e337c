import type { Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { sendWebhookDisabled } from '../jobs.ts';
import { webhookTimes, webhookWaits } from '../limits.ts';
import { hostOf } from './endpoints.ts';
import type { Answer } from './post.ts';

/** One try of a delivery. */
export interface Tried {
  id: string;
  /** This one included. */
  tries: number;
  at: Date;
  signature: string;
  answer: Answer;
}

/** The answer with which a receiver says that it wants nothing any more. */
const GONE = 410;

/** What is stored of a try, whatever follows from it. */
export const storedTry = ({ tries, at, signature, answer }: Tried) => ({
  tries,
  signature,
  last_try_at: at,
  answer_status: answer.status,
  answer_ms: answer.ms,
  answer_body: answer.body,
  failure: answer.failure,
});

/**
 * Stores the tries of one endpoint, plans the next ones, and turns the endpoint off if it answered 410, or if nothing
 * has worked for five days (D136).
 */
export async function recordTries(
  work: Work<null>,
  endpointId: string,
  tried: readonly Tried[],
): Promise<void> {
  const endpoint = await work.db
    .selectFrom('webhook_endpoint')
    .select(['address', 'company_id', 'failing_since', 'off_since'])
    .where('id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The owner removed it in the meantime, and its deliveries with it.
  if (!endpoint || tried.length === 0) return;
  for (const one of tried) {
    await work.db
      .updateTable('webhook_delivery')
      .set({ ...storedTry(one), ...planOf(one, work.now) })
      .where('id', '=', one.id)
      .where('state', '=', 'waiting')
      .execute();
  }
  const works = tried.some(({ answer }) => answer.failure === null);
  const failingSince = works ? null : (endpoint.failing_since ?? work.now);
  const isGone = tried.some(({ answer }) => answer.status === GONE);
  const isFailing =
    failingSince !== null && work.now.getTime() - failingSince.getTime() >= webhookTimes.failing;
  const because = isGone ? 'gone' : isFailing ? 'failures' : null;
  const turnsOff = because !== null && endpoint.off_since === null;
  await work.db
    .updateTable('webhook_endpoint')
    .set({ failing_since: failingSince, ...(turnsOff ? { off_since: work.now, off_because: because } : {}) })
    .where('id', '=', endpointId)
    .execute();
  if (!turnsOff) return;
  await stopWaiting(work, endpointId);
  await work.audit({
    action: enterpriseAudit.webhookOff,
    object: { type: 'webhook_endpoint', id: endpointId },
    detail: { host: hostOf(endpoint.address), because },
  });
  await work.enqueue(sendWebhookDisabled, { endpointId });
}

/** What waits for an endpoint that is off is not tried again until its owner sends it again. */
export async function stopWaiting({ db }: Pick<Work, 'db'>, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', next_try_at: null, failure: 'off' })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute();
}

function planOf({ tries, answer }: Tried, now: Date) {
  if (answer.failure === null) return { state: 'delivered', next_try_at: null } as const;
  const wait = answer.status === GONE ? undefined : webhookWaits[tries - 1];
  if (wait === undefined) return { state: 'failed', next_try_at: null } as const;
  return { state: 'waiting', next_try_at: new Date(now.getTime() + wait) } as const;
}
