import { z } from 'zod';
import { job, sql, type Work } from '#modules/platform/index.ts';

/** Mails an invitation to whom it is for. */
export const sendInvitation = job({
  name: 'network.send-invitation',
  /** `sending`: 1 for the first mail, one more with each that is sent again. */
  payload: z.object({ connectionId: z.uuid(), sending: z.number().int().min(1) }),
});

/** Enqueues the next mail of an invitation, in the transaction that wants it sent. */
export async function mailInvitation(
  work: Pick<Work, 'row' | 'enqueue'>,
  connectionId: string,
): Promise<void> {
  const row = await work.row(sql<{ sent: number }>`
    select invite_sent_count as sent from connection where id = ${connectionId}`);
  await work.enqueue(sendInvitation, { connectionId, sending: (row?.sent ?? 0) + 1 });
}
