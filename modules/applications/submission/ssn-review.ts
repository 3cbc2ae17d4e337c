import { LockMode } from '@mikro-orm/postgresql';
import {
  openForPeople,
  type Portal,
  sealForPerson,
  staffAlertSettled,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { craPort } from '../cra/port.ts';
import { type Application, CraOrder } from '../entities/application.ts';
import { answerSsnReview, sendApplicationAgain, submitOrder } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import type { StepKey } from '../steps/steps.ts';
import { noteAnswer } from './silence.ts';

/**
 * Orders that wait until staff have looked at the SSN (D49), because another account has the same one or the agency
 * asks for it.
 */

type HeldFor = NonNullable<CraOrder['heldFor']>;

/** @throws Refusal not-found, applications.moved-on if the order is no longer held */
async function lockHeld(
  work: Work<unknown>,
  orderId: string,
): Promise<{ order: CraOrder; application: Application; heldFor: HeldFor }> {
  const order = await work.em.findOne(
    CraOrder,
    { id: orderId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!order) throw new Refusal('not-found', { detail: `order ${orderId}` });
  const { heldFor } = order;
  const application = await lockApplication(work, order.applicationId);
  if (order.state !== 'held' || !heldFor || application.status !== 'submitted') {
    throw new Refusal('applications.moved-on', { detail: `order ${orderId} is ${order.state}` });
  }
  return { order, application, heldFor };
}

/**
 * Lets a held order continue: it goes to the agency, or the agency gets the answer that it asked for.
 * @throws Refusal not-found, applications.moved-on if it is no longer held
 */
export async function releaseOrder(work: Work<unknown>, orderId: string): Promise<void> {
  const { order, application, heldFor } = await lockHeld(work, orderId);
  order.heldFor = null;
  if (heldFor === 'same-ssn') {
    order.state = 'queued';
    await work.enqueue(submitOrder, { orderId }, { key: `cra-order:${orderId}` });
  } else {
    order.state = 'placed';
    await work.enqueue(answerSsnReview, { orderId });
  }
  await work.audit({
    action: applicationsAudit.ssnReviewed,
    about: application.accountId,
    object: { type: 'cra_order', id: orderId },
    detail: { held_for: heldFor },
  });
  await settle(work, orderId);
}

const settle = (work: Work<unknown>, orderId: string) =>
  work.publish(staffAlertSettled, { alertType: 'application_ssn_verification', eventId: orderId });

/** The steps that the person has to answer again: the one with the SSN, and the submission. */
const reopened: readonly StepKey[] = ['name', 'submit'];

/**
 * Returns an application with a held order to the person, who corrects it and submits it again. What was signed
 * electronically stays signed; what was printed with the old details has to be signed again.
 * @param correction what the person has to correct, which they are told by mail
 * @throws Refusal not-found, applications.moved-on if it is no longer held
 */
export async function returnOrderToPerson(
  work: Work<unknown>,
  orderId: string,
  correction: string,
): Promise<void> {
  const { order, application, heldFor } = await lockHeld(work, orderId);
  const { portal, now } = work;
  const { accountId, id: applicationId } = application;
  await noteAnswer(work, order);
  order.state = 'returned';
  order.heldFor = null;
  order.closedAt = now;
  order.correctionSealed = await sealForPerson(
    work.db,
    portal.keys,
    accountId,
    correction,
    correctionAad(orderId),
    now,
  );
  await work.db
    .deleteFrom('application_step')
    .where('application_id', '=', applicationId)
    .where('step_key', 'in', reopened)
    .execute();
  if (application.signatureChoice === 'paper') application.signatureChoice = null;
  await moveApplication(work, application, 'waituser', 'the SSN review failed');
  await work.audit({
    action: applicationsAudit.ssnReturned,
    about: accountId,
    object: { type: 'cra_order', id: orderId },
    detail: { held_for: heldFor },
  });
  await settle(work, orderId);
  if (heldFor === 'ssn-review') await work.enqueue(answerSsnReview, { orderId });
  await work.enqueue(sendApplicationAgain, { applicationId, reason: 'ssn-correction' });
}

/** Binds the words to their order. */
export const correctionAad = (orderId: string) => `cra_order.correction:${orderId}`;

/**
 * What the person has to correct before they submit again.
 * @returns null if nothing was sent back since the last submission, or if the person is erased
 */
export async function readCorrection(
  work: Pick<Work, 'db' | 'portal'>,
  applicationId: string,
): Promise<string | null> {
  const newest = await work.db
    .selectFrom('cra_order')
    .innerJoin('application', 'application.id', 'cra_order.application_id')
    .select(['cra_order.id', 'cra_order.correction_sealed as sealed', 'application.account_id as personId'])
    .where('application.id', '=', applicationId)
    .where('application.status', 'in', ['waituser', 'waitmanual'])
    .orderBy('cra_order.attempt', 'desc')
    .executeTakeFirst();
  if (!newest?.sealed) return null;
  const { id, sealed, personId } = newest;
  const texts = await openForPeople(work.db, work.portal.keys, [
    { id, personId, sealed, aad: correctionAad(id) },
  ]);
  return texts.get(id) ?? null;
}

/**
 * Tells the agency what staff decided about the SSN. Telling the agency a second time changes nothing.
 * @throws CraFailed, so that the job is tried again
 */
export async function tellSsnReviewed(portal: Portal, orderId: string): Promise<void> {
  const order = await portal.db
    .selectFrom('cra_order')
    .select(['craid', 'profile_number', 'closed_at', 'correction_sealed'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order?.profile_number) return;
  const returned = order.correction_sealed !== null;
  if (order.closed_at && !returned) return;
  await craPort.of(portal).answerSsnReview(order.craid, order.profile_number, !returned);
}
