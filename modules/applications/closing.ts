import { LockMode } from '@mikro-orm/postgresql';
import { writeFacts } from '#modules/identity/index.ts';
import { lastEndedDay, staffAlertSettled, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { type Application, CraOrder } from './entities/application.ts';
import { scoreExpired } from './events.ts';
import { closePackage, findOpenPackage } from './paper/packages.ts';
import { noteActiveScore } from './score/active-facts.ts';
import { findFormerScore } from './score/former.ts';
import { suspendScore } from './score/suspension.ts';
import { anyWaits, supersedePending } from './score/waiting.ts';
import { lockApplication, moveApplication } from './status-changes.ts';
import { mayMove } from './statuses.ts';
import { noteAnswer } from './submission/silence.ts';

/** How a check ends before its time: staff cancel its application, or its money went back (D113, D117). */

/**
 * Closes an application that is not finished: as canceled while its steps are open, otherwise as refunded (D41). One
 * that is done, or waits for the result of a dispute, stays as it is.
 * @param reason for the history: what happened, never personal data
 * @returns whether it was closed
 */
export async function cancelApplication(
  work: Work<unknown>,
  applicationId: string,
  reason: string,
): Promise<boolean> {
  return closeApplication(work, await lockWithOrders(work, applicationId), reason);
}

/**
 * The application, locked until the transaction ends. Its open order is locked first, as the agency's callbacks lock
 * them.
 */
export async function lockWithOrders(work: Work<unknown>, applicationId: string): Promise<Application> {
  await findOpenOrder(work, applicationId);
  return lockApplication(work, applicationId);
}

const findOpenOrder = ({ em }: Pick<Work, 'em'>, applicationId: string): Promise<CraOrder | null> =>
  em.findOne(
    CraOrder,
    { applicationId, closedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );

/** @param application locked by `lockWithOrders` */
export async function closeApplication(
  work: Work<unknown>,
  application: Application,
  reason: string,
): Promise<boolean> {
  const to = (['refunded', 'cancelled'] as const).find((status) => mayMove(application.status, status));
  if (!to) return false;
  const awaited = await findOpenPackage(work, application);
  if (awaited) await closePackage(work, awaited, 'canceled');
  const order = await findOpenOrder(work, application.id);
  if (order) await cancelOrder(work, order);
  await endWaiting(work, application);
  await moveApplication(work, application, to, reason);
  return true;
}

/** The agency's result is no longer wanted; its callback finds the order closed. */
async function cancelOrder(work: Work<unknown>, order: CraOrder): Promise<void> {
  if (order.heldFor) {
    await work.publish(staffAlertSettled, { alertType: 'application_ssn_verification', eventId: order.id });
  }
  await noteAnswer(work, order);
  order.state = 'cancelled';
  order.heldFor = null;
  order.closedAt = work.now;
}

/** A score of the check that waits for the person's decision does so no longer. */
export async function endWaiting(
  work: Work<unknown>,
  { id, accountId }: Pick<Application, 'id' | 'accountId'>,
): Promise<void> {
  if (!(await supersedePending(work, id))) return;
  await writeFacts(work, accountId, { pending_score_change: await anyWaits(work, accountId) });
}

/**
 * Makes the active score of a check expire at once, permanently. The score that it had replaced returns for the days
 * that it has left. A score that has expired already stays as it is.
 * @returns whether it was valid
 */
export async function expireScore(
  work: Work<unknown>,
  { accountId, applicationId }: { accountId: string; applicationId: string },
): Promise<boolean> {
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  const ended = lastEndedDay(work.now);
  const score = await work.db
    .selectFrom('shield_score')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('expiration', '>', ended), where('previous_expiration', '>', ended)]))
    .forUpdate()
    .executeTakeFirst();
  if (!score) return false;
  const former = await findFormerScore(work, { accountId, applicationId });
  await work.db
    .updateTable('shield_score')
    .set((row) => ({
      expiration: row.fn<string>('least', ['expiration', row.cast(row.val(ended), 'date')]),
      previous_expiration: null,
      ended_at: former ? work.now : null,
    }))
    .where('id', '=', score.id)
    .execute();
  await work.audit({
    action: applicationsAudit.scoreExpired,
    about: accountId,
    object: { type: 'application', id: applicationId },
  });
  if (former) await bringBack(work, accountId, former);
  await noteActiveScore(work, accountId);
  await work.publish(scoreExpired, { accountId });
  return true;
}

async function bringBack(
  work: Work<unknown>,
  accountId: string,
  former: { id: string; application_id: string; shield_id: string; account_active: boolean },
): Promise<void> {
  await work.db
    .updateTable('shield_score')
    .set({ ended_at: null, shield_id_number: former.shield_id })
    .where('id', '=', former.id)
    .execute();
  if (!former.account_active) await suspendScore(work, { accountId });
  await work.audit({
    action: applicationsAudit.scoreReturned,
    about: accountId,
    object: { type: 'application', id: former.application_id },
  });
}
