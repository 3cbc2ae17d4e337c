import { sql, type Work } from '#modules/platform/index.ts';
import { nextPosition, step } from './callbacks.ts';
import { dueScreenings } from './due-screenings.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';
import type { Screening } from './screening-row.ts';

/**
 * The sandbox's monitoring: if the check's outcome includes a later change, it comes some time after monitoring was
 * turned on.
 */

/** Sends the portal the changes that are due. */
export const monitoringUpdates = dueScreenings({
  name: 'sandbox-cra.monitoring-updates',
  due: (now) => sql`monitored and update_at <= ${now}::timestamptz`,
  tell: change,
});

async function change(work: Work<unknown>, screening: Screening): Promise<void> {
  const outcome = screening.monitored ? screening.later_outcome : null;
  if (!outcome) return;
  await work.db
    .updateTable('sandbox.screening')
    .set({ outcome, later_outcome: null, update_at: null })
    .where('id', '=', screening.id)
    .execute();
  await step(work, screening, 'completed', await nextPosition(work, screening.id), {
    type: 'monitorupdate',
    score: outcome,
    findings: findingsFor(outcome, {
      addresses: new SandboxCra(work.portal).readSubject(screening).addresses,
      completedOn: dayOf(work.now),
    }),
  });
}
