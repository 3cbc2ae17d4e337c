import { expect, test } from 'vitest';
import { cancelApplication, expireScore, getApplicationStatus } from '#modules/applications/index.ts';
import { setAccountActive } from '#modules/identity/index.ts';
import { type Applicant, agree, newApplicant, submit } from '#test/factories/applicants.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();

const cancel = ({ applicationId }: Applicant) =>
  portal.work('test.cancel', (work) => cancelApplication(work, applicationId, 'money went back'));

async function statusOf({ visitor, applicationId }: Applicant): Promise<string> {
  const answer = await visitor.perform(getApplicationStatus, { applicationid: applicationId });
  return answer.composite_status_code;
}

test.each([
  ['a paid application is refunded', async () => {}, 'refunded', true],
  ['one whose steps are begun is canceled', agree, 'cancelled', true],
  [
    'one that the agency has is refunded',
    (applicant: Applicant) => submit(applicant, '900-00-0001'),
    'refunded',
    true,
  ],
] as const)('%s when its money goes back', async (_what, act, status, closes) => {
  const applicant = await newApplicant(portal);
  await act(applicant);
  expect(await cancel(applicant)).toBe(closes);
  expect(await statusOf(applicant)).toBe(status);
  expect(await cancel(applicant)).toBe(false);
});

/** The scores of a person, newest first: in how many days each expires, and whether that was made earlier. */
async function scoresOf(accountId: string) {
  const { rows } = await portal.pool.query(
    `select application_id, expiration - $2::date as days, previous_expiration is not null as kept,
       ended_at is not null as ended
     from shield_score where account_id = $1 order by activated_at desc, ended_at desc nulls first`,
    [accountId, portal.clock.now().toISOString().slice(0, 10)],
  );
  return rows;
}

const expire = (accountId: string, applicationId: string) =>
  portal.work('test.expire', (work) => expireScore(work, { accountId, applicationId }));

/** A score that is made to expire now has this expiration, in days from today: it must have passed already (D5). */
const lapsed = () => (portal.clock.now().getUTCHours() < 11 ? -1 : 0);

test('the score of a check whose money goes back ends at once, and no other one; its former score returns', async () => {
  const [person, other] = [await newScoredPerson(portal), await newScoredPerson(portal)];
  const [former] = await scoresOf(person.accountId);
  portal.clock.advance(1000);
  await giveScore(portal, person.accountId, { days: 200 });
  // The check of a score that was replaced by another one.
  await expire(person.accountId, former.application_id);
  expect(await scoresOf(person.accountId)).toMatchObject([
    { days: 200, ended: false },
    { days: 300, ended: true },
  ]);
  const [current] = await scoresOf(person.accountId);
  await expire(person.accountId, current.application_id);
  expect(await scoresOf(person.accountId)).toMatchObject([
    { days: lapsed(), ended: true },
    { days: 300, ended: false },
  ]);
  await expire(person.accountId, former.application_id);
  expect(await scoresOf(person.accountId)).toMatchObject([{ ended: true }, { days: lapsed(), ended: false }]);
  expect(await scoresOf(other.accountId)).toMatchObject([{ days: 300 }]);
});

test.each([
  ['a day after today', 1, lapsed(), 1],
  ['two days before', -2, -2, 0],
])('a score that ends %s', async (_when, days, ends, entries) => {
  const { accountId } = await newScoredPerson(portal, { days });
  const [{ application_id }] = await scoresOf(accountId);
  await expire(accountId, application_id);
  expect(await scoresOf(accountId)).toMatchObject([{ days: ends }]);
  const { rows } = await portal.pool.query(
    `select object_id from audit_entry where action = 'applications.score-expired' and about_id = $1`,
    [accountId],
  );
  expect(rows).toEqual(Array(entries).fill({ object_id: application_id }));
});

test('the score of a closed account does not come back with the account once the money went back', async () => {
  const { accountId } = await newScoredPerson(portal, { days: 30 });
  const active = (is: boolean) => portal.work('test.active', (work) => setAccountActive(work, accountId, is));
  await active(false);
  const [{ application_id }] = await scoresOf(accountId);
  expect(await scoresOf(accountId)).toMatchObject([{ days: lapsed(), kept: true }]);
  await expire(accountId, application_id);
  await active(true);
  expect(await scoresOf(accountId)).toMatchObject([{ days: lapsed(), kept: false }]);
});
