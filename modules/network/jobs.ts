import { z } from 'zod';
import { anyOf, job, type Work } from '#modules/platform/index.ts';

/** Mails an invitation to the invited person. */
export const sendInvitation = job({
  name: 'network.send-invitation',
  /** `sending`: 1 for the first mail of an invitation, 2 for the second, and so on. */
  payload: z.object({ connectionId: z.uuid(), sending: z.number().int().min(1) }),
});

/** Enqueues the next mail of each invitation in the caller's transaction. */
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
