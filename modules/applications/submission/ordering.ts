import { LockMode } from '@mikro-orm/postgresql';
import { getSsnForScreening } from '#modules/identity/index.ts';
import type { Portal, Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { type CraSubmission, craPort } from '../cra/port.ts';
import { CraOrder } from '../entities/application.ts';
import { submitOrder } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { aliasesOf, legalNamesFor } from '../score/legal-names.ts';
import { noteAnswer } from './silence.ts';
import { readSubmittedDetails } from './submitting.ts';

/**
 * Sends an order to the CRA. Safe to run again after any crash: the CRA recognizes the order by its idempotency key, and
 * an order that is already placed is not changed.
 * @throws CraFailed, so that the job is tried again
 */
export async function placeOrder(portal: Portal, orderId: string): Promise<void> {
  const submission = await portal.work('applications.prepare-order', (work) =>
    prepare(work, portal, orderId),
  );
  if (!submission) return;
  const { profileNumber } = await craPort.of(portal).submit(submission);
  await portal.work('applications.place-order', async (work) => {
    const order = await lockOrder(work, orderId);
    if (order.state !== 'queued') return;
    order.state = 'placed';
    await markPlaced(work, order, profileNumber);
  });
}

/** Notes that the CRA has the order: from its answer, or from a callback that arrived before the answer. */
export function markPlaced(work: Work<unknown>, order: CraOrder, profileNumber: string): Promise<void> {
  order.profileNumber ??= profileNumber;
  order.placedAt ??= work.now;
  return noteAnswer(work, order);
}

/**
 * Sends the order of an application to the CRA again, if the CRA does not have it yet: after its job failed for good.
 * @throws Refusal not-found if no order of the application waits to be sent
 */
export async function submitAgain(work: Work<unknown>, applicationId: string): Promise<void> {
  const order = await work.db
    .selectFrom('cra_order')
    .innerJoin('application', 'application.id', 'cra_order.application_id')
    .select(['cra_order.id', 'application.account_id'])
    .where('cra_order.application_id', '=', applicationId)
    .where('cra_order.state', '=', 'queued')
    // A held order waits for staff.
    .where('cra_order.held_for', 'is', null)
    .forUpdate('cra_order')
    .executeTakeFirst();
  if (!order) throw new Refusal('not-found', { detail: `waiting order of ${applicationId}` });
  await work.enqueue(submitOrder, { orderId: order.id }, { key: `cra-order:${order.id}` });
  await work.audit({
    action: applicationsAudit.orderSubmittedAgain,
    about: order.account_id,
    object: { type: 'application', id: applicationId },
  });
}

function lockOrder(work: Work<unknown>, orderId: string): Promise<CraOrder> {
  return work.em.findOneOrFail(CraOrder, { id: orderId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** What to send, or null if the order is no longer waiting to be placed. */
async function prepare(work: Work<unknown>, portal: Portal, orderId: string): Promise<CraSubmission | null> {
  const order = await work.db
    .selectFrom('cra_order')
    .innerJoin('application', 'application.id', 'cra_order.application_id')
    .innerJoin('screening_package as package', 'package.id', 'application.package_id')
    .select([
      'cra_order.application_id',
      'application.account_id',
      'cra_order.craid',
      'cra_order.idempotency_key',
      'package.crapackageid',
      'cra_order.state',
    ])
    .where('cra_order.id', '=', orderId)
    .executeTakeFirst();
  if (order?.state !== 'queued') return null;
  const details = await readSubmittedDetails(work, order.application_id);
  if (!details?.dateofbirth) throw new Error(`order ${orderId} has no submitted details`);
  const { address1, address2, city, state, postalcode } = details;
  const legal = await legalNamesFor(work, order.account_id, details);
  return {
    idempotencyKey: order.idempotency_key,
    craid: order.craid,
    product: order.crapackageid,
    subject: {
      firstname: legal.firstname,
      middlename: legal.middlename,
      lastname: legal.lastname,
      namesuffix: legal.namesuffix,
      aliases: aliasesOf(details, legal),
      dateofbirth: details.dateofbirth,
      ssn: await getSsnForScreening(work, order.account_id),
      address: { address1, address2, city, state, postalcode },
      previousAddresses: details.previous_addresses,
    },
    jurisdictions: details.jurisdictions,
    callbackUrl: `${portal.config.publicUrl}/hooks/cra`,
  };
}
