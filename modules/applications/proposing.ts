import { z } from 'zod';
import { writeFacts } from '#modules/identity/index.ts';
import {
  keepSealed,
  newId,
  type Portal,
  sealedColumn,
  sealedFiles,
  type Work,
} from '#modules/platform/index.ts';
import { acceptClean } from './clean-acceptance.ts';
import { type CraEvent, type Finding, finding } from './cra/port.ts';
import type { Application } from './entities/application.ts';
import { ScoreChange } from './entities/score.ts';
import { scorePending } from './events.ts';
import { sendScoreReady } from './jobs.ts';
import { findActiveScore } from './scores.ts';

/** A result becomes a score that waits for the person's decision. */

export interface StoredReport {
  key: string;
  /** SHA-256 of the PDF in hex. */
  hash: string;
}

const findingsAt = sealedColumn({ table: 'score_change', column: 'findings' });
sealedFiles({ table: 'score_change', column: 'report_key' });

/** Puts a report into the storage, encrypted; a second call overwrites the first. */
export async function keepReport(
  portal: Portal,
  idempotencyKey: string,
  pdf: Buffer,
  hash: string,
): Promise<StoredReport> {
  const key = `reports/${idempotencyKey.replace(':', '-')}/${hash.slice(0, 16)}.sealed`;
  await keepSealed(portal, key, pdf);
  return { key, hash };
}

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
  await writeFacts(work, application.accountId, { pending_score_change: true });
  await work.publish(scorePending, {
    accountId: application.accountId,
    applicationId: application.id,
    scoreChangeId: id,
  });
  if (await acceptClean(work, application, change)) return;
  await work.enqueue(sendScoreReady, { scoreChangeId: id });
}

export function readFindings(work: Pick<Work, 'portal'>, scoreChangeId: string, sealed: string): Finding[] {
  return z.array(finding).parse(JSON.parse(work.portal.keys.decrypt(sealed, findingsAt(scoreChangeId))));
}
