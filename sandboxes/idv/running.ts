import { signRunEvent } from '#modules/applications/index.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { getSetting, newId, type Portal, type Work } from '#modules/platform/index.ts';
import { verificationDelay } from './delays.ts';
import { deliverRunEvent, lookAtImages } from './jobs.ts';
import { runState } from './outcomes.ts';
import type { VerificationRunRow } from './run-row.ts';

/** How the sandbox works on a run: it takes the images, decides, and sends the portal a callback. */

/** Takes the images that the page pretends to take. Does nothing if they were already taken. */
export function takeImages(portal: Portal, runId: string): Promise<void> {
  return portal.work('sandbox-idv.take-images', async (work) => {
    const run = await lockRun(work, runId);
    if (run?.state !== 'awaiting_input') return;
    await change(work, run, 'processing');
    const { processing } = await getSetting(work.db, verificationDelay);
    await work.enqueue(lookAtImages, { runId }, { delay: processing });
  });
}

/** Does nothing if the run is already decided. */
export function decideRun(portal: Portal, runId: string): Promise<void> {
  return portal.work('sandbox-idv.decide', async (work) => {
    const run = await lockRun(work, runId);
    if (run?.state !== 'processing' || run.outcome === 'stays') return;
    const state = runState[run.outcome];
    await change(work, run, state);
    const eventId = newId();
    await work.db
      .insertInto('sandbox.verification_callback')
      .values({
        event_id: eventId,
        run_id: runId,
        body: JSON.stringify({
          payload: {
            resource_type: 'workflow_run',
            action: 'workflow_run.completed',
            object: {
              id: runId,
              status: state,
              completed_at_iso8601: work.now.toISOString(),
              href: `${portal.config.publicUrl}/dev/idv/${runId}`,
            },
          },
        }),
        created_at: work.now,
      })
      .execute();
    await work.enqueue(deliverRunEvent, { eventId });
  });
}

function lockRun(work: Work<unknown>, runId: string) {
  return work.db
    .selectFrom('sandbox.verification_run')
    .selectAll()
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
}

async function change(
  work: Work<unknown>,
  run: VerificationRunRow,
  state: VerificationRunRow['state'],
): Promise<void> {
  await work.db.updateTable('sandbox.verification_run').set({ state }).where('id', '=', run.id).execute();
}

const TIMEOUT = 10 * SECOND;

/**
 * Posts one callback.
 * @throws Error unless the portal answers 2xx, so that the job is tried again
 */
export async function deliverEvent(portal: Portal, eventId: string): Promise<void> {
  const event = await portal.db
    .selectFrom('sandbox.verification_callback')
    .select(['body', 'delivered_at'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!event || event.delivered_at) return;
  const response = await fetch(`${portal.config.publicUrl}/hooks/idv`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sha2-signature': signRunEvent(portal.config.idVerification.webhookSecret, event.body),
    },
    body: event.body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the portal answered ${response.status} to a callback`);
  await portal.db
    .updateTable('sandbox.verification_callback')
    .set({ delivered_at: portal.clock.now() })
    .where('event_id', '=', eventId)
    .execute();
}
