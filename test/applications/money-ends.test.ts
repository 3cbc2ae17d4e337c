// Takes long: each of its cases buys a check, and most get the agency's result.
import { expect, test } from 'vitest';
import { listPipelineAlerts } from '#modules/admin/index.ts';
import { saveAccept, withdrawDispute } from '#modules/applications/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  acceptResult,
  newApplicant,
  removeSandboxDelays,
  submit,
  withResult,
} from '#test/factories/applicants.ts';
import { moneyOf } from '#test/factories/money.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

/** D113: how a check ends when its money is returned, and who is told. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

async function statusOf({ applicationId }: Applicant): Promise<string> {
  const { rows } = await portal.pool.query('select status, money from application where id = $1', [
    applicationId,
  ]);
  return `${rows[0].status} ${rows[0].money}`;
}

async function mailsOf({ emailaddress }: Applicant): Promise<string[]> {
  await portal.runJobs();
  const told = await listOutbox(portal.db, { to: emailaddress });
  return told
    .map(({ subject }) => subject ?? '')
    .filter((subject) => /payment|on hold|no longer valid|was closed/.test(subject))
    .reverse();
}

test.each([
  ['paid', async () => undefined, 'refunded'],
  ['submitted', (applicant: Applicant) => submit(applicant, '900-00-0012'), 'refunded'],
] as const)(
  'an application that is %s is closed when its money is returned',
  async (_status, act, closed) => {
    const applicant = await newApplicant(portal);
    await act(applicant);
    await moneyOf(portal, applicant.applicationId).refund();
    expect(await statusOf(applicant)).toBe(`${closed} returned`);
    await portal.runJobs();
    const { rows } = await portal.pool.query('select state from cra_order where application_id = $1', [
      applicant.applicationId,
    ]);
    expect(rows.every(({ state }) => state === 'cancelled')).toBe(true);
  },
);

test('the result of a check that was closed while the agency worked on it is not used', async () => {
  const applicant = await newApplicant(portal);
  await submit(applicant, '900-00-0003');
  // The agency has the order, and its result is on the way.
  const { rows: orders } = await portal.pool.query('select id from cra_order where application_id = $1', [
    applicant.applicationId,
  ]);
  await moneyOf(portal, applicant.applicationId).refund();
  await portal.runJobs();
  const { rows } = await portal.pool.query('select id from score_change where application_id = $1', [
    applicant.applicationId,
  ]);
  expect([orders.length, rows]).toEqual([1, []]);
  expect(await statusOf(applicant)).toBe('refunded returned');
});

test('a dispute goes on to its end, and the check ends then', async () => {
  const applicant = await withResult(portal, '900-00-0003');
  const { visitor, applicationId: applicationid } = applicant;
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, {
    applicationid,
    details: { cra_error_request: { items: [], errortext: 'This record is about somebody else.' } },
  });
  await moneyOf(portal, applicant.applicationId).refund();
  expect(await statusOf(applicant)).toBe('correctionrequest returned');
  const { rows } = await portal.pool.query('select id from dispute where application_id = $1', [
    applicationid,
  ]);
  await visitor.perform(withdrawDispute, { disputeid: rows[0].id });
  expect(await statusOf(applicant)).toBe('refunded returned');
  expect((await visitor.caller())?.facts.pending_score_change).toBe(false);
});

test('the person is told what is held, restored and ended, and staff see a chargeback until it ends', async () => {
  const [waiting, active] = [await withResult(portal), await withResult(portal)];
  await acceptResult(active);
  const alertsOf = async ({ accountId }: Applicant) => {
    const { visitor } = await newStaff(portal);
    const { pipelinedata } = await visitor.perform(listPipelineAlerts, { type: 'payment_dispute' });
    return pipelinedata.filter(({ userid }) => userid === accountId).map(({ payment }) => payment);
  };
  const check = async (applicant: Applicant) => [await mailsOf(applicant), await alertsOf(applicant)];
  for (const { applicationId } of [waiting, active]) await moneyOf(portal, applicationId).chargeback('open');
  const held = 'The payment for your background check is under review';
  expect(await check(waiting)).toEqual([[held], ['held']]);
  expect(await check(active)).toEqual([['Your ShieldScore is on hold'], ['held']]);
  await moneyOf(portal, waiting.applicationId).chargeback('won');
  await moneyOf(portal, active.applicationId).chargeback('lost');
  expect(await check(waiting)).toEqual([[held, 'The payment for your check is confirmed'], []]);
  expect(await check(active)).toEqual([
    ['Your ShieldScore is on hold', 'Your ShieldScore is no longer valid'],
    [],
  ]);
  // The same again changes nothing.
  await moneyOf(portal, active.applicationId).chargeback('lost');
  expect(await check(active)).toEqual([
    ['Your ShieldScore is on hold', 'Your ShieldScore is no longer valid'],
    [],
  ]);
});

test('the words of the refusals', async () => {
  const applicant = await withResult(portal);
  const { visitor, applicationId: applicationid } = applicant;
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  const words = () =>
    visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' }).catch(({ text }) => text);
  await moneyOf(portal, applicationid).chargeback('open');
  shows('payment.held', await words());
  await moneyOf(portal, applicationid).chargeback('lost');
  shows('payment.returned', await words());
});

test('the database refuses a score without its money', async () => {
  const applicant = await withResult(portal);
  await acceptResult(applicant);
  const client = await portal.pool.connect();
  const refuses = async (money: 'held' | 'returned', replaced: boolean, write: string) => {
    await client.query('begin');
    const { rows } = await client.query(
      `update shield_score set ended_at = case when $2 then now() end where application_id = $1 returning id`,
      [applicant.applicationId, replaced],
    );
    await client.query('update application set money = $2, money_at = now() where id = $1', [
      applicant.applicationId,
      money,
    ]);
    await expect(client.query(write, [rows[0].id])).rejects.toMatchObject({
      message: 'a score needs its money',
    });
    await client.query('rollback');
  };
  try {
    const insert = `insert into shield_score select (jsonb_populate_record(s, jsonb_build_object(
      'id', gen_random_uuid(), 'ended_at', null))).* from shield_score s where id = $1`;
    await refuses('held', true, insert);
    await refuses('returned', true, insert);
    await refuses('returned', true, 'update shield_score set ended_at = null where id = $1');
    await refuses('returned', false, 'update shield_score set expiration = expiration + 1 where id = $1');
  } finally {
    client.release();
  }
});
