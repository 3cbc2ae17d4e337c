import { allConnections, deliverInvitation, dueConnections, sendInvitation } from '#modules/network/index.ts';
import { handle, runSweep, schedule } from '#modules/platform/index.ts';

export const networkJobs = [
  handle(sendInvitation, (portal, payload, run) => deliverInvitation(portal, payload, run.id)),
];

export const networkSchedules = [
  // Scores lapse and enter their renewal window at 11:00 UTC; at any other minute nothing is due.
  schedule({
    name: 'network.sweep-due',
    cron: '* * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, dueConnections, { signal });
    },
  }),
  schedule({
    name: 'network.sweep',
    cron: '40 3 * * *',
    run: async (portal, { signal }) => {
      const { changed } = await runSweep(portal, allConnections, { signal });
      // Every change is told by an event or due at a known moment, so that this finds nothing.
      if (changed > 0)
        portal.log.warn({ changed }, 'The nightly sweep found connections that were not up to date');
    },
  }),
];
