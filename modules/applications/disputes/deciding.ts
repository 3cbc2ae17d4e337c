import { writeFacts } from '#modules/identity/index.ts';
import type { Grade } from '#modules/platform/browser.ts';
import { addBusinessDays, newId, staffAlertSettled, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Finding } from '../cra/port.ts';
import type { Application } from '../entities/application.ts';
import { type Dispute, type DisputeOutcome, ScoreChange } from '../entities/score.ts';
import { scoreHoldChanged, scorePending } from '../events.ts';
import { findingsAt, readFindings } from '../findings.ts';
import { sendBlockMail, sendDisputeMail, sendScoreReady, tellCompaniesOfDispute } from '../jobs.ts';
import { proposeWaiting } from '../monitoring/updates.ts';
import { moveApplication } from '../moving.ts';
import { findActiveScore } from '../scores.ts';
import type { StoredReport } from '../stored-report.ts';
import { alertTypeOf, requireOpen } from './opening.ts';
import { sealExplanation } from './sealed.ts';

/** How a case ends: the report stays as it was, is corrected or blocked, or the person takes the case back (D46). */

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
  /** Told to the person; empty where they withdrew, or were told before. */
  explanation: string;
  /** With an outcome that changes the report. */
  correction?: Correction;
  /** Null where the agency or the person decided. */
  staffId: string | null;
}

/**
 * Ends a dispute once. A score that waited for the person waits again; an active one that was confirmed is shared again.
 * @param dispute locked, after its application
 * @throws Refusal applications.dispute-closed
 */
export async function endDispute(
  work: Work<unknown>,
  { dispute, application }: { dispute: Dispute; application: Application },
  { outcome, explanation, correction, staffId }: Decision,
): Promise<void> {
  requireOpen(dispute);
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
  if (dispute.openedAtStatus !== 'done' || correction) {
    await proposeAgain(work, application, dispute, correction ?? null);
  } else await proposeWaiting(work, { applicationId: application.id });
  await work.publish(staffAlertSettled, { alertType: alertTypeOf(dispute.kind), eventId: dispute.id });
  await work.publish(scoreHoldChanged, { accountId: dispute.accountId });
  await tellPerson(work, dispute, outcome);
  if (outcome === 'corrected' || outcome === 'blocked') {
    await work.enqueue(tellCompaniesOfDispute, { disputeId: dispute.id });
  }
}

/** Of a block that staff decided or took back, the person was told then: a score that waits has its own mail. */
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

async function anotherIsOpen({ db }: Pick<Work, 'db'>, { accountId, id }: Dispute): Promise<boolean> {
  const found = await db
    .selectFrom('dispute')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '!=', id)
    .where('resolved_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The same score, or the corrected one, waits for the person's decision. */
async function proposeAgain(
  work: Work<unknown>,
  application: Application,
  dispute: Dispute,
  correction: Correction | null,
): Promise<void> {
  const { accountId } = application;
  const disputed = await work.em.findOneOrFail(
    ScoreChange,
    { applicationId: application.id },
    { orderBy: { createdAt: 'desc' } },
  );
  const active = await findActiveScore(work, accountId);
  const status =
    dispute.openedAtStatus === 'newrequiresapproval' ? 'newrequiresapproval' : 'monitorrequiresapproval';
  const findings = correction?.findings ?? readFindings(work, disputed.id, disputed.findings);
  const id = newId();
  work.em.create(ScoreChange, {
    id,
    applicationId: application.id,
    accountId,
    craOrderId: disputed.craOrderId,
    scoreChangeType: status === 'newrequiresapproval' ? 'new' : 'monitorupdate',
    score: correction?.score ?? disputed.score,
    previousScore: active?.score ?? null,
    findings: work.portal.keys.encrypt(JSON.stringify(findings), findingsAt(id)),
    reportKey: correction?.report.key ?? disputed.reportKey,
    reportHash: correction?.report.hash ?? disputed.reportHash,
    createdAt: work.now,
  });
  await work.em.flush();
  await writeFacts(work, accountId, { pending_score_change: true });
  await moveApplication(work, application, status, `dispute ${dispute.outcome}`);
  await work.publish(scorePending, { accountId, applicationId: application.id, scoreChangeId: id });
  if (dispute.kind === 'identity-theft' && correction) {
    await work.enqueue(sendScoreReady, { scoreChangeId: id });
  }
}
