import { LockMode } from '@mikro-orm/postgresql';
import { type Portal, staffAlertSettled, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { craPort } from './cra/port.ts';
import { CraOrder } from './entities/application.ts';
import { confirmSsn, submitOrder } from './jobs.ts';
import { lockApplication } from './moving.ts';
import { Refusal } from './refusals.ts';

/** Orders that wait until staff have looked at the SSN (D49): another account has the same one, or the agency asks. */

/**
 * Lets a held order go on: to the agency, or with the answer that the agency asked for.
 * @throws Refusal not-found, applications.moved-on where it is not held any more
 */
export async function releaseOrder(work: Work<unknown>, orderId: string): Promise<void> {
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
  order.heldFor = null;
  if (heldFor === 'same-ssn') {
    order.state = 'queued';
    await work.enqueue(submitOrder, { orderId }, { key: `cra-order:${orderId}` });
  } else {
    order.state = 'placed';
    await work.enqueue(confirmSsn, { orderId });
  }
  await work.audit({
    action: applicationsAudit.ssnReviewed,
    about: application.accountId,
    object: { type: 'cra_order', id: orderId },
    detail: { held_for: heldFor },
  });
  await work.publish(staffAlertSettled, { alertType: 'application_ssn_verification', eventId: orderId });
}

/**
 * Tells the agency that the SSN was reviewed. The agency takes a second telling for the first.
 * @throws CraFailed, so that the job is tried again
 */
export async function tellSsnReviewed(portal: Portal, orderId: string): Promise<void> {
  const order = await portal.db
    .selectFrom('cra_order')
    .select(['craid', 'profile_number', 'closed_at'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order?.profile_number || order.closed_at) return;
  await craPort.of(portal).confirmSsn(order.craid, order.profile_number);
}
