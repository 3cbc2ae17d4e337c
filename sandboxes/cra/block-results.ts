import { type Grade, grades } from '#modules/platform/browser.ts';
import { sql, type Work } from '#modules/platform/index.ts';
import { nextPosition, step } from './callbacks.ts';
import { dueScreenings } from './due-screenings.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';
import type { Screening } from './screening-row.ts';

/** The score of a report without the blocked results. */
const CLEAN: Grade = 'IC01';

/** Sends the portal the results of blocks that are due. */
export const blockResults = dueScreenings({
  name: 'sandbox-cra.block-results',
  due: (now) => sql`block_due_at <= ${now}::timestamptz`,
  tell: answer,
});

async function answer(work: Work<unknown>, screening: Screening): Promise<void> {
  if (!screening.block_id || !screening.block_due_at) return;
  const before = screening.unblocked_outcome ?? screening.outcome;
  const outcome = screening.block_on ? CLEAN : before;
  const score = grades.find((grade) => grade === outcome);
  if (!score) return;
  await work.db
    .updateTable('sandbox.screening')
    .set({ block_due_at: null, outcome, unblocked_outcome: before })
    .where('id', '=', screening.id)
    .execute();
  const { addresses } = new SandboxCra(work.portal).readSubject(screening);
  await step(work, screening, 'completed', await nextPosition(work, screening.id), {
    type: 'blockresult',
    block_id: screening.block_id,
    blocked: screening.block_on === true,
    score,
    findings: findingsFor(score, { addresses, completedOn: dayOf(work.now) }),
  });
}
