import { handle, runSweep, schedule } from '#modules/platform/index.ts';
import {
  advance,
  advanceScreening,
  blockResults,
  deliver,
  deliverCallback,
  disputeResults,
  monitoringUpdates,
} from '#sandboxes/cra/index.ts';
import { decideRun, deliverEvent, deliverRunEvent, lookAtImages } from '#sandboxes/idv/index.ts';
import { sendRecentMailEvents } from '#sandboxes/outbox/index.ts';

/** Jobs of the sandboxes. None of them is enqueued in production. */
export const sandboxJobs = [
  handle(advanceScreening, (portal, { screeningId }) => advance(portal, screeningId)),
  handle(lookAtImages, (portal, { runId }) => decideRun(portal, runId)),
  handle(deliverRunEvent, (portal, { eventId }) => deliverEvent(portal, eventId)),
  handle(deliverCallback, (portal, { eventId }) => deliver(portal, eventId)),
];

export const sandboxSchedules = [
  schedule({
    name: 'sandbox.dispute-results',
    cron: '* * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, disputeResults, { signal });
      await runSweep(portal, blockResults, { signal });
    },
  }),
  schedule({
    name: 'sandbox.monitoring-updates',
    cron: '* * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, monitoringUpdates, { signal });
    },
  }),
  schedule({ name: 'sandbox.mail-events', cron: '* * * * *', run: sendRecentMailEvents }),
];
