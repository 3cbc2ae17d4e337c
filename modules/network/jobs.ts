import { z } from 'zod';
import { anyOf, job, type Work } from '#modules/platform/index.ts';

/** Mails an invitation to whom it is for. */
export const sendInvitation = job({
  name: 'network.send-invitation',
  /** `sending`: 1 for the first mail, one more with each that is sent again. */
  payload: z.object({ connectionId: z.uuid(), sending: z.number().int().min(1) }),
});

/** Enqueues the next mail of each invitation, in the transaction that wants it sent. */
export async function mailInvitations(
  work: Pick<Work, 'db' | 'enqueue'>,
  connectionIds: readonly string[],
): Promise<void> {
  const sent = await work.db
    .selectFrom('connection')
    .select(['id', 'invite_sent_count as sent'])
    .where('id', '=', anyOf(connectionIds))
    .execute();
  for (const row of sent) {
    await work.enqueue(sendInvitation, { connectionId: row.id, sending: row.sent + 1 });
  }
}
