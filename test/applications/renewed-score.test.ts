import { expect, test } from 'vitest';
import { findActiveScore, saveAccept } from '#modules/applications/index.ts';
import { DAY, MINUTE } from '#modules/platform/index.ts';
import { removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { giveScore } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

/** The end of a term of one year that begins this many days from today. */
function yearAfter(days: number): string {
  const end = new Date(portal.clock.now().getTime() + days * DAY);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end.toISOString().slice(0, 10);
}

/** In how many days the old score expires, and in how many days the new term begins. */
const cases: [string, number | null, number, number?][] = [
  ['without an earlier score', null, 0],
  ['twenty days early', 20, 20],
  ['a day early', 1, 1],
  ['at the begin of the renewal window', 45, 45],
  ['earlier than the window, by a date that staff moved', 80, 45],
  ['three days late', -3, 0],
  ['three days late, after a score that was replaced and would have been valid longer', -3, 0, 40],
];

test.each(cases)('F81, D91: a score accepted %s', async (_when, days, from, replaced) => {
  portal.clock.stop();
  const applicant = await withResult(portal);
  if (replaced) await giveScore(portal, applicant.accountId, { days: replaced });
  if (days !== null) await giveScore(portal, applicant.accountId, { days });
  const { visitor, applicationId: applicationid, accountId } = applicant;
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  const score = await portal.work('test.score', (work) => findActiveScore(work, accountId));
  expect(score).toMatchObject({ application_id: applicationid, expiration: yearAfter(from) });
  expect((await visitor.caller())?.facts.certification_expiration).toBe(yearAfter(from));
});

test('D91: a score that monitoring changed is valid as long as the one before it', async () => {
  portal.clock.stop();
  const { visitor, applicationId: applicationid, accountId } = await withResult(portal);
  const accept = async () => {
    await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
    await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
    return portal.work('test.score', (work) => findActiveScore(work, accountId));
  };
  const first = await accept();
  const changes = async () => {
    portal.clock.advance(MINUTE);
    await portal.pool.query(
      `insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, previous_score,
         findings, report_key, report_hash, created_at)
       select gen_random_uuid(), application_id, account_id, cra_order_id, 'monitorupdate', 'IC03', score,
         findings, report_key, report_hash, $2 from score_change where application_id = $1 limit 1`,
      [applicationid, portal.clock.now()],
    );
    await portal.pool.query(`update application set status = 'monitorrequiresapproval' where id = $1`, [
      applicationid,
    ]);
    return accept();
  };
  expect(await changes()).toMatchObject({ score: 'IC03', expiration: first?.expiration });
  // Staff moved it.
  await portal.pool.query(
    'update shield_score set expiration = expiration - 20 where account_id = $1 and ended_at is null',
    [accountId],
  );
  const moved = new Date(Date.parse(first?.expiration ?? '') - 20 * DAY).toISOString().slice(0, 10);
  expect((await changes())?.expiration).toBe(moved);
});
