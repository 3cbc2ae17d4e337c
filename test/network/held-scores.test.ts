import { expect, test } from 'vitest';
import { decideBlockRequest, resolveDispute } from '#modules/admin/index.ts';
import { openDispute, withdrawDispute } from '#modules/applications/index.ts';
import { savePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  getConnection,
  getShareLink,
  listConnections,
  listSharedWithMe,
  makeShareLink,
  newInvite,
  readExport,
  search,
  startExport,
  viewSharedScore,
} from '#modules/network/index.ts';
import { runSweep, setSetting } from '#modules/platform/index.ts';
import { blockResults, disputeResults, sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, acceptResult, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/**
 * While a case is open, no company sees the score anywhere. After it has ended, companies see what the person accepted.
 */

const portal = await servedPortal();
await removeSandboxDelays(portal);
await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
const staff = await newStaff(portal);

interface Shared extends Applicant {
  company: TestCompany;
  inviteid: string;
  /** Of a share link. */
  code: string;
}

/** A person with an accepted score of IC03, which a company sees through a connection and by search. */
async function shared(): Promise<Shared> {
  const applicant = await withResult(portal, '900-00-0004');
  await acceptResult(applicant);
  await portal.work('test.searchable', (work) =>
    savePreferences(work, applicant.accountId, { network_searchresults: true }),
  );
  const { linkid } = await applicant.visitor.perform(makeShareLink, { days: '90' });
  const { url } = await applicant.visitor.perform(getShareLink, { linkid });
  const company = await newCompany(portal);
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: applicant.emailaddress });
  await applicant.visitor.perform(acceptInvite, { inviteid });
  return { ...applicant, company, inviteid, code: url.split('/s/')[1] ?? '' };
}

/** The score in every place where a company can see it. */
async function seenBy({ company, inviteid, emailaddress, code }: Shared) {
  const { visitor } = company.owner;
  const grid = await visitor.perform(listSharedWithMe, {});
  const list = await visitor.perform(listConnections, {});
  const call = await visitor.perform(listConnections, { inviteid });
  const one = await visitor.perform(getConnection, { connectionid: inviteid });
  const found = await visitor.perform(search, { searchterm: emailaddress });
  await visitor.perform(startExport, {});
  const csv = await visitor.perform(readExport, {});
  const opened = await portal.visitor().perform(viewSharedScore, { code, counted: false });
  const scores = [
    opened.shown?.shieldscore ?? null,
    grid.rows[0]?.currenticstatus,
    list.connections.sharedwithme[0]?.currenticstatus,
    call.connections.sharedwithme[0]?.currenticstatus,
    one.connection.currenticstatus,
    found.searchresults[0]?.shieldscore,
    /IC0\d\+?/.exec(JSON.stringify(csv))?.[0] ?? null,
  ];
  return { scores: [...new Set(scores)], status: found.searchresults[0]?.share_status };
}

const accesses = async ({ accountId }: Applicant) => {
  const { rows } = await portal.pool.query(
    'select count(*)::int as n from access_entry where person_id = $1 and viewer_company_id is not null',
    [accountId],
  );
  return rows[0]?.n;
};

const dispute = async (person: Shared, errortext: string) => {
  const asked = { applicationid: person.applicationId, errortext, items: [] };
  const { disputeid } = await person.visitor.perform(openDispute, asked);
  await portal.runJobs();
  return disputeid;
};

const agencyAnswers = async () => {
  await portal.runJobs();
  await runSweep(portal, disputeResults);
  await runSweep(portal, blockResults);
  await portal.runJobs();
};

const alertsOf = async ({ company }: Shared) => {
  const { rows } = await portal.pool.query<{ told: string }>(
    `select concat_ws(' ', alert_type, previous_score, score) as told from network_alert where company_id = $1
     order by at, id`,
    [company.companyId],
  );
  return rows.map(({ told }) => told);
};

const mailsTo = async ({ company }: Shared) =>
  (await listOutbox(portal.db, { to: company.owner.emailaddress })).filter(
    ({ subject }) => subject === 'A background check report was corrected',
  );

const visible = { scores: ['IC03'], status: 'SHARED' };
const held = { scores: [null], status: 'PRIVATE' };

test('a dispute that is withdrawn or confirmed: held, and then shared again without a mail to companies', async () => {
  const person = await shared();
  expect(await seenBy(person)).toEqual(visible);
  const disputeid = await dispute(person, 'no answer to this one');
  expect(await seenBy(person)).toEqual(held);
  await person.visitor.perform(withdrawDispute, { disputeid });
  expect(await seenBy(person)).toEqual(visible);
  await dispute(person, 'I do not agree with that');
  expect(await seenBy(person)).toEqual(held);
  await agencyAnswers();
  expect(await seenBy(person)).toEqual(visible);
  expect(await mailsTo(person)).toEqual([]);
});

test('a corrected dispute: held until the new score is accepted; the company that saw the old one is told once', async () => {
  const person = await shared();
  await seenBy(person);
  const stranger = await newCompany(portal);
  await dispute(person, 'That record is not mine');
  await agencyAnswers();
  expect(await seenBy(person)).toEqual(held);
  expect(await alertsOf(person)).toEqual(['new IC03']);
  await acceptResult(person);
  expect(await alertsOf(person)).toEqual(['new IC03', 'scorechange IC03 IC01']);
  expect(await seenBy(person)).toEqual({ scores: ['IC01'], status: 'SHARED' });
  const [mail, ...more] = await mailsTo(person);
  expect(more).toEqual([]);
  expect(mail?.text).not.toMatch(/IC0\d|criminal/);
  expect(await mailsTo({ ...person, company: stranger })).toEqual([]);
});

test('a block of identity theft: held from the request to the accepted result; declined, shared again', async () => {
  // Takes long: two people walk from payment to a shared score and on to a decided block.
  const [blocked, declined] = [await shared(), await shared()];
  const decide = async (person: Shared, decision: 'block' | 'decline') => {
    expect(await seenBy(person)).toEqual(visible);
    const { disputeid } = await askForBlock(person);
    await portal.runJobs();
    expect(await seenBy(person)).toEqual(held);
    const visitor = await signIn(portal, staff);
    await visitor.perform(decideBlockRequest, { disputeid, decision, reason: 'As the proof says' });
  };
  await decide(declined, 'decline');
  expect(await seenBy(declined)).toEqual(visible);
  await decide(blocked, 'block');
  expect(await seenBy(blocked)).toEqual(held);
  await agencyAnswers();
  expect(await seenBy(blocked)).toEqual(held);
  await acceptResult(blocked);
  expect(await seenBy(blocked)).toEqual({ scores: ['IC01'], status: 'SHARED' });
  expect(await mailsTo(blocked)).toHaveLength(1);
  expect(await mailsTo(declined)).toEqual([]);
});

test('nothing is noted as seen while a score is held', async () => {
  const person = await shared();
  const disputeid = await dispute(person, 'no answer to this one');
  const before = await accesses(person);
  await person.company.owner.visitor.perform(getConnection, { connectionid: person.inviteid });
  await person.company.owner.visitor.perform(readExport, {});
  expect(await accesses(person)).toBe(before);
  const visitor = await signIn(portal, staff);
  await visitor.perform(resolveDispute, { disputeid, outcome: 'confirmed', explanation: 'It is right' });
  await person.company.owner.visitor.perform(getConnection, { connectionid: person.inviteid });
  expect(await accesses(person)).toBe(before + 1);
});
