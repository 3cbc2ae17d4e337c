import { staffAlertSettled, type Work } from '#modules/platform/index.ts';
import { ScoreChange } from '../entities/score.ts';
import { consumeCodes } from './approval.ts';

/** The score of a check that waits for the person's decision. */

/** The waiting score gives way to a newer one, or its check has ended. Changes nothing if none waits. */
export async function supersedePending(work: Work<unknown>, applicationId: string): Promise<boolean> {
  const pending = await work.em.findOne(ScoreChange, { applicationId, state: 'pending' });
  if (!pending) return false;
  pending.state = 'superseded';
  pending.decidedAt = work.now;
  await work.em.flush();
  await consumeCodes(work, pending.id);
  await settleAlert(work, pending);
  return true;
}

/** The person decided on an update, or it does not wait anymore, so staff no longer need to ask. */
export async function settleAlert(work: Work<unknown>, { id, alertedAt }: ScoreChange): Promise<void> {
  if (!alertedAt) return;
  await work.publish(staffAlertSettled, { alertType: 'monitor_profile_not_actioned', eventId: id });
}

/**
 * Whether a score of the person is waiting. Call it after the state of the one that was decided is written, as
 * `moveApplication` does.
 */
export async function anyWaits(work: Pick<Work, 'db'>, accountId: string): Promise<boolean> {
  const found = await work.db
    .selectFrom('score_change')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return found !== undefined;
}
