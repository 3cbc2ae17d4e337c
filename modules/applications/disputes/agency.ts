import { createHash } from 'node:crypto';
import { newId, type Portal, type Work } from '#modules/platform/index.ts';
import { type CraEvent, CraFailed, craPort } from '../cra/port.ts';
import type { CraOrder } from '../entities/application.ts';
import { Dispute, DisputeMessage } from '../entities/score.ts';
import { Refusal } from '../refusals.ts';
import { keepReport, type StoredReport } from '../reports/stored.ts';
import { endDispute, isWorseThanNow } from './deciding.ts';
import { readDocumentBodies } from './documents.ts';
import { lockDispute, tellOfMessage } from './opening.ts';
import { openMessage, openTexts, sealMessage } from './sealed.ts';

/** The agency's part in a dispute: it is told what the person says, asks questions, and gives its result. */

/**
 * Tells the agency of a dispute, with everything that was written so far. If told again, the agency recognizes the
 * dispute by its id.
 * @throws CraFailed, so that the job is tried again
 */
export async function carryDispute(portal: Portal, disputeId: string): Promise<void> {
  const found = await portal.db
    .selectFrom('dispute')
    .innerJoin('score_change as change', 'change.id', 'dispute.score_change_id')
    .innerJoin('cra_order', 'cra_order.id', 'change.cra_order_id')
    .select([
      'dispute.id',
      'dispute.errortext',
      'dispute.items',
      'dispute.statement',
      'dispute.explanation',
      'dispute.due_at',
      'dispute.resolved_at',
      'cra_order.craid',
      'cra_order.profile_number',
    ])
    .where('dispute.id', '=', disputeId)
    .where('dispute.kind', '=', 'error')
    .executeTakeFirst();
  if (!found?.profile_number || found.resolved_at) return;
  const messages = await portal.db
    .selectFrom('dispute_message')
    .select(['id', 'author', 'body', 'written_at'])
    .where('dispute_id', '=', disputeId)
    .where('author', '!=', 'agency')
    .orderBy('written_at')
    .execute();
  const { errortext, items } = openTexts(portal, found);
  await craPort.of(portal).dispute(found.craid, found.profile_number, {
    disputeId,
    text: errortext,
    items,
    dueAt: found.due_at,
    messages: messages.map(({ id, author, body, written_at }) => ({
      author,
      text: openMessage(portal, id, body),
      writtenAt: written_at,
    })),
  });
  for (const document of await readDocumentBodies(portal, disputeId)) {
    await craPort.of(portal).document(found.craid, found.profile_number, { ...document, caseId: disputeId });
  }
  await portal.work('applications.note-forwarded', ({ db, now }) =>
    db
      .updateTable('dispute')
      .set({ state: 'forwarded', forwarded_at: now })
      .where('id', '=', disputeId)
      .where('resolved_at', 'is', null)
      .execute(),
  );
}

type DisputeEvent = Extract<CraEvent, { type: 'disputeresult' | 'disputemessage' }>;

/**
 * Handles what the agency says about a dispute of this order. Nothing changes for a dispute about another check, or one
 * that is already decided.
 * @param report the corrected report; null unless the result corrects it
 */
export async function takeDisputeEvent(
  work: Work<unknown>,
  order: CraOrder,
  event: DisputeEvent,
  report: StoredReport | null,
): Promise<void> {
  const known = await work.em.findOne(Dispute, { id: event.dispute_id, applicationId: order.applicationId });
  if (!known) return;
  const locked = await lockDispute(work, known.id);
  const { dispute } = locked;
  if (dispute.resolvedAt) return;
  if (event.type === 'disputemessage') return keepAgencyMessage(work, dispute, event.text);
  if (dispute.kind !== 'error') return;
  const { outcome, explanation, score, findings } = event;
  const correction = report && score && findings ? { score, findings, report } : undefined;
  if (outcome === 'corrected' && !correction) return;
  if (correction && (await isWorseThanNow(work, dispute.applicationId, correction.score))) {
    // Staff read the agency's words in the dispute, and decide it.
    work.log.error({ dispute: dispute.id }, 'the agency corrected a score to a worse one');
    return keepAgencyMessage(work, dispute, explanation);
  }
  await endDispute(work, locked, {
    outcome,
    explanation,
    ...(correction ? { correction } : {}),
    staffId: null,
  });
}

async function keepAgencyMessage(work: Work<unknown>, dispute: Dispute, text: string): Promise<void> {
  const id = newId();
  work.em.create(DisputeMessage, {
    id,
    disputeId: dispute.id,
    accountId: dispute.accountId,
    author: 'agency',
    body: sealMessage(work.portal, id, text),
    writtenAt: work.now,
  });
  await tellOfMessage(work, dispute);
}

/** The agency's report as it is now. @throws Refusal applications.agency-silent */
export async function fetchCurrentReport(
  portal: Portal,
  { craid, profileNumber, idempotencyKey }: { craid: string; profileNumber: string; idempotencyKey: string },
): Promise<StoredReport> {
  try {
    const pdf = await craPort.of(portal).report(craid, profileNumber);
    return await keepReport(portal, idempotencyKey, pdf, createHash('sha256').update(pdf).digest('hex'));
  } catch (error) {
    if (error instanceof CraFailed)
      throw new Refusal('applications.agency-silent', { detail: error.message });
    throw error;
  }
}
