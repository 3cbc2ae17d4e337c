import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import {
  anyone,
  findHookBody,
  markHandled,
  operation,
  type Portal,
  sealedColumn,
  staffAlertRaised,
  staffAlertSettled,
  storeOnce,
  verifyHook,
  type Work,
} from '#modules/platform/index.ts';
import { recordProgress } from '../check-progress/index.ts';
import { type CraEvent, craEvent, craPort } from '../cra/port.ts';
import { takeDisputeEvent } from '../disputes/agency.ts';
import { takeBlockResult } from '../disputes/blocking-agency.ts';
import { type Application, CraOrder } from '../entities/application.ts';
import { applyCraEvent, sendApplicationAgain, sendApplicationText } from '../jobs.ts';
import { applicationsTimings } from '../limits.ts';
import { takeMonitoringEnd } from '../monitoring/ended-by-agency.ts';
import { takeMonitorUpdate } from '../monitoring/updates.ts';
import { Refusal } from '../refusals.ts';
import { keepReport, type StoredReport } from '../reports/stored.ts';
import { proposeScore } from '../score/proposing.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import { markPlaced } from './ordering.ts';

/** The CRA's callbacks: verified and stored once, then a job does what they ask (D40). */

const providerOf = (craid: string) => `cra-${craid}`;
const sealedAt = sealedColumn({
  table: 'hook_event',
  column: 'body',
  key: ['provider', 'event_id'],
  property: 'sealed',
});

/** Takes a callback to /hooks/cra. @throws Refusal callback-unsigned, invalid-input */
export const receiveCraCallback = operation({
  name: 'applications.receive-cra-callback',
  summary: 'A signed event from a consumer reporting agency.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** The body, byte for byte as it was received. */
    body: z.string().max(256 * 1024),
    /** The header cra-signature. */
    signature: z.string().max(1000).optional(),
  }),
  output: z.object({ received: z.boolean() }),
  async run(work, { body, signature }) {
    const signed = verifyHook({
      secrets: [work.portal.config.cra.webhookSecret],
      header: signature,
      body,
      now: work.now,
      tolerance: applicationsTimings['cra.callback-age'],
    });
    if (!signed) throw new Refusal('callback-unsigned');
    return { received: await storeEvent(work, parseEvent(body), body) };
  },
});

/**
 * Stores an event once, and has it handled.
 * @param body the event as JSON
 * @returns false if it came before
 */
export async function storeEvent(work: Work<unknown>, event: CraEvent, body: string): Promise<boolean> {
  const provider = providerOf(event.craid);
  const sealed = work.portal.keys.encrypt(body, sealedAt(provider, event.event_id));
  const stored = await storeOnce(work.db, {
    provider,
    eventId: event.event_id,
    body: { sealed },
    receivedAt: work.now,
  });
  if (stored) await work.enqueue(applyCraEvent, { provider, eventId: event.event_id });
  return stored;
}

function parseEvent(body: string): CraEvent {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new Refusal('invalid-input', { detail: 'callback is not JSON' });
  }
  const parsed = craEvent.safeParse(json);
  if (!parsed.success) throw new Refusal('invalid-input', { detail: 'callback of another shape' });
  return parsed.data;
}

const storedBody = z.object({ sealed: z.string() });

const bringsResult = new Set<CraEvent['type']>(['completed', 'monitorupdate', 'blockresult']);

/** Does what a stored callback asks for. A second run, or a callback for a closed order, changes nothing. */
export async function handleCraEvent(portal: Portal, provider: string, eventId: string): Promise<void> {
  const stored = storedBody.safeParse(await findHookBody(portal.db, provider, eventId));
  if (!stored.success) return;
  const event = parseEvent(portal.keys.decrypt(stored.data.sealed, sealedAt(provider, eventId)));
  const corrects = event.type === 'disputeresult' && event.outcome === 'corrected';
  const brings = corrects || bringsResult.has(event.type);
  const report = brings ? await fetchReport(portal, event) : null;
  await portal.work('applications.apply-cra-event', async (work) => {
    if (!(await markHandled(work.db, provider, eventId, work.now))) return;
    const order = await work.em.findOne(
      CraOrder,
      { idempotencyKey: event.idempotency_key, craid: event.craid },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!order) return;
    if (report) {
      if (event.type === 'monitorupdate') return takeMonitorUpdate(work, order, event, report);
      if (event.type === 'blockresult') return takeBlockResult(work, order, event, report);
    }
    if (event.type === 'disputeresult' || event.type === 'disputemessage') {
      return takeDisputeEvent(work, order, event, report);
    }
    if (event.type === 'monitoringended') return takeMonitoringEnd(work, order);
    if (order.closedAt) return;
    const application = await lockApplication(work, order.applicationId);
    await markPlaced(work, order, event.profile_number);
    await apply(work, order, application, event, report);
  });
}

/** The report is stored before the status moves, because nobody may be asked to approve a score without its report. */
async function fetchReport(portal: Portal, event: CraEvent): Promise<StoredReport> {
  const pdf = await craPort.of(portal).report(event.craid, event.profile_number);
  const hash = createHash('sha256').update(pdf).digest('hex');
  return keepReport(portal, event.idempotency_key, pdf, hash);
}

async function apply(
  work: Work<unknown>,
  order: CraOrder,
  application: Application,
  event: CraEvent,
  report: StoredReport | null,
): Promise<void> {
  if (event.type === 'ssnreview') return askForReview(work, order, application);
  if (event.type === 'clearidaction') return returnOrder(work, order, application);
  // Events may arrive out of order: a result also means that the CRA has begun.
  if (application.status === 'submitted') {
    if (order.heldFor) await settleReview(work, order);
    order.state = 'inprogress';
    order.heldFor = null;
    await moveApplication(work, application, 'inprogress', 'the agency works on it');
  }
  if (event.type === 'inprogress') return recordProgress(work, order, event);
  if (event.type !== 'completed' || application.status !== 'inprogress' || !report) return;
  order.state = 'completed';
  order.closedAt = work.now;
  await moveApplication(work, application, 'newrequiresapproval', 'the agency gave its result');
  await proposeScore(work, application, order.id, event, report);
}

async function askForReview(work: Work<unknown>, order: CraOrder, application: Application): Promise<void> {
  if (application.status !== 'submitted') return;
  order.state = 'held';
  order.heldFor = 'ssn-review';
  await work.publish(staffAlertRaised, {
    alertType: 'application_ssn_verification',
    eventId: order.id,
    accountId: application.accountId,
    applicationId: application.id,
    ...(order.profileNumber ? { profileNumber: order.profileNumber } : {}),
    reason: 'ssn-review',
  });
}

/** The agency continued without waiting for an answer by staff. */
function settleReview(work: Work<unknown>, order: CraOrder): Promise<void> {
  return work.publish(staffAlertSettled, { alertType: 'application_ssn_verification', eventId: order.id });
}

async function returnOrder(work: Work<unknown>, order: CraOrder, application: Application): Promise<void> {
  if (application.status !== 'submitted' && application.status !== 'inprogress') return;
  if (order.heldFor) await settleReview(work, order);
  order.state = 'returned';
  order.heldFor = null;
  order.closedAt = work.now;
  await moveApplication(work, application, 'clearidaction', 'the agency wants the ID images again');
  await work.enqueue(sendApplicationAgain, { applicationId: application.id, reason: 'agency-images' });
  await work.enqueue(sendApplicationText, { applicationId: application.id, kind: 'action' });
}
