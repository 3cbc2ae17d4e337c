import type { Grade } from '#modules/platform/browser.ts';
import type { Caller, Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { forwardDispute } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { readFindings } from '../reports/findings.ts';
import { fetchCurrentReport } from './agency.ts';
import { type Correction, endDispute, isWorseThanNow } from './deciding.ts';
import { asEvidence, requireRoom, storeDocuments } from './documents.ts';
import { lockDispute, requireKind, requireOpen, requireOpenCase, tellOfMessage } from './opening.ts';
import { keepMessage } from './person.ts';
import { openTexts } from './sealed.ts';

/** What staff do with a dispute. */

/** A member of staff works on the dispute from now on. @throws Refusal not-found, applications.dispute-closed */
export async function takeDispute(work: Work<Caller>, disputeId: string): Promise<void> {
  const { dispute } = await lockDispute(work, disputeId);
  requireOpen(dispute);
  dispute.takenByAccountId = work.caller.accountId;
  dispute.takenAt = work.now;
  await work.audit({
    action: applicationsAudit.disputeTaken,
    about: dispute.accountId,
    object: { type: 'dispute', id: dispute.id },
  });
}

/** The same as staff said in their pipeline, for an open dispute. @param staffId null for nobody */
export async function noteDisputeTaker(
  { db, now }: Pick<Work<unknown>, 'db' | 'now'>,
  disputeId: string,
  staffId: string | null,
): Promise<void> {
  await db
    .updateTable('dispute')
    .set({ taken_by_account_id: staffId, taken_at: staffId === null ? null : now })
    .where('id', '=', disputeId)
    .where('resolved_at', 'is', null)
    .execute();
}

/**
 * Writes to the person, who is told by mail. The agency gets it too.
 * @param work outside a transaction, because the files are stored first
 * @throws Refusal not-found, applications.dispute-closed, and what `storeDocuments` throws
 */
export async function writeAsStaff(
  work: Work<Caller>,
  disputeId: string,
  { message, documents }: { message: string; documents: Parameters<typeof asEvidence>[0] },
): Promise<void> {
  await requireOpenCase(work, disputeId);
  await requireRoom(work, disputeId, documents.length);
  await storeDocuments(work, asEvidence(documents), async (inside, keep) => {
    const { dispute } = await lockDispute(inside, disputeId);
    requireOpen(dispute);
    const messageId = keepMessage(inside, dispute, 'staff', message);
    await keep(dispute, { author: 'staff', messageId });
    await tellOfMessage(inside, dispute);
    if (dispute.kind === 'error') await inside.enqueue(forwardDispute, { disputeId });
    await inside.audit({
      action: applicationsAudit.disputeAnswered,
      about: dispute.accountId,
      object: { type: 'dispute', id: dispute.id },
    });
  });
}

export interface StaffDecision {
  outcome: 'confirmed' | 'corrected';
  explanation: string;
  /** The agency's corrected score; the disputed searches then found nothing. */
  score?: Grade | undefined;
}

/**
 * Enters the agency's result. A correction needs a score, and takes over the agency's current report.
 * @param work outside a transaction, because the agency is asked first
 * @throws Refusal not-found, applications.dispute-closed, applications.corrected-score-needed,
 * applications.agency-silent, applications.correction-worse
 */
export async function decideDispute(
  work: Work<Caller>,
  disputeId: string,
  { outcome, explanation, score }: StaffDecision,
): Promise<void> {
  const correction = outcome === 'corrected' ? await makeCorrection(work, disputeId, score) : undefined;
  await work.apart(async (inside) => {
    const locked = await lockDispute(inside, disputeId);
    requireKind(locked.dispute, 'error');
    await endDispute(inside, locked, {
      outcome,
      explanation,
      ...(correction ? { correction } : {}),
      staffId: work.caller.accountId,
    });
  });
}

async function makeCorrection(
  work: Work<Caller>,
  disputeId: string,
  score: Grade | undefined,
): Promise<Correction> {
  if (!score) throw new Refusal('applications.corrected-score-needed', { field: 'score' });
  const row = await work.db
    .selectFrom('dispute')
    .innerJoin('score_change as change', 'change.id', 'dispute.score_change_id')
    .innerJoin('cra_order', 'cra_order.id', 'change.cra_order_id')
    .select([
      'dispute.id',
      'dispute.errortext',
      'dispute.items',
      'dispute.statement',
      'dispute.explanation',
      'dispute.resolved_at',
      'dispute.application_id',
      'cra_order.craid',
      'cra_order.profile_number',
      'cra_order.idempotency_key',
    ])
    .where('dispute.id', '=', disputeId)
    .where('dispute.kind', '=', 'error')
    .executeTakeFirst();
  if (!row?.profile_number) throw new Refusal('not-found', { detail: `dispute ${disputeId}` });
  if (row.resolved_at) throw new Refusal('applications.dispute-closed');
  if (await isWorseThanNow(work, row.application_id, score)) {
    throw new Refusal('applications.correction-worse', { field: 'score' });
  }
  const { items } = openTexts(work.portal, {
    ...row,
    items: row.items ?? null,
    statement: row.statement ?? null,
    explanation: row.explanation ?? null,
  });
  // A block may have changed the report since then.
  const newest = await work.db
    .selectFrom('score_change')
    .select(['id', 'findings'])
    .where('application_id', '=', row.application_id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const findings = readFindings(work, newest.id, newest.findings).map((finding) =>
    finding.clear || (items.length > 0 && !items.includes(finding.search))
      ? finding
      : { ...finding, result: 'Corrected: no records', clear: true, records: [] },
  );
  const report = await fetchCurrentReport(work.portal, {
    craid: row.craid,
    profileNumber: row.profile_number,
    idempotencyKey: row.idempotency_key,
  });
  return { score, findings, report };
}

/**
 * The open dispute of a score that a person was asked to accept, and the score before it.
 * @throws Refusal not-found, including for another person's; applications.no-open-dispute
 */
export async function findDisputedChange(
  work: Pick<Work, 'db'>,
  accountId: string,
  scoreChangeId: string,
): Promise<{ disputeId: string; previousScore: Grade | null }> {
  const found = await work.db
    .selectFrom('score_change as change')
    .leftJoin('dispute', (join) =>
      join
        .onRef('dispute.score_change_id', '=', 'change.id')
        .on('dispute.resolved_at', 'is', null)
        .on('dispute.kind', '=', 'error'),
    )
    .select(['dispute.id', 'change.previous_score'])
    .where('change.id', '=', scoreChangeId)
    .where('change.account_id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `score change ${scoreChangeId}` });
  if (!found.id) throw new Refusal('applications.no-open-dispute');
  return { disputeId: found.id, previousScore: found.previous_score ?? null };
}
