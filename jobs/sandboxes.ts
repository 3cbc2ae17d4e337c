import { DAY, handle, type Portal, schedule } from '#modules/platform/index.ts';
import { advance, advanceScreening, deliver, deliverCallback } from '#sandboxes/cra/index.ts';
import { sweepOutbox } from '#sandboxes/outbox/index.ts';

const OUTBOX_KEPT = 90 * DAY;

/** What the sandboxes of a development portal do by themselves; production enqueues none of it. */
export const sandboxJobs = [
  handle(advanceScreening, (portal, { screeningId }) => advance(portal, screeningId)),
  handle(deliverCallback, (portal, { eventId }) => deliver(portal, eventId)),
];

export const sandboxSchedules = [
  schedule({ name: 'sandbox.sweep-outbox', cron: '45 3 * * *', run: forgetMessages }),
];

async function forgetMessages(portal: Portal): Promise<void> {
  await sweepOutbox(portal.db, new Date(portal.clock.now().getTime() - OUTBOX_KEPT));
}
