import { lastEndedDay, staffAlertRaised, staffAlertSettled, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { closeApplication, endWaiting, expireScore, lockWithOrders } from './closing.ts';
import type { Application } from './entities/application.ts';
import { scoreHoldChanged } from './events.ts';
import { type MoneyAffects, sendMoneyMail } from './jobs.ts';
import { Refusal } from './refusals.ts';
import { noteActiveScore } from './score/active-facts.ts';
import { findActiveScore } from './score/scores.ts';
import { moveApplication } from './status-changes.ts';
import { closedStatuses, type MoneyState } from './statuses.ts';

/**
 * No score without its money (D113). The module that sells checks writes here what became of the money, with the
 * purchase locked; this module never asks it. The order of locks is purchase, application, score.
 */

/**
 * Notes what became of the money for a check, and does what follows from it. While it is held, the score can be neither
 * accepted nor shared. Once it is returned, the check ends, and stays ended. Noting the same again changes nothing.
 */
export async function noteMoney(
  work: Work<unknown>,
  applicationId: string,
  money: MoneyState,
): Promise<void> {
  const application = await lockWithOrders(work, applicationId);
  const { accountId, money: before } = application;
  if (before === money || before === 'returned') return;
  application.money = money;
  application.moneyAt = work.now;
  await work.em.flush();
  await work.audit({
    action: applicationsAudit.moneyChanged,
    about: accountId,
    object: { type: 'application', id: applicationId },
    detail: { from: before, to: money },
  });
  const affects = await whatIsAffected(work, application);
  if (money === 'returned') await endUnpaid(work, application);
  await noteActiveScore(work, accountId);
  await work.publish(scoreHoldChanged, { accountId });
  if (money === 'held') {
    await work.publish(staffAlertRaised, {
      alertType: 'payment_dispute',
      eventId: applicationId,
      accountId,
      applicationId,
      reason: 'chargeback',
    });
  } else if (before === 'held') {
    await work.publish(staffAlertSettled, { alertType: 'payment_dispute', eventId: applicationId });
  }
  if (affects) await work.enqueue(sendMoneyMail, { applicationId, money, affects });
}

/** What the person has of the check; null if it has ended already. */
async function whatIsAffected(
  work: Work<unknown>,
  { id, accountId, status }: Application,
): Promise<MoneyAffects | null> {
  const active = await findActiveScore(work, accountId);
  if (active?.application_id === id && active.expiration > lastEndedDay(work.now)) return 'score';
  if (status === 'newrequiresapproval' || status === 'correctionrequest') return 'waiting';
  return closedStatuses.includes(status) ? null : 'application';
}

/**
 * Ends a check whose money was returned: what waits for the person is closed, and an accepted score expires. A dispute
 * goes on to its end; call this again then.
 * @param application locked
 */
export async function endUnpaid(work: Work<unknown>, application: Application): Promise<void> {
  if (application.money !== 'returned') return;
  const { id, accountId } = application;
  await closeApplication(work, application, 'its payment was returned');
  await expireScore(work, { accountId, applicationId: id });
  if (application.status === 'monitorrequiresapproval') {
    await endWaiting(work, application);
    await moveApplication(work, application, 'done', 'its payment was returned');
  }
}

/** @throws Refusal applications.payment-held, applications.payment-returned */
export function requireMoney({ money }: { money: MoneyState }): void {
  if (money === 'held') throw new Refusal('applications.payment-held');
  if (money === 'returned') throw new Refusal('applications.payment-returned');
}
