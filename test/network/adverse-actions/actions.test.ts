import { describe, expect, it, test } from 'vitest';
import { withdrawDispute } from '#modules/applications/index.ts';
import { getAction } from '#modules/network/adverse-actions/actions.ts';
import { readCase } from '#modules/network/adverse-actions/showing.ts';
import {
  dueAdverseActions,
  listMyNotices,
  openMyNotice,
  openNoticeReport,
  previewFinalNotice,
  sendFinalNotice,
  setConnectionActive,
  startAdverseAction,
  withdrawAdverseAction,
} from '#modules/network/index.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { DAY, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { contentOf } from '#test/content-of.ts';
import {
  answerDispute,
  disputeReport,
  newCheckedSharing,
  newSharing,
  type Sharing,
  startAdverse,
  startOf,
} from '#test/factories/adverse.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { newTeamMember } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';

/** Adverse actions from the first notice to their end. */

const portal = await servedPortal({ now: new Date('2026-08-03T15:00:00Z') });
await removeSandboxDelays(portal);
portal.clock.stop();

const caseOf = ({ company: { companyId } }: Sharing, adverseid: string) =>
  portal.work('test.read-case', async (work) =>
    readCase(work, await getAction(work, adverseid, { companyId })),
  );
const kindsOf = ({ evidence }: Awaited<ReturnType<typeof caseOf>>) =>
  evidence.map(({ kind }) => kind).reverse();
/** Sessions end while the clock moves. */
const anew = (who: Registered) => signIn(portal, who);
const final = async ({ company }: Sharing, adverseid: string) =>
  (await anew(company.owner)).perform(sendFinalNotice, { adverseid });
const withdraw = async ({ company }: Sharing, adverseid: string) =>
  (await anew(company.owner)).perform(withdrawAdverseAction, { adverseid });
const mailsTo = async ({ emailaddress }: Sharing) =>
  (await listOutbox(portal.db, { to: emailaddress })).filter(({ links }) =>
    links.some((link) => link.includes('/user/notices/')),
  );
const subjectsTo = async (sharing: Sharing) => (await mailsTo(sharing)).map(({ subject }) => subject);
const at = (time: string) => portal.clock.set(new Date(time));

test('the first notice is mailed without a finding, the wait runs at the place, and the final notice comes after it', async () => {
  const sharing = await newSharing(portal);
  at('2026-08-03T15:00:00Z');
  const adverseid = await startAdverse(portal, sharing);
  const [mail] = await mailsTo(sharing);
  expect(mail?.subject).toBe('A notice from Test Builders about your report');
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/misdemeanor|trespass|IC03|site access/i);
  const begun = await caseOf(sharing, adverseid);
  expect(begun.number).toMatch(/^A-\d{3}-\d{3}$/);
  expect(mail?.text).toContain(`Case ${begun.number}.`);
  expect(begun).toMatchObject({
    state: 'waiting',
    decision: 'give you site access',
    clock: { total: 7, passed: 0, last_day: '2026-08-10', decide_from: '2026-08-11' },
  });
  at('2026-08-11T04:59:59.999Z');
  const early = await refusalOf(final(sharing, adverseid));
  expect(early.code).toBe('network.adverse-not-ready');
  shows('adverse.not-ready', early.text);
  at('2026-08-11T05:00:00Z');
  // The person does not share any more, which does not stop it.
  await (await anew(sharing)).perform(setConnectionActive, {
    connectionid: sharing.connectionid,
    active: 'NO',
  });
  const shown = await (await anew(sharing.company.owner)).perform(previewFinalNotice, { adverseid });
  await final(sharing, adverseid);
  await portal.runJobs();
  expect(await subjectsTo(sharing)).toEqual([
    'Test Builders made a decision about you',
    'A notice from Test Builders about your report',
  ]);
  const closed = await caseOf(sharing, adverseid);
  expect(closed.state).toBe('final');
  expect(closed.notices[1]?.content).toEqual(shown.notice);
  expect(kindsOf(closed)).toEqual(['purpose', 'started', 'delivered', 'final', 'final-delivered']);
  const words = JSON.stringify(closed.notices[1]?.content);
  expect(words).toContain('Test Builders has decided not to give you site access');
  expect(words).toContain('within 60 days');
  expect(words).toContain(formatPhone(closed.agency.phone));
  for (const again of [final, withdraw]) {
    const refused = await refusalOf(again(sharing, adverseid));
    expect(refused.code).toBe('network.adverse-closed');
    shows('adverse.closed', refused.text);
  }
});

test('the person reads notice and report, and each opening is kept once a day', async () => {
  const sharing = await newSharing(portal);
  const adverseid = await startAdverse(portal, sharing);
  const open = async () => (await anew(sharing)).perform(openMyNotice, { adverseid });
  const { adverse } = await open();
  await open();
  const { pdf } = await sharing.visitor.perform(openNoticeReport, { adverseid });
  expect((await contentOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(JSON.stringify(adverse.notices[0]?.content)).toContain('Criminal trespass, misdemeanor');
  portal.clock.advance(DAY);
  await open();
  expect(kindsOf(await caseOf(sharing, adverseid)).slice(3)).toEqual(['opened', 'report-opened', 'opened']);
  const { notices } = await (await anew(sharing)).perform(listMyNotices, {});
  expect(notices).toMatchObject([{ id: adverseid, company: 'Test Builders', state: 'waiting' }]);
});

describe('a dispute', () => {
  it('pauses, refuses the final notice, and lets the rest run after the report was confirmed', async () => {
    const sharing = await newCheckedSharing(portal);
    at('2026-09-01T15:00:00Z');
    const adverseid = await startAdverse(portal, sharing);
    // In the last second of the wait.
    at('2026-09-09T04:59:59Z');
    const disputeid = await disputeReport({ ...sharing, visitor: await anew(sharing) });
    expect(await caseOf(sharing, adverseid)).toMatchObject({
      state: 'paused',
      clock: { passed: 6, total: 7, decide_from: null },
    });
    at('2026-09-20T15:00:00Z');
    expect((await refusalOf(final(sharing, adverseid))).code).toBe('network.adverse-not-ready');
    await answerDispute(portal, sharing, disputeid, { outcome: 'confirmed' });
    expect(await caseOf(sharing, adverseid)).toMatchObject({
      state: 'waiting',
      clock: { passed: 6, last_day: '2026-09-21', decide_from: '2026-09-22' },
    });
  });

  it('that corrects the report starts it anew with a notice about what is left', async () => {
    const sharing = await newCheckedSharing(portal);
    const adverseid = await startAdverse(portal, sharing);
    const before = await caseOf(sharing, adverseid);
    const [named] = before.results;
    portal.clock.advance(2 * DAY);
    const disputeid = await disputeReport({ ...sharing, visitor: await anew(sharing) });
    await answerDispute(portal, sharing, disputeid, {
      outcome: 'corrected',
      score: 'IC02',
      findings: [
        {
          search: named?.search,
          scope: 'Texas',
          result: '1 infraction',
          clear: false,
          records: [],
        },
      ],
    });
    await portal.runJobs();
    const after = await caseOf(sharing, adverseid);
    expect(after).toMatchObject({
      state: 'waiting',
      round: 2,
      results: [{ search: named?.search, text: '1 infraction' }],
      clock: { passed: 0, total: 7 },
    });
    expect(after.report.hash).not.toBe(before.report.hash);
    expect(kindsOf(after)).toEqual(['purpose', 'started', 'delivered', 'paused', 'corrected', 'delivered']);
    expect(after.notices.map(({ round }) => round)).toEqual([1, 2]);
    expect(await subjectsTo(sharing)).toHaveLength(2);
  });

  it('that removes the named results ends it, and the person is told', async () => {
    const sharing = await newCheckedSharing(portal);
    const adverseid = await startAdverse(portal, sharing);
    const disputeid = await disputeReport({ ...sharing, visitor: await anew(sharing) });
    await answerDispute(portal, sharing, disputeid, { outcome: 'corrected', score: 'IC01', findings: [] });
    await portal.runJobs();
    expect(await caseOf(sharing, adverseid)).toMatchObject({
      state: 'withdrawn',
      closed_because: 'corrected',
    });
    expect(await subjectsTo(sharing)).toContain('Test Builders won’t act on your report');
  });

  it('that is open keeps the company from starting', async () => {
    const sharing = await newSharing(portal);
    const input = await startOf(sharing);
    const disputeid = await disputeReport({ ...sharing, visitor: await anew(sharing) });
    const refused = await refusalOf(sharing.company.owner.visitor.perform(startAdverseAction, input));
    expect(refused.code).toBe('network.adverse-disputed');
    shows('adverse.disputed', refused.text);
    await sharing.visitor.perform(withdrawDispute, { disputeid });
    await startAdverse(portal, sharing);
  });
});

test('a company has one open action about a report, and may start another one after withdrawing', async () => {
  const sharing = await newSharing(portal);
  const admin = await newTeamMember(portal, sharing.company, 'admin');
  const input = await startOf(sharing);
  const adverseid = await startAdverse(portal, sharing);
  const second = await refusalOf(admin.visitor.perform(startAdverseAction, input));
  expect(second.code).toBe('network.adverse-open');
  shows('adverse.open', second.text);
  await admin.visitor.perform(withdrawAdverseAction, { adverseid });
  await portal.runJobs();
  expect(await caseOf(sharing, adverseid)).toMatchObject({ state: 'withdrawn', closed_because: 'company' });
  expect(await subjectsTo(sharing)).toContain('Test Builders won’t act on your report');
  await admin.visitor.perform(startAdverseAction, input);
});

test('one that nobody decides lapses 60 days after its wait; those of a company that is turned off end', async () => {
  const [sharing, other] = [await newSharing(portal), await newSharing(portal)];
  at('2026-10-01T15:00:00Z');
  const adverseid = await startAdverse(portal, sharing);
  const others = await startAdverse(portal, other);
  // The wait ends on October 9 at midnight, and 60 days of 24 hours later it is an hour earlier, in winter time.
  at('2026-12-08T04:59:59Z');
  await runSweep(portal, dueAdverseActions);
  expect((await caseOf(sharing, adverseid)).state).toBe('ready');
  await portal.pool.query('update company set enterprise_enabled = false where id = $1', [
    other.company.companyId,
  ]);
  at('2026-12-08T05:00:00Z');
  await runSweep(portal, dueAdverseActions);
  await portal.runJobs();
  expect((await caseOf(sharing, adverseid)).state).toBe('lapsed');
  expect(await caseOf(other, others)).toMatchObject({ state: 'withdrawn', closed_because: 'company-ended' });
  for (const each of [sharing, other]) {
    expect(await subjectsTo(each)).toContain('Test Builders won’t act on your report');
  }
});
