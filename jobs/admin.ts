import { foldOverviewCounts, recountOverview } from '#modules/admin/index.ts';
import { schedule } from '#modules/platform/index.ts';

export const adminSchedules = [
  schedule({ name: 'admin.fold-counts', cron: '5 * * * *', run: foldOverviewCounts }),
  schedule({
    name: 'admin.recount',
    cron: '50 3 * * *',
    run: async (portal) => {
      const wrong = await recountOverview(portal);
      // Triggers maintain the counts, so a difference is an error in the code.
      if (wrong > 0)
        portal.log.warn({ wrong }, 'The nightly recount found counts of the overview that were wrong');
    },
  }),
];
