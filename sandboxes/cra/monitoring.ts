import { column, type Sweep, sql, statement, type Work } from '#modules/platform/index.ts';
import { nextPosition, step } from './callbacks.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';

/** The sandbox's monitoring: a check whose outcome says so changes some time after monitoring was turned on. */

const dueUpdates = statement({
  name: 'sandbox-cra.due-updates',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from sandbox.screening
    where monitored and update_at <= ${now}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

/** Tells the portal of the changes that are due. */
export const monitoringUpdates: Sweep = {
  name: 'sandbox-cra.monitoring-updates',
  size: 100,
  keys: async (work, after, size) =>
    (await work.rows(dueUpdates(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    for (const id of ids) await change(work, id);
    return ids.length;
  },
};

async function change(work: Work<unknown>, id: string): Promise<void> {
  const screening = await work.db
    .selectFrom('sandbox.screening')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const outcome = screening?.monitored ? screening.later_outcome : null;
  if (!screening || !outcome) return;
  await work.db
    .updateTable('sandbox.screening')
    .set({ outcome, later_outcome: null, update_at: null })
    .where('id', '=', id)
    .execute();
  await step(work, screening, 'completed', await nextPosition(work, id), {
    type: 'monitorupdate',
    score: outcome,
    findings: findingsFor(outcome, {
      addresses: new SandboxCra(work.portal).readSubject(screening).addresses,
      completedOn: dayOf(work.now),
    }),
  });
}
