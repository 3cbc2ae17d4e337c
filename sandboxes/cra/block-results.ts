import { type Grade, grades } from '#modules/platform/browser.ts';
import { column, type Sweep, sql, statement, type Work } from '#modules/platform/index.ts';
import { nextPosition, step } from './callbacks.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';

/** What the sandbox finds once the blocked results are out of a report. */
const CLEAN: Grade = 'IC01';

const dueResults = statement({
  name: 'sandbox-cra.due-block-results',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from sandbox.screening
    where block_due_at <= ${now}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

/** Tells the portal the results of blocks that are due. */
export const blockResults: Sweep = {
  name: 'sandbox-cra.block-results',
  size: 100,
  keys: async (work, after, size) =>
    (await work.rows(dueResults(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    for (const id of ids) await answer(work, id);
    return ids.length;
  },
};

async function answer(work: Work<unknown>, id: string): Promise<void> {
  const screening = await work.db
    .selectFrom('sandbox.screening')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!screening?.block_id || !screening.block_due_at) return;
  const before = screening.unblocked_outcome ?? screening.outcome;
  const outcome = screening.block_on ? CLEAN : before;
  const score = grades.find((grade) => grade === outcome);
  if (!score) return;
  await work.db
    .updateTable('sandbox.screening')
    .set({ block_due_at: null, outcome, unblocked_outcome: before })
    .where('id', '=', id)
    .execute();
  const { addresses } = new SandboxCra(work.portal).readSubject(screening);
  await step(work, screening, 'completed', await nextPosition(work, id), {
    type: 'blockresult',
    block_id: screening.block_id,
    blocked: screening.block_on === true,
    score,
    findings: findingsFor(score, { addresses, completedOn: dayOf(work.now) }),
  });
}
