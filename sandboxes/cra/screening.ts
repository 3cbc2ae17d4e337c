import type { CraEvent } from '#modules/applications/index.ts';
import { DAY, SECOND } from '#modules/platform/browser.ts';
import { newId, type Portal, signHook, type Work } from '#modules/platform/index.ts';
import { delays } from './delays.ts';
import { advanceScreening, deliverCallback } from './jobs.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';
import type { Screening } from './screening-row.ts';

/** The sandbox's own work: an order goes on step by step, each step told by a callback. */

type Told = CraEvent extends infer E ? (E extends CraEvent ? Omit<E, keyof Base> : never) : never;
type Base = Pick<CraEvent, 'event_id' | 'craid' | 'idempotency_key' | 'profile_number' | 'occurred_at'>;

/** One step on; a second run of the same step finds it done and goes on from there. */
export function advance(portal: Portal, screeningId: string): Promise<void> {
  return portal.work('sandbox-cra.advance', async (work) => {
    const screening = await work.db
      .selectFrom('sandbox.screening')
      .selectAll()
      .where('id', '=', screeningId)
      .forUpdate()
      .executeTakeFirst();
    if (!screening) return;
    if (screening.state === 'received') await begin(work, screening);
    else if (screening.state === 'inprogress') await complete(work, screening);
  });
}

async function begin(work: Work<unknown>, screening: Screening): Promise<void> {
  if (screening.outcome === 'ssnreview') return step(work, screening, 'review', 1, { type: 'ssnreview' });
  const told = { type: 'inprogress' as const, ...progressOf(work, screening) };
  if (screening.outcome === 'stays') return step(work, screening, 'stays', 1, told);
  await step(work, screening, 'inprogress', 1, told);
  const { inprogress } = await delays(work.db);
  await work.enqueue(advanceScreening, { screeningId: screening.id }, { delay: inprogress });
}

/** Days that the sandbox says a check takes. */
const ESTIMATE_DAYS = 3;

/** What the sandbox tells when it begins: its searches, the first of them done. */
function progressOf(work: Work<unknown>, screening: Screening) {
  const { addresses } = new SandboxCra(work.portal).readSubject(screening);
  const done = new Date(work.now.getTime() + ESTIMATE_DAYS * DAY);
  const searches = findingsFor('IC01', { addresses, completedOn: dayOf(work.now) });
  return {
    estimated_on: dayOf(done),
    searches: searches.map(({ search, scope, places }, at) => ({
      search,
      scope: [scope, ...places].join(', '),
      state: at === 0 ? ('done' as const) : ('waiting' as const),
    })),
  };
}

function complete(work: Work<unknown>, screening: Screening): Promise<void> {
  const { outcome } = screening;
  if (outcome === 'clearidaction') return step(work, screening, outcome, 2, { type: outcome });
  if (outcome === 'ssnreview' || outcome === 'stays') return Promise.resolve();
  return step(work, screening, 'completed', 2, {
    type: 'completed',
    score: outcome,
    findings: findingsFor(outcome, {
      addresses: new SandboxCra(work.portal).readSubject(screening).addresses,
      completedOn: dayOf(work.now),
    }),
  });
}

async function step(
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
  await work.enqueue(deliverCallback, { eventId });
}

const TIMEOUT = 10 * SECOND;

/** Posts one callback, signed at this moment. @throws until the portal answers 2xx, so that the job is tried again */
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
