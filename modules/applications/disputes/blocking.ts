import { z } from 'zod';
import { writeFacts } from '#modules/identity/index.ts';
import { inputOf } from '#modules/platform/fields/schema.ts';
import {
  addBusinessDays,
  type Caller,
  HOUR,
  operation,
  person,
  readyWith,
  receivedFile,
  staffAlertSettled,
  type Work,
} from '#modules/platform/index.ts';
import { getOwnApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import type { Application } from '../entities/application.ts';
import type { Dispute, ScoreChange } from '../entities/score.ts';
import { scoreHoldChanged } from '../events.ts';
import { blockFields } from '../fields.ts';
import { forwardBlock, sendBlockMail } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { lockScoreChange } from '../score/acceptance.ts';
import { consumeCodes } from '../score/approval.ts';
import { noteScoreReview } from '../score/review.ts';
import { settleAlert } from '../score/waiting.ts';
import { moveApplication, requireOwner } from '../status-changes.ts';
import { endDispute } from './deciding.ts';
import { storeDocuments } from './documents.ts';
import {
  announceDispute,
  BLOCK_BUSINESS_DAYS,
  createDispute,
  lockDispute,
  requireKind,
  requireState,
  statusToHold,
} from './opening.ts';
import { sealExplanation, sealLiftReason } from './sealed.ts';

/**
 * Blocking what identity theft put into a report: a person asks for it with proof, and staff decide (15 U.S.C.
 * 1681c-2).
 */

/**
 * @throws Refusal not-found, applications.moved-on, applications.dispute-open, applications.block-items-needed, and what
 *   `storeDocuments` throws
 */
export const requestBlock = operation({
  name: 'applications.request-block',
  summary:
    'Asks to block results that come from identity theft; the score is not shared until that is decided.',
  access: person,
  inPersonOnly: true,
  kind: 'staged',
  input: inputOf(blockFields).extend({
    applicationid: z.uuid(),
    /** An identity theft report. */
    theftreport: receivedFile.nullable(),
    /** A proof of who the person is. */
    identity: receivedFile.nullable(),
  }),
  output: z.object({ disputeid: z.uuid() }),
  throttle: { by: 'account', limit: 30, per: HOUR },
  ready: readyWith(z.object({ applicationid: z.uuid() }), requireBlockable),
  async run(work, { applicationid, items, errortext, theftreport, identity }) {
    const { accountId } = work.caller;
    await requireBlockable(work, { applicationid });
    if (items.length === 0) throw new Refusal('applications.block-items-needed', { field: 'items' });
    const files = [
      { field: 'theftreport', purpose: 'theft-report', received: theftreport },
      { field: 'identity', purpose: 'identity', received: identity },
    ] as const;
    let disputeid = '';
    await storeDocuments(work, files, async (inside, keep) => {
      const { application, change } = await lockScoreChange(inside, applicationid);
      requireOwner(application, accountId);
      const dispute = await createDispute(
        inside,
        application,
        change,
        { errortext, items },
        'identity-theft',
      );
      await holdWaiting(inside, application, change, 'block of identity theft requested');
      await announceDispute(inside, dispute);
      await keep(dispute, { author: 'person', messageId: null });
      disputeid = dispute.id;
    });
    return { disputeid };
  },
});

/** @throws Refusal not-found, applications.moved-on, applications.dispute-open */
async function requireBlockable(
  work: Work<Caller>,
  { applicationid }: { applicationid: string },
): Promise<void> {
  const application = await getOwnApplication(work, work.caller.accountId, applicationid);
  await statusToHold(work, application, 'identity-theft');
}

/** A score that is waiting for the person can be accepted only after the case has ended. */
async function holdWaiting(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
  reason: string,
): Promise<void> {
  if (application.status === 'done' || application.status === 'correctionrequest') return;
  change.state = 'disputed';
  change.decidedAt = work.now;
  await moveApplication(work, application, 'correctionrequest', reason);
  await consumeCodes(work, change.id);
  await settleAlert(work, change);
  await writeFacts(work, application.accountId, { pending_score_change: false });
}

interface BlockDecision {
  decision: 'block' | 'decline';
  /** Told to the person. */
  reason: string;
}

/**
 * Decides a request, only once. If the items are blocked, it stays open until the agency has made its result without
 * them.
 * @throws Refusal not-found, applications.block-decided
 */
export async function decideBlock(
  work: Work<Caller>,
  disputeId: string,
  { decision, reason }: BlockDecision,
): Promise<void> {
  const locked = await lockDispute(work, disputeId);
  const { dispute } = locked;
  requireKind(dispute, 'identity-theft');
  requireState(dispute, ['received']);
  if (decision === 'decline') {
    await endDispute(work, locked, {
      outcome: 'declined',
      explanation: reason,
      staffId: work.caller.accountId,
    });
    return;
  }
  dispute.state = 'blocked';
  dispute.blockedAt = work.now;
  dispute.decidedByAccountId = work.caller.accountId;
  dispute.explanation = sealExplanation(work.portal, dispute.id, reason);
  await askAgency(work, dispute);
  await work.audit({
    action: applicationsAudit.blockDecided,
    about: dispute.accountId,
    object: { type: 'dispute', id: dispute.id },
    detail: { decision },
  });
  await work.publish(staffAlertSettled, { alertType: 'identity_theft_block', eventId: dispute.id });
  await work.enqueue(sendBlockMail, { disputeId: dispute.id, occasion: 'blocked' });
}

/** The agency has as much time as staff had; after that, staff are told. */
async function askAgency(work: Work<unknown>, dispute: Dispute): Promise<void> {
  dispute.dueAt = addBusinessDays(work.now, BLOCK_BUSINESS_DAYS);
  dispute.overdueAt = null;
  await work.enqueue(forwardBlock, { disputeId: dispute.id });
}

/**
 * Lifts a block that was made in error or because of a false statement. The case is open again until the agency has
 * made its result with the items.
 * @throws Refusal not-found, applications.block-decided, applications.dispute-open, applications.moved-on
 */
export async function rescindBlock(work: Work<Caller>, disputeId: string, reason: string): Promise<void> {
  const { dispute, application } = await lockDispute(work, disputeId);
  requireKind(dispute, 'identity-theft');
  requireState(dispute, ['blocked', 'decided']);
  const reopens = dispute.state === 'decided';
  if (reopens && dispute.outcome !== 'blocked') {
    throw new Refusal('applications.block-decided', { detail: 'declined' });
  }
  const openedAtStatus = reopens ? await statusToHold(work, application, dispute.kind) : null;
  dispute.state = 'lifting';
  dispute.liftedAt = work.now;
  dispute.liftReason = sealLiftReason(work.portal, dispute.id, reason);
  if (openedAtStatus) await reopen(work, dispute, application, openedAtStatus);
  await askAgency(work, dispute);
  await work.em.flush();
  await writeFacts(work, dispute.accountId, { open_score_dispute: true });
  await noteScoreReview(work, dispute.accountId);
  await work.audit({
    action: applicationsAudit.blockRescinded,
    about: dispute.accountId,
    object: { type: 'dispute', id: dispute.id },
  });
  await work.publish(scoreHoldChanged, { accountId: dispute.accountId });
  await work.enqueue(sendBlockMail, { disputeId: dispute.id, occasion: 'rescinded' });
}

/** The case is open as if it began now: a score that is waiting cannot be accepted. */
async function reopen(
  work: Work<unknown>,
  dispute: Dispute,
  { id }: Application,
  openedAtStatus: Dispute['openedAtStatus'],
): Promise<void> {
  const { application, change } = await lockScoreChange(work, id);
  dispute.openedAtStatus = openedAtStatus;
  if (openedAtStatus !== 'done') dispute.scoreChangeId = change.id;
  dispute.resolvedAt = null;
  dispute.outcome = null;
  dispute.resultDueAt = null;
  await holdWaiting(work, application, change, 'block of identity theft rescinded');
}
