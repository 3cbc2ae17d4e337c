import type { Portal, Work } from '#modules/platform/index.ts';
import { type CraEvent, craPort } from '../cra/port.ts';
import type { CraOrder } from '../entities/application.ts';
import { Dispute } from '../entities/score.ts';
import type { StoredReport } from '../reports/stored.ts';
import { findActiveScore } from '../score/scores.ts';
import { endDispute, findHeld, isWorseThanNow } from './deciding.ts';
import { readDocumentBodies } from './documents.ts';
import { lockDispute } from './opening.ts';
import { openTexts } from './sealed.ts';

/** The agency's part in a block: it is told what to block or unblock, and delivers its result again. */

/**
 * Tells the agency what is blocked, or no longer blocked. If told again, the agency recognizes the block by its id.
 * @throws CraFailed, so that the job is tried again
 */
export async function carryBlock(portal: Portal, disputeId: string): Promise<void> {
  const found = await portal.db
    .selectFrom('dispute')
    .innerJoin('score_change as change', 'change.id', 'dispute.score_change_id')
    .innerJoin('cra_order', 'cra_order.id', 'change.cra_order_id')
    .selectAll('dispute')
    .select(['cra_order.craid', 'cra_order.profile_number'])
    .where('dispute.id', '=', disputeId)
    .where('dispute.state', 'in', ['blocked', 'lifting'])
    .executeTakeFirst();
  if (!found?.profile_number) return;
  const { items, errortext } = openTexts(portal, {
    ...found,
    items: found.items ?? null,
    statement: found.statement ?? null,
    explanation: found.explanation ?? null,
  });
  const blocked = found.state === 'blocked';
  const agency = craPort.of(portal);
  if (blocked) {
    for (const document of await readDocumentBodies(portal, disputeId)) {
      await agency.document(found.craid, found.profile_number, { ...document, caseId: disputeId });
    }
  }
  await agency.block(found.craid, found.profile_number, {
    blockId: disputeId,
    blocked,
    items,
    text: errortext,
    dueAt: found.due_at,
  });
  await portal.work('applications.note-block-forwarded', ({ db, now }) =>
    db
      .updateTable('dispute')
      .set({ forwarded_at: now })
      .where('id', '=', disputeId)
      .where('state', '=', found.state)
      .execute(),
  );
}

/**
 * The agency's result with or without the blocked items: a score that the person has to accept. Nothing changes for a
 * block of another check, or one for which no result is awaited.
 * @param report the current one
 */
export async function takeBlockResult(
  work: Work<unknown>,
  order: CraOrder,
  event: Extract<CraEvent, { type: 'blockresult' }>,
  report: StoredReport,
): Promise<void> {
  const known = await work.em.findOne(Dispute, { id: event.block_id, applicationId: order.applicationId });
  if (!known) return;
  const locked = await lockDispute(work, known.id);
  const { dispute } = locked;
  if (dispute.state !== (event.blocked ? 'blocked' : 'lifting')) return;
  if (event.blocked && (await isWorseThanNow(work, order.applicationId, event.score))) {
    // What is left out can't make a score worse. The case stays open, and is overdue for staff if nothing else comes.
    work.log.error({ dispute: dispute.id }, 'the agency blocked results and gave a worse score');
    return;
  }
  const active = await findActiveScore(work, dispute.accountId);
  // If a block was lifted before the agency made it, the score that the person has accepted stays.
  const isSame =
    !event.blocked &&
    dispute.openedAtStatus === 'done' &&
    active?.score === event.score &&
    (await findHeld(work, order.applicationId)) === null;
  await endDispute(work, locked, {
    outcome: event.blocked ? 'blocked' : 'rescinded',
    explanation: '',
    ...(isSame ? {} : { correction: { score: event.score, findings: event.findings, report } }),
    staffId: null,
  });
}
