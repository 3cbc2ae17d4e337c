import { describe, expect, test } from 'vitest';
import {
  assignDispute,
  decideBlockRequest,
  listDisputes,
  rescindBlockOfReport,
  resolveDispute,
} from '#modules/admin/index.ts';
import {
  findActiveScore,
  getMyApplication,
  getMyDispute,
  listMyApplications,
  openDispute,
  overdueDisputesSweep,
  saveAccept,
  withdrawDispute,
} from '#modules/applications/index.ts';
import { addBusinessDays, newId, runSweep, setSetting, signHook } from '#modules/platform/index.ts';
import { blockResults, disputeResults, sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, hurrySandbox, withResult } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { upload } from '#test/factories/documents.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await hurrySandbox(portal);
await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
const alerts = hearAlerts(portal);
const [ada, ben] = [await newStaff(portal), await newStaff(portal)];
const asStaff = (who = ada) => signIn(portal, who);

type Case = Applicant & { disputeid: string };

const save = ({ visitor, applicationId: applicationid }: Applicant, more: object) =>
  visitor.perform(saveAccept, { applicationid, ...more });
const accept = async (applicant: Applicant) => {
  await save(applicant, { acceptterms: 'YES' });
  await save(applicant, { reviewaction: 'accept' });
};
/** A person who asked for a block of a score that waits. */
async function asking(ssn = '900-00-0004'): Promise<Case> {
  const applicant = await withResult(portal, ssn);
  const { disputeid } = await askForBlock(applicant);
  await portal.runJobs();
  return { ...applicant, disputeid };
}

/** The same for a score that was accepted before. */
async function askingActive(): Promise<Case> {
  const applicant = await withResult(portal, '900-00-0004');
  await accept(applicant);
  const { disputeid } = await askForBlock(applicant);
  await portal.runJobs();
  return { ...applicant, disputeid };
}

const decide = async ({ disputeid }: Case, decision: 'block' | 'decline', who = ada) =>
  (await asStaff(who)).perform(decideBlockRequest, { disputeid, decision, reason: 'The report names it' });
const rescind = async ({ disputeid }: Case) =>
  (await asStaff()).perform(rescindBlockOfReport, { disputeid, reason: 'The police withdrew the report' });

async function agencyAnswers(): Promise<void> {
  await portal.runJobs();
  await runSweep(portal, blockResults);
  await portal.runJobs();
}

const read = async ({ visitor, disputeid }: Case) =>
  (await visitor.perform(getMyDispute, { disputeid })).dispute;
const statusOf = async ({ visitor }: Applicant) =>
  (await visitor.perform(listMyApplications, {})).applications[0]?.composite_status_code;
const approvalOf = async ({ visitor, applicationId: applicationid }: Applicant) =>
  (await visitor.perform(getMyApplication, { applicationid })).pendingapproval;
const factsOf = async ({ visitor }: Applicant) => (await visitor.caller())?.facts;
const subjectsTo = async ({ emailaddress }: Applicant) =>
  (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);
const scoreOf = ({ accountId }: Applicant) =>
  portal.work('test.score', (work) => findActiveScore(work, accountId));
const alertsOf = ({ disputeid }: Pick<Case, 'disputeid'>) =>
  alerts.raised
    .filter(({ eventId }) => eventId === disputeid)
    .map(({ alertType, reason }) => [alertType, reason]);

describe('a request for a block', () => {
  test('is due in 4 business days, holds a score that waits, and asks staff, not the agency', async () => {
    const applicant = await asking();
    const dispute = await read(applicant);
    expect(dispute).toMatchObject({ kind: 'identity-theft', state: 'received', forwarded_dts: null });
    expect(dispute.due_dts).toEqual(addBusinessDays(dispute.received_dts, 4));
    expect(await statusOf(applicant)).toBe('correctionrequest');
    expect(await factsOf(applicant)).toMatchObject({ open_score_dispute: true, pending_score_change: false });
    expect(alertsOf(applicant)).toEqual([['identity_theft_block', 'received']]);
    expect(await subjectsTo(applicant)).toContain('We received your identity theft request');
    expect(await approvalOf(applicant)).toMatchObject({ cases: [{ kind: 'identity-theft' }] });
    const { disputes } = await (await asStaff()).perform(listDisputes, { work: 'blocks' });
    expect(disputes.map(({ id }) => id)).toContain(applicant.disputeid);
  });

  test('needs results, both proofs, and no other open request', async () => {
    const applicant = await withResult(portal, '900-00-0004');
    const none = await askForBlock(applicant, { items: [] }).catch((error) => error);
    expect(none).toMatchObject({ code: 'applications.block-items-needed' });
    shows('block.items-needed', none.text);
    const missing = await askForBlock(applicant, { identity: upload('', Buffer.alloc(0)) }).catch(
      (error) => error,
    );
    expect(missing).toMatchObject({ code: 'applications.document-needed', options: { field: 'identity' } });
    shows('document.needed', missing.text);
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    await askForBlock(applicant);
    const twice = await askForBlock(applicant).catch((error) => error);
    expect(twice).toMatchObject({ code: 'applications.dispute-open' });
    shows('dispute.open', twice.text);
  });

  test('of another person’s check is not found, and leaves no file', async () => {
    const [one, other] = [await withResult(portal, '900-00-0004'), await withResult(portal)];
    await expect(askForBlock({ ...one, applicationId: other.applicationId })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('withdrawn, the score waits again; once it is decided it cannot be withdrawn', async () => {
    const [withdrawn, decided] = [await asking(), await asking()];
    await withdrawn.visitor.perform(withdrawDispute, { disputeid: withdrawn.disputeid });
    expect(await statusOf(withdrawn)).toBe('newrequiresapproval');
    await decide(decided, 'block');
    const late = await decided.visitor
      .perform(withdrawDispute, { disputeid: decided.disputeid })
      .catch((error) => error);
    expect(late).toMatchObject({ code: 'applications.block-decided' });
    shows('block.decided', late.text);
  });
});

describe('a block', () => {
  test('is told to the agency with the proof, once; its result is a score that the person accepts', async () => {
    const applicant = await asking();
    await decide(applicant, 'block');
    expect(alerts.settled).toContainEqual({
      alertType: 'identity_theft_block',
      eventId: applicant.disputeid,
    });
    await portal.runJobs();
    expect(await read(applicant)).toMatchObject({ state: 'blocked', resolved_dts: null });
    expect((await read(applicant)).forwarded_dts).not.toBeNull();
    expect(await factsOf(applicant)).toMatchObject({ open_score_dispute: true });
    await agencyAnswers();
    expect(await read(applicant)).toMatchObject({
      state: 'decided',
      outcome: 'blocked',
      corrected_icscore: 'IC01',
    });
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC01', nextstep: 1 });
    expect(await factsOf(applicant)).toMatchObject({ open_score_dispute: false, pending_score_change: true });
    await accept(applicant);
    expect(await scoreOf(applicant)).toMatchObject({ score: 'IC01' });
    expect(await subjectsTo(applicant)).toContain('Your identity theft request was approved');
  });

  test('of an active score keeps it held until the new result is accepted', async () => {
    const applicant = await askingActive();
    await decide(applicant, 'block');
    await agencyAnswers();
    expect(await statusOf(applicant)).toBe('monitorrequiresapproval');
    await accept(applicant);
    expect(await scoreOf(applicant)).toMatchObject({ score: 'IC01' });
  });

  test('declined, the same score waits again and the person reads why', async () => {
    const applicant = await asking();
    await decide(applicant, 'decline');
    await portal.runJobs();
    expect(await read(applicant)).toMatchObject({ outcome: 'declined', explanation: 'The report names it' });
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC03', nextstep: 1 });
    expect(await subjectsTo(applicant)).toContain('Your identity theft request was declined');
    await expect(rescind(applicant)).rejects.toMatchObject({ code: 'applications.block-decided' });
    expect((await askForBlock(applicant)).disputeid).not.toBe(applicant.disputeid);
  });

  test('decided by two members of staff at once: one counts, the other is told, one mail', async () => {
    for (let round = 0; round < 4; round += 1) {
      const applicant = await asking();
      const results = await Promise.allSettled([
        decide(applicant, 'block', ada),
        decide(applicant, 'decline', ben),
      ]);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual([
        expect.stringMatching(/^applications\.(?:block-decided|dispute-closed)$/),
      ]);
      await portal.runJobs();
      const decided = (await subjectsTo(applicant)).filter((subject) =>
        /approved|declined/.test(subject ?? ''),
      );
      expect(decided).toHaveLength(1);
    }
  });

  test('is not decided as a dispute, nor a dispute as a block', async () => {
    const { disputeid } = await asking();
    const staff = await asStaff();
    await staff.perform(assignDispute, { disputeid });
    await expect(
      staff.perform(resolveDispute, { disputeid, outcome: 'confirmed', explanation: 'It is right' }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const active = await withResult(portal, '900-00-0004');
    await accept(active);
    const dispute = await active.visitor.perform(openDispute, {
      applicationid: active.applicationId,
      errortext: 'no answer to this',
      items: [],
    });
    await expect(decide({ ...active, ...dispute }, 'block')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('beside a dispute of the same check', () => {
  const dispute = ({ visitor, applicationId: applicationid }: Applicant, errortext: string) =>
    visitor.perform(openDispute, { applicationid, errortext, items: [] });
  const both = async (ready: Case, errortext: string) => {
    const { disputeid } = await dispute(ready, errortext);
    await portal.runJobs();
    return { block: ready, dispute: { ...ready, disputeid } };
  };
  const disputeAnswered = async () => {
    await portal.runJobs();
    await runSweep(portal, disputeResults);
    await portal.runJobs();
  };

  test('a score that waits is held until both have ended, whichever ends first', async () => {
    const one = await both(await asking(), 'no answer to this');
    expect((await read(one.dispute)).other_case).toEqual({
      disputeid: one.block.disputeid,
      kind: 'identity-theft',
    });
    expect((await approvalOf(one.block))?.cases.map(({ kind }) => kind).sort()).toEqual([
      'error',
      'identity-theft',
    ]);
    await decide(one.block, 'decline');
    expect(await statusOf(one.block)).toBe('correctionrequest');
    expect(await factsOf(one.block)).toMatchObject({ open_score_dispute: true, pending_score_change: false });
    await one.dispute.visitor.perform(withdrawDispute, { disputeid: one.dispute.disputeid });
    expect(await statusOf(one.block)).toBe('newrequiresapproval');
    expect(await factsOf(one.block)).toMatchObject({ open_score_dispute: false, pending_score_change: true });

    const other = await both(await asking(), 'no answer to that');
    await other.dispute.visitor.perform(withdrawDispute, { disputeid: other.dispute.disputeid });
    expect(await statusOf(other.block)).toBe('correctionrequest');
    await decide(other.block, 'decline');
    expect(await approvalOf(other.block)).toMatchObject({ icscore: 'IC03', nextstep: 1 });
  });

  test('a block that ends first keeps its result until the dispute has ended', async () => {
    const { block, dispute: open } = await both(await askingActive(), 'no answer to this');
    expect(await statusOf(block)).toBe('done');
    await decide(block, 'block');
    await agencyAnswers();
    expect(await read(block)).toMatchObject({ outcome: 'blocked', corrected_icscore: 'IC01' });
    expect(await statusOf(block)).toBe('done');
    expect(await factsOf(block)).toMatchObject({ open_score_dispute: true, pending_score_change: false });
    expect(await scoreOf(block)).toMatchObject({ score: 'IC03' });
    expect(await read(open)).toMatchObject({ state: 'forwarded', resolved_dts: null });
    await expect(accept(block)).rejects.toMatchObject({ code: 'applications.score-decided' });
    await (await asStaff()).perform(resolveDispute, {
      disputeid: open.disputeid,
      outcome: 'confirmed',
      explanation: 'The court confirmed the rest',
    });
    expect(await approvalOf(block)).toMatchObject({ icscore: 'IC01', nextstep: 1, cases: [] });
    await accept(block);
    expect(await scoreOf(block)).toMatchObject({ score: 'IC01' });
  });

  test('a correction that ends first waits for the decision on the block, and its mail says so', async () => {
    const { block, dispute: open } = await both(await askingActive(), 'The record is not mine');
    await disputeAnswered();
    expect(await read(open)).toMatchObject({ outcome: 'corrected', corrected_icscore: 'IC01' });
    expect(await statusOf(block)).toBe('done');
    expect(await read(block)).toMatchObject({ state: 'received', resolved_dts: null });
    const told = (await listOutbox(portal.db, { to: block.emailaddress })).find(
      ({ subject }) => subject === 'The result of your dispute',
    );
    expect(told?.text).toContain('until your identity theft request about this report has ended too');
    expect(told?.text).not.toContain('Log in to review your score');
    await decide(block, 'decline');
    await portal.runJobs();
    expect(await statusOf(block)).toBe('monitorrequiresapproval');
    expect(await approvalOf(block)).toMatchObject({ icscore: 'IC01' });
    expect(await subjectsTo(block)).toContain('Your ShieldScore has changed: please review it');
  });

  test('a block that was taken back brings the results in again although a dispute is open', async () => {
    const applicant = await askingActive();
    await decide(applicant, 'block');
    await agencyAnswers();
    await accept(applicant);
    const { dispute: open } = await both(applicant, 'no answer to this');
    await rescind(applicant);
    expect(await read(applicant)).toMatchObject({ state: 'lifting', resolved_dts: null });
    await agencyAnswers();
    expect(await statusOf(applicant)).toBe('done');
    await open.visitor.perform(withdrawDispute, { disputeid: open.disputeid });
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC03', nextstep: 1 });
  });

  test('a dispute comes first as well; a second of either kind is refused, by the database too', async () => {
    const applicant = await withResult(portal, '900-00-0004');
    await save(applicant, { acceptterms: 'YES' });
    const { disputeid } = await save(applicant, {
      reviewaction: 'reporterror',
      details: { cra_error_request: { errortext: 'no answer to this', items: [] } },
    }).then(() => approvalOf(applicant).then((approval) => approval?.cases[0] ?? { disputeid: '' }));
    const block = await askForBlock(applicant);
    await expect(askForBlock(applicant)).rejects.toMatchObject({ code: 'applications.dispute-open' });
    expect(await dispute(applicant, 'no answer once more')).toEqual({ disputeid });
    for (const id of [disputeid, block.disputeid]) {
      await expect(
        portal.pool.query(
          `insert into dispute select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
           from dispute d where id = $1`,
          [id],
        ),
      ).rejects.toMatchObject({ constraint: 'dispute_open_key' });
    }
  });
});

describe('a block that is taken back', () => {
  test('after the new score was accepted: the score with the items waits, and is held until then', async () => {
    const applicant = await askingActive();
    await decide(applicant, 'block');
    await agencyAnswers();
    await accept(applicant);
    await rescind(applicant);
    expect(await read(applicant)).toMatchObject({
      state: 'lifting',
      lift_reason: 'The police withdrew the report',
    });
    expect(await factsOf(applicant)).toMatchObject({ open_score_dispute: true });
    await agencyAnswers();
    expect(await read(applicant)).toMatchObject({ state: 'rescinded', outcome: 'rescinded' });
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC03' });
    expect(await statusOf(applicant)).toBe('monitorrequiresapproval');
    expect(await subjectsTo(applicant)).toContain('A block in your report was removed');
  });

  test('while the new score waits: it can no longer be accepted', async () => {
    const applicant = await asking();
    await decide(applicant, 'block');
    await agencyAnswers();
    await rescind(applicant);
    expect(await statusOf(applicant)).toBe('correctionrequest');
    await expect(accept(applicant)).rejects.toMatchObject({ code: 'applications.score-decided' });
    await agencyAnswers();
    expect(await approvalOf(applicant)).toMatchObject({ icscore: 'IC03', nextstep: 1 });
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
  });

  test('before the agency made it: an active score stays as it was accepted', async () => {
    const applicant = await askingActive();
    await decide(applicant, 'block');
    await rescind(applicant);
    await agencyAnswers();
    expect(await read(applicant)).toMatchObject({ state: 'rescinded' });
    expect(await statusOf(applicant)).toBe('done');
    expect(await factsOf(applicant)).toMatchObject({ open_score_dispute: false });
  });
});

test('a deadline that passes is told to staff once for the decision, and once for the agency', async () => {
  const applicant = await asking();
  const pass = async () => {
    await portal.pool.query(
      `update dispute set due_at = now() - interval '1 second', received_at = now() - interval '9 days' where id = $1`,
      [applicant.disputeid],
    );
    await runSweep(portal, overdueDisputesSweep);
    await runSweep(portal, overdueDisputesSweep);
  };
  await pass();
  await decide(applicant, 'block');
  await pass();
  expect(alertsOf(applicant)).toEqual([
    ['identity_theft_block', 'received'],
    ['identity_theft_block', 'overdue'],
    ['identity_theft_block', 'overdue'],
  ]);
  expect(await subjectsTo(applicant)).not.toContain('The answer to your dispute is overdue');
});

test('the agency’s result counts once, for its own block, and only while it is awaited', async () => {
  const [one, other] = [await asking(), await asking()];
  await setSetting(portal.db, sandboxDisputeDelay, 86_400_000, portal.clock.now());
  await decide(one, 'block');
  await decide(other, 'block');
  await portal.runJobs();
  const { rows } = await portal.pool.query('select profile_number from cra_order where application_id = $1', [
    one.applicationId,
  ]);
  const post = async (more: object) => {
    const body = JSON.stringify({
      event_id: newId(),
      craid: '2',
      idempotency_key: one.applicationId,
      profile_number: rows[0]?.profile_number,
      occurred_at: portal.clock.now().toISOString(),
      type: 'blockresult',
      blocked: true,
      score: 'IC02',
      findings: [],
      ...more,
    });
    const response = await fetch(`${portal.origin}/hooks/cra`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cra-signature': signHook(portal.config.cra.webhookSecret, body, portal.clock.now()),
      },
      body,
    });
    await response.body?.cancel();
    await portal.runJobs();
  };
  await post({ block_id: other.disputeid });
  await post({ block_id: one.disputeid, blocked: false });
  expect([await statusOf(one), await statusOf(other)]).toEqual(['correctionrequest', 'correctionrequest']);
  await post({ block_id: one.disputeid });
  await post({ block_id: one.disputeid, score: 'IC04' });
  expect(await approvalOf(one)).toMatchObject({ icscore: 'IC02' });
  await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
});
