import { z } from 'zod';
import { operation, person } from '#modules/platform/index.ts';
import { getOwnApplication } from '../applications.ts';
import { searchProgress } from '../cra/progress.ts';
import { openSearches } from './record.ts';

export const getCheckProgress = operation({
  name: 'applications.get-check-progress',
  summary: 'How far the agency is with a check: its searches, and the day on which it expects to be done.',
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({ applicationid: z.uuid() }),
  output: z.object({
    /** yyyy-MM-dd; null if the agency does not say. */
    estimated_on: z.string().nullable(),
    /** The day has passed. */
    delayed: z.boolean(),
    searches: z.array(searchProgress),
  }),
  async run(work, { applicationid }) {
    const application = await getOwnApplication(work, work.caller.accountId, applicationid);
    const row = await work.db
      .selectFrom('check_progress as said')
      .innerJoin('cra_order as placed', 'placed.id', 'said.cra_order_id')
      .select(['said.cra_order_id', 'said.searches', 'said.estimated_on'])
      .where('placed.application_id', '=', application.id)
      .where('placed.closed_at', 'is', null)
      .executeTakeFirst();
    if (!row) return { estimated_on: null, delayed: false, searches: [] };
    return {
      estimated_on: row.estimated_on,
      delayed: row.estimated_on !== null && row.estimated_on < work.now.toISOString().slice(0, 10),
      searches: openSearches(work, row.cra_order_id, row.searches),
    };
  },
});
