import { LockMode } from '@mikro-orm/postgresql';
import {
  anyOf,
  column,
  DAY,
  HOUR,
  type Portal,
  type Sweep,
  sql,
  staffAlertRaised,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { type CraEvent, type CraStatus, craPort } from '../cra/port.ts';
import { CraOrder } from '../entities/application.ts';
import { askAgency } from '../jobs.ts';
import { storeEvent } from './callbacks.ts';
import { noteAnswer } from './silence.ts';

/**
 * A callback can get lost, so the agency is asked about orders of which nothing was heard (D40). Staff are told of an
 * order for which the agency does not answer.
 */

/** How long nothing is heard of an order before the agency is asked, and how long until it is asked again. */
const ASKED_AFTER = 6 * HOUR;

/** How long the agency does not answer before staff are told. */
const ALERTED_AFTER = DAY;

const before = (now: Date, span: number) => new Date(now.getTime() - span);

const quietOrders = statement({
  name: 'applications.quiet-orders',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from cra_order
    where closed_at is null and (held_for is null or held_for <> 'same-ssn')
      and greatest(created_at, placed_at, asked_at) <= ${before(now, ASKED_AFTER)}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

const noteAsked = statement({
  name: 'applications.note-orders-asked',
  row: { id: column.uuid, placed: column.boolean },
  examples: [[[], new Date(0)]],
  sql: (ids: readonly string[], now: Date) => sql`
    update cra_order set asked_at = ${now}::timestamptz,
      unanswered_since = coalesce(unanswered_since, ${now}::timestamptz)
    where id = ${anyOf(ids)} and closed_at is null
    returning id, placed_at is not null as placed`,
});

/** Asks about placed orders. One that the agency has not accepted yet is only noted; its job keeps sending it. */
export const quietOrdersSweep: Sweep = {
  name: 'applications.quiet-orders',
  size: 200,
  keys: async (work, after, size) =>
    (await work.rows(quietOrders(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const noted = await work.rows(noteAsked(ids, work.now));
    for (const { id: orderId, placed } of noted) {
      if (placed) await work.enqueue(askAgency, { orderId }, { key: `ask-agency:${orderId}` });
    }
    return noted.length;
  },
};

const silentOrders = statement({
  name: 'applications.silent-orders',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select id::text as key from cra_order
    where closed_at is null and alerted_at is null
      and unanswered_since <= ${before(now, ALERTED_AFTER)}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

/** Tells staff of the orders for which the agency has not answered. */
export const silentOrdersSweep: Sweep = {
  name: 'applications.silent-orders',
  size: 200,
  keys: async (work, after, size) =>
    (await work.rows(silentOrders(work.now, after, size))).map(({ key }) => key),
  async run(work, ids) {
    const orders = await work.em.find(
      CraOrder,
      { id: { $in: [...ids] }, closedAt: null, alertedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    for (const order of orders)
      await alert(work, order, order.placedAt ? 'agency-silent' : 'agency-no-order');
    return orders.length;
  },
};

async function alert(work: Work<unknown>, order: CraOrder, reason: string): Promise<void> {
  const { account_id: accountId } = await work.db
    .selectFrom('application')
    .select('account_id')
    .where('id', '=', order.applicationId)
    .executeTakeFirstOrThrow();
  order.alertedAt = work.now;
  await work.publish(staffAlertRaised, {
    alertType: 'agency_silent',
    eventId: order.id,
    accountId,
    applicationId: order.applicationId,
    ...(order.profileNumber ? { profileNumber: order.profileNumber } : {}),
    reason,
  });
}

/**
 * Asks the agency how far an order is, or what it knows of a check that it monitors, and takes its newest event as if
 * it had come as a callback. An event that came before changes nothing.
 * @throws CraFailed, so that the job is tried again
 */
export async function askAboutOrder(portal: Portal, orderId: string): Promise<void> {
  const placed = await portal.db
    .selectFrom('cra_order')
    .select(['craid', 'profile_number'])
    .where('id', '=', orderId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('closed_at', 'is', null),
        exists(
          selectFrom('monitored_profile')
            .select('id')
            .where('cra_order_id', '=', orderId)
            .where('disabled_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!placed?.profile_number) return;
  const answer = await craPort.of(portal).status(placed.craid, placed.profile_number);
  await portal.work('applications.take-agency-answer', async (work) => {
    const order = await work.em.findOne(CraOrder, { id: orderId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!order) return;
    const told = ofOrder(answer.lastEvent, order);
    if (told) await storeEvent(work, told, JSON.stringify(told));
    if (order.closedAt) return;
    if (isExplained(answer.state, told)) await noteAnswer(work, order);
    else if (!order.alertedAt) await alert(work, order, 'agency-no-result');
  });
}

/** An event about another order is not taken. */
function ofOrder(event: CraEvent | null, order: CraOrder): CraEvent | null {
  if (!event || event.craid !== order.craid || event.idempotency_key !== order.idempotencyKey) return null;
  return event.profile_number === order.profileNumber ? event : null;
}

/** The agency may say that a check has ended without the event that tells how. Staff have to ask it then. */
function isExplained(state: CraStatus['state'], event: CraEvent | null): boolean {
  if (state === 'withdrawn') return false;
  if (state === 'completed' || state === 'clearidaction') return event?.type === state;
  return true;
}
