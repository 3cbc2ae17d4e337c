import type { Grade } from '#modules/platform/browser.ts';
import { sql, type Work } from '#modules/platform/index.ts';
import { nextPosition, step } from './callbacks.ts';
import { dueScreenings } from './due-screenings.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';
import type { Screening } from './screening-row.ts';

/** Sends the portal the results of disputes that are due. */
export const disputeResults = dueScreenings({
  name: 'sandbox-cra.dispute-results',
  due: (now) => sql`dispute_due_at <= ${now}::timestamptz`,
  tell: answer,
});

/** The score of a report without findings. */
const CLEAN: Grade = 'IC01';

async function answer(work: Work<unknown>, screening: Screening): Promise<void> {
  if (!screening.dispute_id || !screening.dispute_outcome) return;
  const corrected = screening.dispute_outcome === 'corrected';
  await work.db
    .updateTable('sandbox.screening')
    .set({
      dispute_due_at: null,
      ...(corrected ? { outcome: CLEAN } : {}),
      // The outcome if the block is later withdrawn.
      ...(corrected && screening.unblocked_outcome ? { unblocked_outcome: CLEAN } : {}),
    })
    .where('id', '=', screening.id)
    .execute();
  const { addresses } = new SandboxCra(work.portal).readSubject(screening);
  await step(work, screening, 'completed', await nextPosition(work, screening.id), {
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
