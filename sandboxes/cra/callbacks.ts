import type { CraEvent } from '#modules/applications/index.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { newId, type Portal, signHook, type Work } from '#modules/platform/index.ts';
import { deliverCallback } from './jobs.ts';
import { SandboxCra } from './sandbox-cra.ts';
import type { Screening } from './screening-row.ts';

/** The callbacks of the sandbox to the portal: signed and sent over HTTP, like those of a real agency. */

type Told = CraEvent extends infer E ? (E extends CraEvent ? Omit<E, keyof Base> : never) : never;
type Base = Pick<CraEvent, 'event_id' | 'craid' | 'idempotency_key' | 'profile_number' | 'occurred_at'>;

/**
 * Moves a check to a state and enqueues the callback for it. The database allows each position of a check only once.
 */
export async function step(
  work: Work<unknown>,
  screening: Screening,
  state: Screening['state'],
  position: number,
  told: Told,
): Promise<void> {
  await work.db.updateTable('sandbox.screening').set({ state }).where('id', '=', screening.id).execute();
  const eventId = newId();
  const base: Base = {
    event_id: eventId,
    craid: screening.craid,
    idempotency_key: screening.idempotency_key,
    profile_number: screening.profile_number,
    occurred_at: work.now.toISOString(),
  };
  await work.db
    .insertInto('sandbox.screening_callback')
    .values({
      event_id: eventId,
      screening_id: screening.id,
      position,
      body: JSON.stringify({ ...base, ...told }),
      created_at: work.now,
    })
    .execute();
  if (told.type === 'completed' && screening.loses_result) return;
  await work.enqueue(deliverCallback, { eventId });
}

/** The position after those of all callbacks for a check. */
export async function nextPosition({ db }: Pick<Work<unknown>, 'db'>, screeningId: string): Promise<number> {
  const { told } = await db
    .selectFrom('sandbox.screening_callback')
    .select((eb) => eb.fn.max('position').as('told'))
    .where('screening_id', '=', screeningId)
    .executeTakeFirstOrThrow();
  return Number(told) + 1;
}

const TIMEOUT = 10 * SECOND;

/**
 * Posts one callback, signed with the current time.
 * @throws Error unless the portal answers 2xx, so that the job is tried again
 */
export async function deliver(portal: Portal, eventId: string): Promise<void> {
  const callback = await portal.db
    .selectFrom('sandbox.screening_callback as callback')
    .innerJoin('sandbox.screening as screening', 'screening.id', 'callback.screening_id')
    .select(['callback.body', 'callback.delivered_at', 'screening.id', 'screening.subject'])
    .where('callback.event_id', '=', eventId)
    .executeTakeFirst();
  if (!callback || callback.delivered_at) return;
  const { callbackUrl } = new SandboxCra(portal).readSubject(callback);
  const response = await fetch(callbackUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cra-signature': signHook(portal.config.cra.webhookSecret, callback.body, portal.clock.now()),
    },
    body: callback.body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the portal answered ${response.status} to a callback`);
  await portal.db
    .updateTable('sandbox.screening_callback')
    .set({ delivered_at: portal.clock.now() })
    .where('event_id', '=', eventId)
    .execute();
}
