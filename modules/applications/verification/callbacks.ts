import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  anyone,
  findHookBody,
  markHandled,
  operation,
  type Portal,
  sameSecret,
  storeOnce,
} from '#modules/platform/index.ts';
import { applyVerificationEvent } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { fetchVerification } from './fetching.ts';
import { runEvent } from './port.ts';

/**
 * The provider's callbacks: verified and stored once; then a job asks the provider for the details. Onfido signs only
 * the body and gives events neither an id nor a time. Therefore an event is recognized by its bytes, and an old one
 * that is sent again does nothing.
 */

const PROVIDER = 'idv';

/** The header X-SHA2-Signature: HMAC-SHA256 of the body in hex. */
export function signRunEvent(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

/** Takes a callback to /hooks/idv. @throws Refusal callback-unsigned, invalid-input */
export const receiveVerificationCallback = operation({
  name: 'applications.receive-verification-callback',
  summary: 'A signed event from the provider of ID verification.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** The body, byte for byte as it was received. */
    body: z.string().max(256 * 1024),
    /** The header x-sha2-signature. */
    signature: z.string().max(1000).optional(),
  }),
  output: z.object({ received: z.boolean() }),
  async run(work, { body, signature }) {
    const expected = signRunEvent(work.portal.config.idVerification.webhookSecret, body);
    if (!sameSecret((signature ?? '').toLowerCase(), expected)) throw new Refusal('callback-unsigned');
    const { payload } = parseEvent(body);
    if (payload.resource_type !== 'workflow_run') return { received: true };
    const eventId = createHash('sha256').update(body).digest('hex');
    const stored = await storeOnce(work.db, {
      provider: PROVIDER,
      eventId,
      body: { run: payload.object.id },
      receivedAt: work.now,
    });
    if (stored) await work.enqueue(applyVerificationEvent, { eventId });
    return { received: stored };
  },
});

function parseEvent(body: string): z.output<typeof runEvent> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new Refusal('invalid-input', { detail: 'callback is not JSON' });
  }
  const parsed = runEvent.safeParse(json);
  if (!parsed.success) throw new Refusal('invalid-input', { detail: 'callback of another shape' });
  return parsed.data;
}

const storedBody = z.object({ run: z.string() });

/** Reads the run that a stored callback is about. A callback about an unknown run changes nothing. */
export async function handleVerificationEvent(portal: Portal, eventId: string): Promise<void> {
  const stored = storedBody.safeParse(await findHookBody(portal.db, PROVIDER, eventId));
  if (!stored.success) return;
  const verification = await portal.db
    .selectFrom('id_verification')
    .select('id')
    .where('workflow_run_id', '=', stored.data.run)
    .executeTakeFirst();
  if (verification) await fetchVerification(portal, verification.id);
  await portal.work('applications.handle-verification-event', async (work) => {
    await markHandled(work.db, PROVIDER, eventId, work.now);
  });
}
