import { writeFacts } from '#modules/identity/index.ts';
import { type Grade, grades } from '#modules/platform/browser.ts';
import { addBusinessDays, newId, staffAlertSettled, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Finding } from '../cra/port.ts';
import type { Application } from '../entities/application.ts';
import { type Dispute, type DisputeOutcome, ScoreChange } from '../entities/score.ts';
import { scoreHoldChanged } from '../events.ts';
import { sendBlockMail, sendDisputeMail, sendScoreReady, tellCompaniesOfDispute } from '../jobs.ts';
import { endUnpaid } from '../money.ts';
import { proposeWaiting } from '../monitoring/updates.ts';
import { Refusal } from '../refusals.ts';
import { findingsAt, readFindings } from '../reports/findings.ts';
import type { StoredReport } from '../reports/stored.ts';
import { noteScoreReview } from '../score/review.ts';
import { findActiveScore } from '../score/scores.ts';
import { moveApplication } from '../status-changes.ts';
import { alertTypeOf, findOpenCases, requireOpen } from './opening.ts';
import { sealExplanation } from './sealed.ts';

/** How a case ends: the report stays as it is, is corrected or blocked, or the person withdraws the case (D46). */

/** Within how many business days the person is told of a decision. */
const RESULT_BUSINESS_DAYS = 5;

/** What the agency's corrected report says. */
export interface Correction {
  score: Grade;
  findings: readonly Finding[];
  report: StoredReport;
}

interface Decision {
  outcome: DisputeOutcome;
  /** What the person is told; empty if they withdrew, or were told before. */
  explanation: string;
  /** For an outcome that changes the report. */
  correction?: Correction;
  /** Null if the agency or the person decided. */
  staffId: string | null;
}

/**
 * Ends a case once. When the last case of an application has ended, a score that was waiting for the person's decision
 * does so again, a changed report waits for it too, and an active score that did not change is shared again.
 * @param dispute locked, after its application
 * @throws Refusal applications.dispute-closed, applications.correction-worse
 */
export async function endDispute(
  work: Work<unknown>,
  { dispute, application }: { dispute: Dispute; application: Application },
  { outcome, explanation, correction, staffId }: Decision,
): Promise<void> {
  requireOpen(dispute);
  if (
    correction &&
    outcome === 'corrected' &&
    (await isWorseThanNow(work, application.id, correction.score))
  ) {
    throw new Refusal('applications.correction-worse', { field: 'score' });
  }
  dispute.state = outcome === 'withdrawn' || outcome === 'rescinded' ? outcome : 'decided';
  dispute.outcome = outcome;
  dispute.resolvedAt = work.now;
  dispute.resultDueAt = addBusinessDays(work.now, RESULT_BUSINESS_DAYS);
  if (staffId) dispute.decidedByAccountId = staffId;
  if (explanation) dispute.explanation = sealExplanation(work.portal, dispute.id, explanation);
  await work.em.flush();
  await work.audit({
    action: applicationsAudit.disputeDecided,
    about: dispute.accountId,
    object: { type: 'dispute', id: dispute.id },
    detail: { outcome },
  });
  await writeFacts(work, dispute.accountId, { open_score_dispute: await anotherIsOpen(work, dispute) });
  await noteScoreReview(work, dispute.accountId);
  if ((await findOpenCases(work, application.id)).length > 0) {
    // The person decides once the other case has ended too, based on the latest result from the agency.
    if (correction) {
      await followWith(work, await findNewest(work, application.id), dispute, correction, work.now);
    }
  } else if (
    dispute.openedAtStatus !== 'done' ||
    correction ||
    (await findHeld(work, application.id)) !== null
  ) {
    await proposeAgain(work, application, dispute, correction ?? null);
  } else await proposeWaiting(work, { applicationId: application.id });
  await work.publish(staffAlertSettled, { alertType: alertTypeOf(dispute.kind), eventId: dispute.id });
  await work.publish(scoreHoldChanged, { accountId: dispute.accountId });
  await tellPerson(work, dispute, outcome);
  if (outcome === 'corrected' || outcome === 'blocked') {
    await work.enqueue(tellCompaniesOfDispute, { disputeId: dispute.id });
  }
}

/**
 * When staff decided or lifted a block, the person was told at that time; a score that is waiting is announced by a
 * mail of its own.
 */
async function tellPerson(
  work: Work<unknown>,
  { id, kind }: Dispute,
  outcome: DisputeOutcome,
): Promise<void> {
  if (kind === 'error') await work.enqueue(sendDisputeMail, { disputeId: id, occasion: 'result' });
  else if (outcome === 'declined' || outcome === 'withdrawn') {
    await work.enqueue(sendBlockMail, { disputeId: id, occasion: outcome });
  }
}

/** Whether another case of the person is open. Call it after the end of this one was written. */
async function anotherIsOpen({ db }: Pick<Work, 'db'>, { accountId }: Dispute): Promise<boolean> {
  const found = await db
    .selectFrom('dispute')
    .select('id')
    .where('account_id', '=', accountId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The same score or the corrected one now waits for the person's decision. */
async function proposeAgain(
  work: Work<unknown>,
  application: Application,
  dispute: Dispute,
  correction: Correction | null,
): Promise<void> {
  const { accountId } = application;
  const held = await findNewest(work, application.id);
  const id = await followWith(work, held, dispute, correction, null);
  await writeFacts(work, accountId, { pending_score_change: true });
  await moveApplication(work, application, statusOf(dispute), `dispute ${dispute.outcome}`);
  if (application.money === 'returned') return endUnpaid(work, application);
  // The mail with a dispute's result itself asks the person to review the score.
  const changedMeanwhile = held.createdAt > dispute.receivedAt;
  if (dispute.kind === 'identity-theft' && (correction || changedMeanwhile)) {
    await work.enqueue(sendScoreReady, { scoreChangeId: id });
  }
}

/** Whether a corrected score is worse than the newest one of a check. No score at all is the worst. */
export async function isWorseThanNow(
  work: Pick<Work, 'db'>,
  applicationId: string,
  score: Grade,
): Promise<boolean> {
  return !(await listCorrections(work, applicationId)).includes(score);
}

/**
 * The scores that the correction of a dispute can give: the newest one of the check, and the better ones. It never makes
 * a score worse: such a result comes as a new one or as a monitoring update, which the person reviews on its own (D146).
 */
export async function listCorrections(work: Pick<Work, 'db'>, applicationId: string): Promise<Grade[]> {
  const { score: now } = await work.db
    .selectFrom('score_change')
    .select('score')
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return grades.slice(0, grades.indexOf(now) + 1);
}

const statusOf = ({ openedAtStatus }: Dispute) =>
  openedAtStatus === 'newrequiresapproval' ? openedAtStatus : 'monitorrequiresapproval';

/**
 * The newest score of a check, if a case holds it back so that the person was not asked to accept it; null otherwise.
 */
export async function findHeld(work: Pick<Work, 'em'>, applicationId: string): Promise<ScoreChange | null> {
  const newest = await findNewest(work, applicationId);
  return newest.state === 'disputed' ? newest : null;
}

const findNewest = ({ em }: Pick<Work, 'em'>, applicationId: string) =>
  em.findOneOrFail(ScoreChange, { applicationId }, { orderBy: { createdAt: 'desc' } });

/**
 * The next score of a check after a case.
 * @param heldAt since when another case holds it back; null if the person decides now
 * @returns its id
 */
async function followWith(
  work: Work<unknown>,
  before: ScoreChange,
  dispute: Dispute,
  correction: Correction | null,
  heldAt: Date | null,
): Promise<string> {
  const { accountId, applicationId, craOrderId } = before;
  const active = await findActiveScore(work, accountId);
  const findings = correction?.findings ?? readFindings(work, before.id, before.findings);
  const id = newId();
  work.em.create(ScoreChange, {
    id,
    applicationId,
    accountId,
    craOrderId,
    scoreChangeType: statusOf(dispute) === 'newrequiresapproval' ? 'new' : 'monitorupdate',
    score: correction?.score ?? before.score,
    previousScore: active?.score ?? null,
    findings: work.portal.keys.encrypt(JSON.stringify(findings), findingsAt(id)),
    reportKey: correction?.report.key ?? before.reportKey,
    reportHash: correction?.report.hash ?? before.reportHash,
    createdAt: work.now,
    state: heldAt ? 'disputed' : 'pending',
    decidedAt: heldAt,
  });
  await work.em.flush();
  return id;
}
