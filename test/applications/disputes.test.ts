import { describe, expect, test } from 'vitest';
import { listDisputes, replyToDispute, resolveDispute } from '#modules/admin/index.ts';
import {
  findActiveScore,
  getMyApplication,
  getMyDispute,
  listMyApplications,
  openDispute,
  overdueDisputesSweep,
  saveAccept,
  saveDisputeStatement,
  withdrawDispute,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import {
  addBusinessDays,
  DAY,
  isBusinessDay,
  newId,
  runSweep,
  setSetting,
  signHook,
} from '#modules/platform/index.ts';
import { disputeResults, sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { disputeResult } from '#test/factories/disputes.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
const alerts = hearAlerts(portal);
const ada = await newStaff(portal);

/** Opens a new session of staff, because tests move the clock and idle sessions end. */
const asStaff = () => signIn(portal, ada);

const save = ({ visitor, applicationId: applicationid }: Applicant, more: object) =>
  visitor.perform(saveAccept, { applicationid, ...more });
const accept = async (applicant: Applicant) => {
  await save(applicant, { acceptterms: 'YES' });
  await save(applicant, { reviewaction: 'accept' });
};
const statusOf = async ({ visitor }: Applicant) =>
  (await visitor.perform(listMyApplications, {})).applications[0]?.composite_status_code;
const approvalOf = async ({ visitor, applicationId: applicationid }: Applicant) =>
  (await visitor.perform(getMyApplication, { applicationid })).pendingapproval;
const subjectsTo = async ({ emailaddress }: Applicant) =>
  (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);

const disputing = (errortext: string, ssn?: string) => disputeResult(portal, errortext, ssn);

/** A person who disputes a score that they have already accepted. */
async function disputingActive(errortext: string): Promise<Applicant & { disputeid: string }> {
  const applicant = await withResult(portal, '900-00-0004');
  await accept(applicant);
  const { visitor, applicationId: applicationid } = applicant;
  const { disputeid } = await visitor.perform(openDispute, { applicationid, errortext, items: [] });
  await portal.runJobs();
  return { ...applicant, disputeid };
}

async function agencyAnswers(): Promise<void> {
  await runSweep(portal, disputeResults);
  await portal.runJobs();
}

describe('a dispute of a score that waits', () => {
  test('F106: the agency corrects it: a new score waits, and is accepted', async () => {
    const applicant = await disputing('That record is not mine');
    expect(await statusOf(applicant)).toBe('correctionrequest');
    await agencyAnswers();
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    const approval = await approvalOf(applicant);
    expect(approval).toMatchObject({ icscore: 'IC01', nextstep: 1, cases: [], scorechangetype: 'new' });
    expect(approval?.findings.every(({ clear }) => clear)).toBe(true);
    expect((await applicant.visitor.caller())?.facts).toMatchObject({
      open_score_dispute: false,
      pending_score_change: true,
    });
    await accept(applicant);
    expect(await statusOf(applicant)).toBe('done');
    const subjects = await subjectsTo(applicant);
    expect(subjects).toEqual(
      expect.arrayContaining(['We received your dispute', 'The result of your dispute']),
    );
    // The mail with the result asks for the review.
    expect(
      subjects.filter((subject) => subject === 'Your ShieldScore is ready for your review'),
    ).toHaveLength(1);
    expect(alerts.settled).toContainEqual({ alertType: 'dispute', eventId: applicant.disputeid });
  });

  test('the agency confirms it: the same score waits again', async () => {
    const applicant = await disputing('I do not agree with that');
    await agencyAnswers();
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC03', nextstep: 1 });
    await accept(applicant);
    expect(await statusOf(applicant)).toBe('done');
  });

  test('withdrawn, the same score waits again; afterwards nothing can be changed', async () => {
    const applicant = await disputing('no answer to this one');
    const { visitor, disputeid } = applicant;
    await visitor.perform(withdrawDispute, { disputeid });
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    const late = await visitor.perform(withdrawDispute, { disputeid }).catch((error) => error);
    expect(late).toMatchObject({ code: 'applications.dispute-closed' });
    shows('dispute.closed', late.text);
    await expect(
      visitor.perform(writeDisputeMessage, { disputeid, message: 'One more thing' }),
    ).rejects.toMatchObject({ code: 'applications.dispute-closed' });
  });

  test('staff enter a correction with the agency’s score, and not without', async () => {
    const applicant = await disputing('no answer to this one');
    const { disputeid } = applicant;
    const visitor = await asStaff();
    const decide = (more: object) =>
      visitor.perform(resolveDispute, {
        disputeid,
        outcome: 'corrected',
        explanation: 'The court removed it',
        ...more,
      });
    const early = await decide({}).catch((error) => error);
    expect(early).toMatchObject({ code: 'applications.corrected-score-needed' });
    shows('dispute.score-needed', early.text);
    await decide({ score: 'IC01+' });
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC01+' });
    await expect(decide({ score: 'IC04' })).rejects.toMatchObject({ code: 'applications.dispute-closed' });
  });

  test('two decisions at the same moment: one of them counts', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { visitor, disputeid, applicationId } = await disputing('no answer to this one');
      const staff = await asStaff();
      const outcomes = await Promise.allSettled([
        visitor.perform(withdrawDispute, { disputeid }),
        staff.perform(resolveDispute, { disputeid, outcome: 'confirmed', explanation: 'It is right' }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { rows } = await portal.pool.query(
        `select state from score_change where application_id = $1 order by created_at`,
        [applicationId],
      );
      expect(rows).toEqual([{ state: 'disputed' }, { state: 'pending' }]);
    }
  });
});

describe('a dispute of an active score', () => {
  test('keeps the application done, holds sharing, and is shared again when it is confirmed', async () => {
    const applicant = await disputingActive('I do not agree with that');
    expect(await statusOf(applicant)).toBe('done');
    const facts = async () => (await applicant.visitor.caller())?.facts;
    expect(await facts()).toMatchObject({ open_score_dispute: true, score_review_since: expect.any(Date) });
    const { dispute } = await applicant.visitor.perform(getMyDispute, { disputeid: applicant.disputeid });
    expect(dispute).toMatchObject({ of_active_score: true, state: 'forwarded' });
    await agencyAnswers();
    expect(await statusOf(applicant)).toBe('done');
    expect(await facts()).toMatchObject({ open_score_dispute: false, score_review_since: null });
  });

  test('corrected, a changed score waits and keeps the expiration', async () => {
    const applicant = await disputingActive('That record is not mine');
    const scoreOf = () => portal.work('test.score', (work) => findActiveScore(work, applicant.accountId));
    const before = await scoreOf();
    await agencyAnswers();
    expect(await statusOf(applicant)).toBe('monitorrequiresapproval');
    await accept(applicant);
    expect(await scoreOf()).toMatchObject({ score: 'IC01', expiration: before?.expiration });
  });

  test('opened twice is one', async () => {
    const applicant = await disputingActive('no answer to this one');
    const again = await applicant.visitor.perform(openDispute, {
      applicationid: applicant.applicationId,
      errortext: 'no answer to this one',
      items: [],
    });
    expect(again.disputeid).toBe(applicant.disputeid);
  });
});

describe('the deadline', () => {
  test('is 30 days, and 15 more with the first new facts', async () => {
    const { visitor, disputeid } = await disputing('no answer to this one');
    const read = async () => (await visitor.perform(getMyDispute, { disputeid })).dispute;
    const first = await read();
    expect(first.due_dts.getTime() - first.received_dts.getTime()).toBe(30 * DAY);
    await visitor.perform(writeDisputeMessage, { disputeid, message: 'Here is my birth year' });
    await visitor.perform(writeDisputeMessage, { disputeid, message: 'And my middle name' });
    const later = await read();
    expect(later.due_dts.getTime() - first.due_dts.getTime()).toBe(15 * DAY);
    expect(later.messages.map(({ text }) => text)).toEqual(['Here is my birth year', 'And my middle name']);
  });

  test('passed, staff and the person hear of it once', async () => {
    const applicant = await disputing('no answer to this one');
    portal.clock.stop();
    const due = async (at: Date) => {
      await portal.pool.query(
        "update dispute set due_at = $2, received_at = $2::timestamptz - interval '30 days' where id = $1",
        [applicant.disputeid, at],
      );
      await runSweep(portal, overdueDisputesSweep);
      await portal.runJobs();
    };
    const overdue = () =>
      alerts.raised.filter(({ eventId, reason }) => eventId === applicant.disputeid && reason === 'overdue');
    await due(new Date(portal.clock.now().getTime() + 1));
    expect(overdue()).toEqual([]);
    await due(portal.clock.now());
    await due(portal.clock.now());
    expect(overdue()).toHaveLength(1);
    expect(await subjectsTo(applicant)).toContain('The answer to your dispute is overdue');
    portal.clock.run();
  });

  test('of the result is five business days, without weekends and federal holidays', () => {
    const at = (day: string) => new Date(`${day}T15:00:00Z`);
    expect(addBusinessDays(at('2026-11-23'), 5)).toEqual(at('2026-12-01'));
    expect(addBusinessDays(at('2026-12-24'), 4)).toEqual(at('2026-12-31'));
    expect(addBusinessDays(at('2027-12-23'), 4)).toEqual(at('2027-12-30'));
    expect(isBusinessDay('2027-12-31')).toBe(false);
    expect(isBusinessDay('2026-07-03')).toBe(false);
    expect(isBusinessDay('2026-07-06')).toBe(true);
    expect(isBusinessDay('2026-05-25')).toBe(false);
    expect(isBusinessDay('2027-01-18')).toBe(false);
  });
});

test('a statement has at most 100 words, and stands beside the result that waits', async () => {
  const applicant = await disputing('I do not agree with that');
  const { visitor, disputeid } = applicant;
  await visitor.perform(saveDisputeStatement, { disputeid, statement: 'word '.repeat(100) });
  await expect(
    visitor.perform(saveDisputeStatement, { disputeid, statement: 'word '.repeat(101) }),
  ).rejects.toMatchObject({ code: 'invalid-input' });
  await agencyAnswers();
  expect((await approvalOf(applicant))?.statements).toEqual([
    { items: ['County criminal'], text: expect.stringMatching(/^word/) },
  ]);
});

test('what is written is sealed, and read by its person and staff alone', async () => {
  const [one, other] = [await disputing('no answer, zebra one'), await disputing('no answer, zebra two')];
  const { disputeid } = one;
  await one.visitor.perform(writeDisputeMessage, { disputeid, message: 'zebra three' });
  await (await asStaff()).perform(replyToDispute, { disputeid, message: 'zebra four' });
  await portal.runJobs();
  expect(await subjectsTo(one)).toContain('New message in your dispute');
  const { rows } = await portal.pool.query(
    "select to_jsonb(d)::text || coalesce((select json_agg(m)::text from dispute_message m where m.dispute_id = d.id), '') as all from dispute d where id = $1",
    [disputeid],
  );
  expect(rows[0]?.all).not.toContain('zebra');
  await expect(other.visitor.perform(getMyDispute, { disputeid })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(other.visitor.perform(withdrawDispute, { disputeid })).rejects.toMatchObject({
    code: 'not-found',
  });
});

describe('the agency’s callback', () => {
  const post = async (
    applicant: Applicant & { disputeid: string },
    more: object,
    secret = portal.config.cra.webhookSecret,
  ) => {
    const { rows } = await portal.pool.query(
      'select profile_number from cra_order where application_id = $1',
      [applicant.applicationId],
    );
    const body = JSON.stringify({
      event_id: newId(),
      craid: '2',
      idempotency_key: applicant.applicationId,
      profile_number: rows[0]?.profile_number,
      occurred_at: portal.clock.now().toISOString(),
      dispute_id: applicant.disputeid,
      ...more,
    });
    const response = await fetch(`${portal.origin}/hooks/cra`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cra-signature': signHook(secret, body, portal.clock.now()),
      },
      body,
    });
    await response.body?.cancel();
    await portal.runJobs();
    return response.status;
  };
  const confirmed = { type: 'disputeresult', outcome: 'confirmed', explanation: 'It is right' };

  test('forged is refused; about another person’s dispute, or repeated, it changes nothing', async () => {
    const [one, other] = [await disputing('no answer to this'), await disputing('no answer to that')];
    expect(await post(one, confirmed, 'another-secret-another-secret')).toBe(401);
    expect(await post({ ...one, disputeid: other.disputeid }, confirmed)).toBe(200);
    expect(await statusOf(one)).toBe('correctionrequest');
    expect(await statusOf(other)).toBe('correctionrequest');
    await post(one, { type: 'disputemessage', text: 'Which year were you born?' });
    const { dispute } = await one.visitor.perform(getMyDispute, { disputeid: one.disputeid });
    expect(dispute.messages).toMatchObject([{ author: 'agency', authorname: 'Ridgeline Screening, Inc.' }]);
    await post(one, confirmed);
    await post(one, { ...confirmed, outcome: 'corrected', score: 'IC01', findings: [] });
    expect(await approvalOf(one)).toMatchObject({ icscore: 'IC03' });
  });
});

test('the list of staff has the nearest deadline first', async () => {
  const { disputes } = await (await asStaff()).perform(listDisputes, { work: 'open' });
  const due = disputes.map(({ due_at }) => due_at.getTime());
  expect(due).toEqual([...due].sort((a, b) => a - b));
});
