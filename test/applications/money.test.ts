// Takes long: each of its cases buys a check and gets the agency's result.
import { expect, test } from 'vitest';
import { adjustExpirationDate, listPipelineAlerts, updateBackgroundChecks } from '#modules/admin/index.ts';
import {
  findActiveScore,
  getMyApplication,
  saveAccept,
  scoreApproval,
  withdrawDispute,
} from '#modules/applications/index.ts';
import { savePreferences, updatePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  getShareLink,
  makeShareLink,
  newInvite,
  search,
  viewSharedScore,
} from '#modules/network/index.ts';
import { DAY, HOUR } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  acceptResult,
  newApplicant,
  removeSandboxDelays,
  submit,
  withResult,
} from '#test/factories/applicants.ts';
import { type Money, moneyOf } from '#test/factories/money.ts';
import { connectionRow, giveScore, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

/** D113: what a person, companies and staff can do with a check in each state of its money. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

/** What happened to the money. A case that ends a check ends it for good, so nothing that follows restores it. */
const histories = {
  paid: [],
  'a part refunded': [(money) => money.refund(2500)],
  'the bank only asks': [(money) => money.chargeback('inquiry')],
  'a chargeback is open': [(money) => money.chargeback('open')],
  'a chargeback of a part is open': [(money) => money.chargeback('open', 2500)],
  'a chargeback was won': [(money) => money.chargeback('open'), (money) => money.chargeback('won')],
  'a chargeback of a part was lost': [(money) => money.chargeback('lost', 2500)],
  'a chargeback was lost': [(money) => money.chargeback('open'), (money) => money.chargeback('lost')],
  'a chargeback was lost that nobody heard of': [(money) => money.chargeback('lost')],
  'all refunded': [(money) => money.refund()],
  'all refunded in two parts': [(money) => money.refund(2500), (money) => money.refund()],
  'a part refunded, the rest lost': [
    (money) => money.refund(2500),
    (money) => money.chargeback('open', 5400),
    (money) => money.chargeback('lost', 5400),
  ],
  'all refunded while a chargeback is open': [
    (money) => money.chargeback('open'),
    (money) => money.refund(),
    (money) => money.chargeback('won'),
  ],
} satisfies Record<string, ((money: Money) => Promise<void>)[]>;

type History = keyof typeof histories;

/** The state in which each of them leaves the money. */
const states: Record<History, 'paid' | 'held' | 'returned'> = {
  paid: 'paid',
  'a part refunded': 'paid',
  'the bank only asks': 'paid',
  'a chargeback is open': 'held',
  'a chargeback of a part is open': 'held',
  'a chargeback was won': 'paid',
  'a chargeback of a part was lost': 'paid',
  'a chargeback was lost': 'returned',
  'a chargeback was lost that nobody heard of': 'returned',
  'all refunded': 'returned',
  'all refunded in two parts': 'returned',
  'a part refunded, the rest lost': 'returned',
  'all refunded while a chargeback is open': 'returned',
};
/** What does not depend on how a state came about is tried once for each state, and after a chargeback that was won. */
const oneOfEach = [
  'a part refunded',
  'a chargeback is open',
  'a chargeback was won',
  'all refunded',
] as const;

async function pass({ applicationId }: Applicant, history: History): Promise<void> {
  for (const event of histories[history]) await event(moneyOf(portal, applicationId));
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  );

async function statusOf({ applicationId }: Applicant): Promise<string> {
  const { rows } = await portal.pool.query('select status, money from application where id = $1', [
    applicationId,
  ]);
  return `${rows[0].status} ${rows[0].money}`;
}

const activeScoreOf = (accountId: string) =>
  portal.work('test.score', (work) => findActiveScore(work, accountId));

test.each(Object.keys(histories) as History[])('what became of the money: %s', async (history) => {
  const applicant = await newApplicant(portal);
  await pass(applicant, history);
  const state = states[history];
  expect(await statusOf(applicant)).toBe(`${state === 'returned' ? 'refunded' : 'paid'} ${state}`);
});

test.each(oneOfEach)('a score that waits, %s', async (history) => {
  const applicant = await withResult(portal);
  const { visitor, applicationId: applicationid, accountId, code } = applicant;
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await pass(applicant, history);
  const state = states[history];
  const { application, pendingapproval } = await visitor.perform(getMyApplication, { applicationid });
  expect(application.payment).toBe(state);
  expect(pendingapproval?.reviewaction).toBeNull();
  const accepted = await codeOf(visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' }));
  const outcomes = {
    paid: ['done', 'done paid', 'IC01+'],
    held: ['applications.payment-held', 'newrequiresapproval held', undefined],
    returned: ['applications.payment-returned', 'refunded returned', undefined],
  };
  expect([accepted, await statusOf(applicant), (await activeScoreOf(accountId))?.score]).toEqual(
    outcomes[state],
  );
  const { pendingapprovalcode } = await portal.visitor().perform(scoreApproval, { approvalcode: code });
  expect(pendingapprovalcode).toBe(state === 'held' ? code : '-1');
  const facts = (await visitor.caller())?.facts;
  expect(facts).toMatchObject({
    pending_score_change: state === 'held',
    open_application: state === 'held',
    score_held: false,
  });
});

/** An accepted score that a company sees, that everybody finds, and that is behind a link. */
async function sharedScore() {
  const applicant = await withResult(portal);
  await acceptResult(applicant);
  const { visitor, accountId, emailaddress } = applicant;
  await portal.work('test.searchable', (work) =>
    savePreferences(work, accountId, { network_searchresults: true }),
  );
  const company = await newCompany(portal);
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: emailaddress });
  await visitor.perform(acceptInvite, { inviteid });
  const { linkid } = await visitor.perform(makeShareLink, { label: 'Gate', days: '14' });
  const { url } = await visitor.perform(getShareLink, { linkid });
  return { ...applicant, connectionId: inviteid, code: url.split('/s/')[1] ?? '' };
}

test.each(oneOfEach)('a score that was accepted, %s', async (history) => {
  const owner = await sharedScore();
  const { visitor, accountId, emailaddress, connectionId, code } = owner;
  const before = (await activeScoreOf(accountId))?.expiration ?? '';
  await pass(owner, history);
  const state = states[history];
  const stranger = await newPersonWithoutTwoStep(portal);
  const found = await stranger.visitor.perform(search, { searchterm: emailaddress });
  const shared = await portal.visitor().perform(viewSharedScore, { code, counted: true });
  const { status, score } = await connectionRow(portal, connectionId);
  const seen = {
    connection: [status, score],
    search: found.searchresults[0]?.shieldscore,
    link: shared.shown?.shieldscore ?? shared.blank,
    own: (await activeScoreOf(accountId))?.expiration === before,
  };
  expect(seen).toEqual(
    {
      paid: { connection: ['CURRENT', 'IC01+'], search: 'IC01+', link: 'IC01+', own: true },
      held: { connection: ['SCOREPENDING', null], search: null, link: 'unavailable', own: true },
      // As any expired score, which a search still names with its date.
      returned: { connection: ['EXPIRED', 'IC01+'], search: 'IC01+', link: 'unavailable', own: false },
    }[state],
  );
  expect((await visitor.caller())?.facts.score_held).toBe(state === 'held');
  const another = await codeOf(visitor.perform(makeShareLink, { label: 'Yard', days: '14' }));
  expect(another).toBe(state === 'held' ? 'network.share-held' : 'done');
  const moved = await codeOf(
    (await newStaff(portal)).visitor.perform(adjustExpirationDate, {
      userid: accountId,
      new_expiration: new Date(portal.clock.now().getTime() + 60 * DAY).toISOString().slice(0, 10),
      adminnote: 'Asked for by phone',
    }),
  );
  expect(moved).toBe(state === 'returned' ? 'applications.payment-returned' : 'done');
});

test.each(oneOfEach)('a renewal, %s', async (history) => {
  const applicant = await withResult(portal);
  const { accountId, applicationId } = applicant;
  await giveScore(portal, accountId, { score: 'IC02', days: 20 });
  const former = await activeScoreOf(accountId);
  await acceptResult(applicant);
  expect(await activeScoreOf(accountId)).toMatchObject({ application_id: applicationId, score: 'IC01+' });
  await pass(applicant, history);
  const now = await activeScoreOf(accountId);
  const returned = states[history] === 'returned';
  expect(now?.application_id === applicationId).toBe(!returned);
  const facts = (await applicant.visitor.caller())?.facts;
  expect(facts?.certification_expiration).toBe(now?.expiration);
  expect(facts?.certification_score).toBe(now?.score);
  if (returned) expect(now).toEqual({ ...former, shield_id: now?.shield_id });
  const activated = await codeOf(
    (await newStaff(portal)).visitor.perform(updateBackgroundChecks, {
      userid: accountId,
      active_cra_id: applicationId,
      note: 'The person asked for it',
    }),
  );
  const refused = {
    paid: 'done',
    held: 'applications.payment-held',
    returned: 'applications.payment-returned',
  };
  expect(activated).toBe(refused[states[history]]);
});

test('a former score that has expired meanwhile, or whose own payment was returned, does not return', async () => {
  for (const how of ['expired', 'returned'] as const) {
    const applicant = await withResult(portal);
    const { accountId, applicationId } = applicant;
    await giveScore(portal, accountId, { score: 'IC02', days: how === 'expired' ? -1 : 20 });
    const former = (await activeScoreOf(accountId))?.application_id ?? '';
    await acceptResult(applicant);
    if (how === 'returned') {
      await portal.pool.query(`update application set money = 'returned', money_at = now() where id = $1`, [
        former,
      ]);
    }
    await pass(applicant, 'all refunded');
    const active = await activeScoreOf(accountId);
    expect(active?.application_id).toBe(applicationId);
    expect((active?.expiration ?? '') <= portal.clock.now().toISOString().slice(0, 10)).toBe(true);
  }
});

test('a clean score is not accepted automatically while a chargeback is open', async () => {
  const applicant = await newApplicant(portal);
  await applicant.visitor.perform(updatePreferences, { shieldscore_clean_autoaccept: 'YES' });
  await pass(applicant, 'a chargeback is open');
  await submit(applicant, '900-00-0001');
  await portal.runJobs();
  expect(await statusOf(applicant)).toBe('newrequiresapproval held');
});

test.each([
  [8, 'before'],
  [14, 'after'],
])(
  'money that is returned at %i:00 UTC, %s the hour at which scores expire, ends the score at once',
  async (hour) => {
    const owner = await sharedScore();
    const ahead = (hour - portal.clock.now().getUTCHours() + 24) % 24;
    portal.clock.advance(ahead * HOUR);
    await pass(owner, 'all refunded');
    expect(await connectionRow(portal, owner.connectionId)).toMatchObject({ status: 'EXPIRED' });
    expect(
      await portal.visitor().perform(viewSharedScore, { code: owner.code, counted: true }),
    ).toMatchObject({
      blank: 'unavailable',
    });
  },
);
