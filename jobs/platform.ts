import {
  completeErasures,
  handle,
  keepErasure,
  noteErasure,
  platformSweeps,
  runSweep,
  schedule,
} from '#modules/platform/index.ts';

export const platformJobs = [handle(noteErasure, (portal, payload) => keepErasure(portal, payload))];

export const platformSchedules = [
  schedule({
    name: 'platform.sweep',
    cron: '40 3 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of platformSweeps) await runSweep(portal, sweep, { signal });
    },
  }),
  schedule({
    name: 'platform.erasure-list',
    cron: '10 4 * * *',
    run: async (portal) => {
      const added = await completeErasures(portal);
      if (added > 0) portal.log.warn({ added }, 'erased people were missing in the list of erasures');
    },
  }),
];
