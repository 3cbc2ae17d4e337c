import { z } from 'zod';
import type { CraDispute } from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { getSetting, setting, type Work } from '#modules/platform/index.ts';
import type { Screening } from './screening-row.ts';

/** How long the sandbox takes for a dispute, in milliseconds of the portal's time. */
export const sandboxDisputeDelay = setting({
  key: 'sandbox.cra-dispute-delay',
  schema: z.number().int().min(0),
  initial: 2 * DAY,
});

/**
 * The outcome by words in the dispute: 'not mine' is corrected, 'no answer' is never answered, anything else is
 * confirmed.
 */
function outcomeOf(text: string): 'corrected' | 'confirmed' | null {
  if (/no answer/i.test(text)) return null;
  return /not mine/i.test(text) ? 'corrected' : 'confirmed';
}

/** Stores a dispute. One that is sent again, with new messages, is answered when the first one would have been. */
export async function takeDispute(
  work: Work<unknown>,
  screening: Screening,
  { disputeId, text }: CraDispute,
): Promise<void> {
  if (screening.dispute_id === disputeId) return;
  const outcome = outcomeOf(text);
  const delay = await getSetting(work.db, sandboxDisputeDelay);
  await work.db
    .updateTable('sandbox.screening')
    .set({
      dispute_id: disputeId,
      dispute_outcome: outcome,
      dispute_due_at: outcome ? new Date(work.now.getTime() + delay) : null,
    })
    .where('id', '=', screening.id)
    .execute();
}
