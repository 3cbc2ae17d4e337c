import type { Grade } from '#modules/platform/browser.ts';
import { column, type Sweep, sql, statement, type Work } from '#modules/platform/index.ts';
import { nextPosition, step } from './callbacks.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';

const dueResults = statement({
  name: 'sandbox-cra.due-dispute-results',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from sandbox.screening
    where dispute_due_at <= ${now}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

/** Tells the portal the results of disputes that are due. */
export const disputeResults: Sweep = {
  name: 'sandbox-cra.dispute-results',
  size: 100,
  keys: async (work, after, size) =>
    (await work.rows(dueResults(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    for (const id of ids) await answer(work, id);
    return ids.length;
  },
};

/** The score of a report in which nothing is found. */
const CLEAN: Grade = 'IC01';

async function answer(work: Work<unknown>, id: string): Promise<void> {
  const screening = await work.db
    .selectFrom('sandbox.screening')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!screening?.dispute_id || !screening.dispute_outcome) return;
  const corrected = screening.dispute_outcome === 'corrected';
  await work.db
    .updateTable('sandbox.screening')
    .set({ dispute_due_at: null, ...(corrected ? { outcome: CLEAN } : {}) })
    .where('id', '=', id)
    .execute();
  const { addresses } = new SandboxCra(work.portal).readSubject(screening);
  await step(work, screening, 'completed', await nextPosition(work, id), {
    type: 'disputeresult',
    dispute_id: screening.dispute_id,
    outcome: corrected ? 'corrected' : 'confirmed',
    explanation: corrected
      ? 'The record belongs to another person. It was removed from the report.'
      : 'The court confirmed the record.',
    ...(corrected
      ? { score: CLEAN, findings: findingsFor(CLEAN, { addresses, completedOn: dayOf(work.now) }) }
      : {}),
  });
}
