import { LockMode } from '@mikro-orm/postgresql';
import { writeFacts } from '#modules/identity/index.ts';
import { newId, staffAlertRaised, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Application } from '../entities/application.ts';
import { Dispute, type ScoreChange } from '../entities/score.ts';
import { scoreHoldChanged } from '../events.ts';
import { forwardDispute, sendDisputeMail } from '../jobs.ts';
import { applicationsTimings } from '../limits.ts';
import { lockApplication } from '../moving.ts';
import { Refusal } from '../refusals.ts';
import { sealErrorText, sealItems } from './sealed.ts';

/** A dispute begins: its deadline runs, the agency and staff are told, and the score is not shared (D46). */

export interface Report {
  errortext: string;
  /** The searches whose result is wrong; empty for the whole report. */
  items: readonly string[];
}

/**
 * Opens a case. The application's status is the caller's to move, before `scoreHoldChanged` is heard.
 * @param application locked, with the status that it had before the report
 */
export function createDispute(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
  { errortext, items }: Report,
): Dispute {
  const { portal, now } = work;
  const id = newId();
  const { status } = application;
  if (status !== 'newrequiresapproval' && status !== 'monitorrequiresapproval' && status !== 'done') {
    throw new Refusal('applications.moved-on', { detail: `${application.id}: a dispute at ${status}` });
  }
  return work.em.create(Dispute, {
    id,
    scoreChangeId: change.id,
    accountId: application.accountId,
    applicationId: application.id,
    openedAtStatus: status,
    errortext: sealErrorText(portal, id, errortext),
    items: sealItems(portal, id, items),
    receivedAt: now,
    dueAt: new Date(now.getTime() + applicationsTimings['dispute.due']),
  });
}

/** Tells everybody of a new case: the person, the agency, staff, and whoever shows the score. */
export async function announceDispute(work: Work<unknown>, dispute: Dispute): Promise<void> {
  const { id, accountId, applicationId, dueAt } = dispute;
  await writeFacts(work, accountId, { open_score_dispute: true });
  await work.em.flush();
  await work.audit({
    action: applicationsAudit.disputeOpened,
    about: accountId,
    object: { type: 'dispute', id },
  });
  await work.publish(staffAlertRaised, {
    alertType: 'dispute',
    eventId: id,
    accountId,
    applicationId,
    reason: 'received',
    dueAt,
  });
  await work.publish(scoreHoldChanged, { accountId });
  await work.enqueue(forwardDispute, { disputeId: id });
  await work.enqueue(sendDisputeMail, { disputeId: id, occasion: 'received' });
}

/** A dispute with its application, both locked until the transaction ends. @throws Refusal not-found, also for another person's */
export async function lockDispute(
  work: Work<unknown>,
  disputeId: string,
  accountId?: string,
): Promise<{ dispute: Dispute; application: Application }> {
  const found = await work.db
    .selectFrom('dispute')
    .select(['application_id', 'account_id'])
    .where('id', '=', disputeId)
    .executeTakeFirst();
  if (!found || (accountId !== undefined && found.account_id !== accountId)) {
    throw new Refusal('not-found', { detail: `dispute ${disputeId}` });
  }
  const application = await lockApplication(work, found.application_id);
  const dispute = await work.em.findOneOrFail(
    Dispute,
    { id: disputeId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return { dispute, application };
}

/** @throws Refusal applications.dispute-closed once it is decided or withdrawn */
export function requireOpen(dispute: Dispute): void {
  if (dispute.resolvedAt) throw new Refusal('applications.dispute-closed', { detail: dispute.state });
}
