import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  assignPipelineAlert,
  closeAlerts,
  countMyWork,
  decideOnRefund,
  getDesk,
  getLastChanges,
  getNextAlert,
  getReviewGoals,
  listPipelineAlerts,
  saveReviewGoals,
  submitRefund,
} from '#modules/admin/index.ts';
import {
  addBusinessHours,
  DAY,
  listAudit,
  type StaffAlert,
  sql,
  staffAlertRaised,
} from '#modules/platform/index.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import { buyByCard, openShop } from '#test/factories/shop.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { rowsOf } from '#test/sql.ts';

/** The first page of the console, and the goals of what waits. */
const { portal } = await openShop();
const zone = 'America/Chicago';
const tom = await newStaff(portal, { firstname: 'Tom', lastname: 'Okafor' });
const marisol = await newStaff(portal, { firstname: 'Marisol', lastname: 'Vega' });
const person = await newPerson(portal, { lastname: 'Herrera' });

async function raise(about: Partial<StaffAlert> = {}): Promise<StaffAlert> {
  const alert: StaffAlert = {
    alertType: 'idverification',
    eventId: randomUUID(),
    accountId: person.accountId,
    reason: 'id-glare-back',
    ...about,
  };
  await portal.work('test.raise', (work) => work.publish(staffAlertRaised, alert));
  return alert;
}

test('what has no deadline by law gets a goal in business hours, which moves when staff change the goals', async () => {
  const visitor = await signIn(portal, tom);
  const raisedAt = portal.clock.now();
  const [review, dispute] = [
    await raise(),
    await raise({ alertType: 'dispute', reason: 'received', dueAt: new Date(raisedAt.getTime() + DAY) }),
  ];
  const find = async ({ eventId }: StaffAlert) =>
    (await visitor.perform(listPipelineAlerts, { rows: 100 })).pipelinedata.find(
      ({ event_id }) => event_id === eventId,
    );
  const minuteOf = (at: Date | null | undefined) => at?.toISOString().slice(0, 16);
  expect(await find(review)).toMatchObject({ due_by_goal: true });
  expect(minuteOf((await find(review))?.due_at)).toBe(minuteOf(addBusinessHours(raisedAt, 4, zone)));
  expect(await find(dispute)).toMatchObject({ due_by_goal: false, due_at: dispute.dueAt });

  portal.clock.advance(60_000);
  await raise(review);
  expect(minuteOf((await find(review))?.due_at)).toBe(minuteOf(addBusinessHours(raisedAt, 4, zone)));

  const { goals, seen } = await visitor.perform(getReviewGoals, {});
  await visitor.perform(saveReviewGoals, { ...goals, idverification: '16', seen });
  expect(minuteOf((await find(review))?.due_at)).toBe(minuteOf(addBusinessHours(raisedAt, 16, zone)));
  expect(await find(dispute)).toMatchObject({ due_at: dispute.dueAt });
  const late = visitor.perform(saveReviewGoals, { ...goals, seen });
  expect((await refusalOf(late)).code).toBe('admin.changed-meanwhile');
  const { entries } = await listAudit(portal.db, portal.keys, { action: 'admin.review-goals-saved' });
  expect(entries.map(({ detail }) => detail)).toEqual([{ values: { idverification: '4 → 16' } }]);
  const { changes } = await visitor.perform(getLastChanges, { of: 'portal' });
  expect(changes.goals?.by).toBe('Tom Okafor');
});

test('a refund above the limit waits for another admin, in the queue and on the first page, until it is decided', async () => {
  await setRefundLimit(portal, 10);
  const buyer = await buyByCard(portal, await newPerson(portal));
  const [mine, other] = [await signIn(portal, tom), await signIn(portal, marisol)];
  await mine.perform(submitRefund, {
    applicationid: buyer.applicationId,
    refundamount: '25',
    cancel_application: 'NO',
    note: 'Half the work was done',
  });
  const { pipelinedata } = await other.perform(listPipelineAlerts, { type: 'refund' });
  expect(pipelinedata).toMatchObject([
    {
      userid: buyer.accountId,
      reason: 'second-admin',
      refund_amount: 2500,
      refund_requested_by: 'Tom Okafor',
    },
  ]);
  expect((await other.perform(getDesk, {})).refunds).toMatchObject([
    { amount: 2500, requested_by: 'Tom Okafor', own: false },
  ]);
  const own = await mine.perform(getDesk, {});
  expect(own.refunds).toMatchObject([{ own: true }]);
  // Another admin decides, so it is not what its issuer has to do first, nor once it is assigned to them.
  expect(own.first?.event_id).not.toBe(pipelinedata[0]?.event_id);
  expect(own.counts.some(({ alert_type }) => alert_type === 'refund')).toBe(true);
  expect(await other.perform(countMyWork, {})).toMatchObject({ refunds: 1 });
  expect(await mine.perform(countMyWork, {})).toMatchObject({ refunds: 0 });
  const waiting = pipelinedata[0]?.id;
  await raise({ alertType: 'refund', reason: 'second-admin' });
  const { pipelinedata: both } = await other.perform(listPipelineAlerts, { type: 'refund' });
  const alertid = both.find(({ id }) => id !== waiting)?.id ?? '';
  expect((await other.perform(getNextAlert, { alertid })).alert?.id).toBe(waiting);
  expect(await mine.perform(getNextAlert, { alertid })).toEqual({ alert: null, left: 0 });
  await other.perform(closeAlerts, { alertids: [alertid], note: 'A test of the queue' });
  const refundid = pipelinedata[0]?.event_id ?? '';
  await other.perform(decideOnRefund, { refundid, approve: 'NO', note: 'Looked at the order' });
  expect((await other.perform(listPipelineAlerts, { type: 'refund' })).pipelinedata).toEqual([]);
  expect((await other.perform(getDesk, {})).refunds).toEqual([]);
});

test('the first page begins with what is due first, of everybody or of whoever looks', async () => {
  const visitor = await signIn(portal, marisol);
  const now = portal.clock.now().getTime();
  const late = await raise({
    alertType: 'privacy_request',
    reason: 'export',
    dueAt: new Date(now - 400 * DAY),
  });
  const own = await raise({ alertType: 'dispute', reason: 'received', dueAt: new Date(now + 2 * DAY) });
  const { pipelinedata } = await visitor.perform(listPipelineAlerts, { rows: 100 });
  const alertid = pipelinedata.find(({ event_id }) => event_id === own.eventId)?.id ?? '';
  await visitor.perform(assignPipelineAlert, { alertid, assignee: marisol.accountId, seen: '' });
  const everyone = await visitor.perform(getDesk, {});
  expect(everyone.first?.event_id).toBe(late.eventId);
  expect(everyone.mine.map(({ event_id }) => event_id)).toEqual([own.eventId]);
  expect(everyone.counts.find(({ alert_type }) => alert_type === 'privacy_request')).toMatchObject({
    open: 1,
    overdue: 1,
    week: 0,
    mine: 0,
  });
  const mine = await visitor.perform(getDesk, { who: 'mine' });
  expect(mine.first?.event_id).toBe(own.eventId);
  expect(mine.counts).toMatchObject([{ alert_type: 'dispute', open: 1, week: 1, mine: 1 }]);
  expect(await visitor.perform(countMyWork, {})).toMatchObject({ mine: 1, disputes: 1, requests: 0 });
});

test('a service does not answer while its jobs fail again and again, and jobs that gave up are counted by name', async () => {
  const visitor = await signIn(portal, tom);
  const add = async (name: string, attempts: number, error: string) => {
    const [job] = await rowsOf(
      portal,
      sql<{ id: number }>`select id from graphile_worker.add_job(${name}, run_at => now() + interval '1 day',
        max_attempts => 3)`,
    );
    await rowsOf(
      portal,
      sql`update graphile_worker._private_jobs set attempts = ${attempts}::int, last_error = ${error}
        where id = ${job?.id ?? 0}`,
    );
  };
  await add('identity.send-code-text', 1, 'a hiccup');
  const services = async () =>
    new Map((await visitor.perform(getDesk, {})).services.map((each) => [each.service, each.waiting]));
  expect((await services()).get('texts')).toBe(0);
  await add('identity.send-code-text', 2, 'connect ECONNREFUSED');
  await add('network.send-bulk', 2, 'not an outside service');
  expect(Object.fromEntries(await services())).toEqual({
    mail: 0,
    texts: 1,
    agency: 0,
    verification: 0,
    payments: 0,
    addresses: 0,
    storage: 0,
  });
  const addresses = async () =>
    (await visitor.perform(getDesk, {})).services.find(({ service }) => service === 'addresses')?.since;
  expect(await addresses()).toBeNull();
  const since = portal.clock.now();
  await rowsOf(
    portal,
    sql`insert into provider_state (provider, open_since, next_try_at) values ('addresses', ${since}, ${since})`,
  );
  expect(await addresses()).toEqual(since);
  await add('network.send-bulk', 3, 'gave up');
  await add('network.send-bulk', 3, 'gave up');
  expect((await visitor.perform(getDesk, {})).failed).toMatchObject([
    { name: 'network.send-bulk', count: 2 },
  ]);
});

test('the volume is that of today, beside the same day of the week before', async () => {
  const before = (await (await signIn(portal, tom)).perform(getDesk, {})).volume.today;
  await buyByCard(portal, await newPerson(portal));
  const { today } = (await (await signIn(portal, tom)).perform(getDesk, {})).volume;
  expect(today).toMatchObject({
    registered: before.registered + 1,
    checks: before.checks + 1,
    charged: before.charged + 7900,
  });
  portal.clock.advance(7 * DAY);
  const { volume } = await (await signIn(portal, tom)).perform(getDesk, {});
  expect(volume.today).toMatchObject({ registered: 0, checks: 0, charged: 0 });
  expect(volume.week_before).toEqual(today);
});
