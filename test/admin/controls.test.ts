import { beforeEach, expect, test } from 'vitest';
import {
  decideControlChange,
  decideOnRefund,
  dueControlsSweep,
  getControls,
  getRefund,
  listRefunds,
  requestControlChange,
  submitRefund,
} from '#modules/admin/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { getSetting, HOUR, listAudit, newId, runSweep } from '#modules/platform/index.ts';
import { refundApproval } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson, newStaff, type Registered, signIn } from '#test/factories/people.ts';
import { buyByCard, openShop } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

/** D145: one admin alone changes no control of money and access. */
const shop = await openShop();
const { portal } = shop;
const limit = () => getSetting(portal.db, refundApproval);
const reason = 'Larger packages are sold now';

const ask = ({ visitor }: Registered, value: string, control = 'refund-limit' as const) =>
  visitor.perform(requestControlChange, { control, value, reason });

async function waitingFor({ visitor }: Registered) {
  const { controls } = await visitor.perform(getControls, {});
  return controls.find(({ control }) => control === 'refund-limit')?.waiting;
}

const decide = async (by: Registered, approve: 'YES' | 'NO') => {
  const waiting = await waitingFor(by);
  return by.visitor.perform(decideControlChange, {
    changeid: waiting?.id ?? newId(),
    approve,
    note: 'Looked at the numbers',
  });
};

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => ({ code: 'done', text: '' }),
    ({ code, text }: { code: string; text: string }) => ({ code, text }),
  );

const subjectsTo = async (to: string) =>
  (await listOutbox(portal.db, { to })).map(({ subject }) => subject ?? '').reverse();

/** Each test begins with no change that waits, and with all mails sent. */
beforeEach(async () => {
  const staff = await newStaff(portal);
  if (await waitingFor(staff)) await decide(staff, 'NO');
  await portal.runJobs();
});

test('with a single admin a change takes effect after 24 hours, and all are told before and after', async () => {
  await portal.pool.query(`update account set active = false where role = 'ADMIN'`);
  const alone = await newStaff(portal);
  const { support_email: support } = await brandForHost(portal, null);
  const before = await limit();
  const toldBefore = (await subjectsTo(support)).length;
  expect(await ask(alone, '500')).toEqual({ waits_for: 'time' });
  await portal.runJobs();
  expect((await refusalOf(decide(alone, 'YES'))).code).toBe('admin.control-own');
  const soon = 'Second admin for refunds above will change in 24 hours';
  const changed = 'Second admin for refunds above has changed';
  const told = async () => [
    await subjectsTo(alone.emailaddress),
    (await subjectsTo(support)).slice(toldBefore),
  ];
  expect(await told()).toEqual([[soon], [soon]]);
  portal.clock.advance(24 * HOUR - 60_000);
  await runSweep(portal, dueControlsSweep);
  expect(await limit()).toBe(before);
  portal.clock.advance(60_000);
  await runSweep(portal, dueControlsSweep);
  await runSweep(portal, dueControlsSweep);
  await portal.runJobs();
  expect(await limit()).toBe(50_000);
  expect(await told()).toEqual([
    [soon, changed],
    [soon, changed],
  ]);
  const visitor = await signIn(portal, alone);
  expect(await ask({ ...alone, visitor }, '100')).toEqual({ waits_for: 'time' });
  await decide({ ...alone, visitor }, 'NO');
  portal.clock.advance(25 * HOUR);
  await runSweep(portal, dueControlsSweep);
  expect(await limit()).toBe(50_000);
});

test('a change waits for another admin, who reads who asked and why, and is told by mail', async () => {
  const [first, second] = [await newStaff(portal, { firstname: 'Ada' }), await newStaff(portal)];
  const before = await limit();
  expect(await ask(first, '750.50')).toEqual({ waits_for: 'admin' });
  await portal.runJobs();
  expect(await limit()).toBe(before);
  expect(await subjectsTo(second.emailaddress)).toEqual([
    'A change of “Second admin for refunds above” is waiting for a second admin',
  ]);
  expect(await subjectsTo(first.emailaddress)).toEqual([]);
  expect(await waitingFor(second)).toMatchObject({
    words: '$750.50',
    reason,
    own: false,
    effective_dts: null,
  });
  shows('control.waits', (await refusalOf(ask(second, '20'))).text);
  const own = await refusalOf(decide(first, 'YES'));
  shows('control.own', own.text);
  expect([own.code, await limit()]).toEqual(['admin.control-own', before]);
  // However long it waits, it takes no effect by itself.
  const changeid = (await waitingFor(second))?.id ?? '';
  await decide(second, 'YES');
  await portal.runJobs();
  expect(await limit()).toBe(75_050);
  expect((await subjectsTo(first.emailaddress)).at(-1)).toBe('Second admin for refunds above has changed');
  const late = second.visitor.perform(decideControlChange, { changeid, approve: 'NO', note: 'Too late now' });
  const decided = await refusalOf(late);
  shows('control.decided', decided.text);
  expect(decided.code).toBe('admin.control-decided');
  expect(await ask(first, '750.50')).toEqual({ waits_for: 'nothing' });
  const { entries } = await listAudit(portal.db, portal.keys, {});
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['admin.control-change-asked', 'admin.control-change-decided']),
  );
});

test('a change that is rejected or taken back changes nothing', async () => {
  const [first, second] = [await newStaff(portal), await newStaff(portal)];
  const before = await limit();
  for (const by of [first, second]) {
    await ask(first, '1');
    await decide(by, 'NO');
    expect([await limit(), await waitingFor(first)]).toEqual([before, null]);
  }
  const { rows } = await portal.pool.query(
    `select state from control_change where value = '100' order by requested_at, id desc`,
  );
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['withdrawn', 'rejected']));
});

test('two admins who approve at once apply it once; what is no amount is refused', async () => {
  const [first, second, third] = [await newStaff(portal), await newStaff(portal), await newStaff(portal)];
  await ask(first, '300');
  const ends = await Promise.allSettled([decide(second, 'YES'), decide(third, 'YES')]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await limit()).toBe(30_000);
  for (const value of ['-5', '1e3', 'on', '10,000', '$5']) {
    expect((await refusalOf(ask(first, value))).code).toBe('invalid-input');
  }
});

test('the database refuses an approval by whoever asked, and an earlier end of the 24 hours', async () => {
  const { accountId } = await newStaff(portal);
  const insert = (values: string) =>
    portal.pool.query(
      `insert into control_change (id, control, value, reason, requested_by, requested_at, state, decided_by,
         decided_at, decision_note, effective_at)
       values (gen_random_uuid(), 'account-linking', 'on', 'because', $1, '2026-01-01', ${values})`,
      [accountId],
    );
  await expect(insert(`'approved', $1, '2026-01-02', '', null`)).rejects.toMatchObject({
    constraint: 'control_change_approved_check',
  });
  await expect(insert(`'waiting', null, null, null, '2026-01-01 23:59'`)).rejects.toMatchObject({
    constraint: 'control_change_alone_check',
  });
  await expect(insert(`'automatic', null, '2026-01-01 12:00', '', '2026-01-02'`)).rejects.toMatchObject({
    constraint: 'control_change_automatic_check',
  });
});

test('whoever approves a refund sees amount, what was paid, and the other’s reason, and is told that it waits', async () => {
  const [first, second] = [await newStaff(portal), await newStaff(portal)];
  await ask(first, '10');
  await decide(second, 'YES');
  const buyer = await buyByCard(portal, await newPerson(portal));
  await first.visitor.perform(submitRefund, {
    applicationid: buyer.applicationId,
    refundamount: '25',
    cancel_application: 'NO',
    note: 'Ticket 4711: half the work',
  });
  await portal.runJobs();
  const { refunds } = await second.visitor.perform(listRefunds, { work: 'waiting' });
  const refundid = refunds.find(({ userid }) => userid === buyer.accountId)?.id ?? '';
  expect(await second.visitor.perform(getRefund, { refundid })).toMatchObject({
    refund: { amount: 2500 },
    paid: 7900,
    refunded: 0,
    reason: 'Ticket 4711: half the work',
    decision_note: null,
  });
  expect((await subjectsTo(second.emailaddress)).at(-1)).toBe(
    'A refund of $25.00 is waiting for a second admin',
  );
  expect(await subjectsTo(first.emailaddress)).not.toContain(
    'A refund of $25.00 is waiting for a second admin',
  );

  await second.visitor.perform(decideOnRefund, {
    refundid,
    approve: 'NO',
    note: 'The work was done in full',
  });
  expect(await first.visitor.perform(getRefund, { refundid })).toMatchObject({
    refund: { state: 'rejected' },
    reason: 'Ticket 4711: half the work',
    decision_note: 'The work was done in full',
  });
});
