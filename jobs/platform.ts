import { platformSweeps, runSweep, schedule } from '#modules/platform/index.ts';

export const platformSchedules = [
  schedule({
    name: 'platform.sweep',
    cron: '40 3 * * *',
    run: async (portal, { signal }) => {
      for (const sweep of platformSweeps) await runSweep(portal, sweep, { signal });
    },
  }),
];
