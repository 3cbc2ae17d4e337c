import {
  type DataSubject,
  type ErasureHold,
  type ErasureWait,
  erasureWaits,
  personalData,
  staffAlertRaised,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { sendPrivacyNotice } from '../jobs.ts';
import { erasureWaitLongest } from '../limits.ts';
import { deadlines } from './deadlines.ts';

/** What a due deletion waits for (D140). */

export interface DueDeletion {
  id: string;
  requested_at: Date;
  waits_for: ErasureWait | null;
  waits_until: Date | null;
}

/** The first thing that has to end; undefined if nothing has to. */
async function findHold(work: Work<null>, subject: DataSubject): Promise<ErasureHold | undefined> {
  const holds = personalData
    .of(work.portal)
    .flatMap((data) => data.holds ?? [])
    .toSorted((one, other) => erasureWaits.indexOf(one.wait) - erasureWaits.indexOf(other.wait));
  for (const hold of holds) if (await hold.isOpen(work, subject)) return hold;
}

/**
 * Whether the person can be erased now. If something has to end first, the person is told what. What only they can end
 * is ended 30 days after they were told; anything else comes before that in the order of `erasureWaits`, so that nothing
 * is ended while a dispute or a chargeback is open.
 */
export async function isOver(work: Work<null>, request: DueDeletion, subject: DataSubject): Promise<boolean> {
  const hold = await findHold(work, subject);
  if (!hold) return true;
  const { wait, end } = hold;
  if (request.waits_for !== wait) {
    await tell(work, request, subject, hold);
    return false;
  }
  if (!end || !request.waits_until || request.waits_until > work.now) return false;
  await end(work, subject);
  const next = await findHold(work, subject);
  if (!next) return true;
  await tell(work, request, subject, next);
  return false;
}

async function tell(
  work: Work<null>,
  { id, requested_at, waits_for }: DueDeletion,
  { accountId }: DataSubject,
  { wait: waitsFor, end }: ErasureHold,
): Promise<void> {
  const until = end ? new Date(work.now.getTime() + erasureWaitLongest) : null;
  const dueAt = new Date(requested_at.getTime() + deadlines.waitingDeletion);
  await work.db
    .updateTable('privacy_request')
    .set({ waits_for: waitsFor, waits_until: until, due_at: dueAt })
    .where('id', '=', id)
    .execute();
  if (!waits_for) {
    await work.publish(staffAlertRaised, {
      alertType: 'privacy_request',
      eventId: id,
      accountId,
      reason: 'deletion',
      dueAt,
    });
  }
  await work.audit({
    action: identityAudit.deletionWaits,
    about: accountId,
    object: { type: 'privacy_request', id },
    detail: { waits_for: waitsFor },
  });
  await work.enqueue(sendPrivacyNotice, { requestId: id, occasion: 'waits' });
}
