import { writeFacts } from '#modules/identity/index.ts';
import { newId, type Work } from '#modules/platform/index.ts';
import type { CraEvent } from '../cra/port.ts';
import type { Application } from '../entities/application.ts';
import { ScoreChange } from '../entities/score.ts';
import { sendApplicationText, sendScoreReady } from '../jobs.ts';
import { findingsAt } from '../reports/findings.ts';
import type { StoredReport } from '../reports/stored.ts';
import { acceptClean } from './clean-acceptance.ts';
import { findActiveScore } from './scores.ts';

/** Records a result as a score that the person may accept, and tells the person by mail. A clean one may be accepted at once (D20). */
export async function proposeScore(
  work: Work<unknown>,
  application: Application,
  craOrderId: string,
  result: Extract<CraEvent, { type: 'completed' }>,
  report: StoredReport,
): Promise<void> {
  const id = newId();
  const active = await findActiveScore(work, application.accountId);
  const change = work.em.create(ScoreChange, {
    id,
    applicationId: application.id,
    accountId: application.accountId,
    craOrderId,
    scoreChangeType: 'new',
    score: result.score,
    previousScore: active?.score ?? null,
    findings: work.portal.keys.encrypt(JSON.stringify(result.findings), findingsAt(id)),
    reportKey: report.key,
    reportHash: report.hash,
    createdAt: work.now,
  });
  // The statements that accept a clean score refer to this row.
  await work.em.flush();
  await writeFacts(work, application.accountId, { pending_score_change: true });
  if (await acceptClean(work, application, change)) return;
  await work.enqueue(sendScoreReady, { scoreChangeId: id });
  await work.enqueue(sendApplicationText, { applicationId: application.id, kind: 'ready' });
}
