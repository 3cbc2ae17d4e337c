import { describe, expect, test } from 'vitest';
import { assignDispute, listDisputes, resolveDispute } from '#modules/admin/index.ts';
import {
  openDispute,
  overdueDisputesSweep,
  scoreApproval,
  scoreHoldChanged,
  withdrawDispute,
} from '#modules/applications/index.ts';
import { addBusinessDays, runSweep, setSetting } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { postCallback } from '#test/factories/agency-callbacks.ts';
import { withResult } from '#test/factories/applicants.ts';
import { blockCases } from '#test/factories/block-cases.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
const {
  alerts,
  ada,
  ben,
  asStaff,
  accept,
  asking,
  askingActive,
  decide,
  rescind,
  agencyAnswers,
  read,
  statusOf,
  approvalOf,
  factsOf,
  subjectsTo,
  scoreOf,
  alertsOf,
} = await blockCases(portal);

const holds = hearEvents(portal, scoreHoldChanged);
/** How often others were told that a person's score is held or is not. */
const holdsOf = ({ accountId }: { accountId: string }) =>
  holds.filter((held) => held.accountId === accountId).length;

/** How often a person was told that their score is ready. */
const readyMails = async (applicant: Parameters<typeof subjectsTo>[0]) =>
  (await subjectsTo(applicant)).filter((subject) => subject === 'Your ShieldScore is ready for your review')
    .length;

describe('a request for a block', () => {
  test('is due in 4 business days, holds a score that waits, and asks staff, not the agency', async () => {
    const applicant = await asking();
    const dispute = await read(applicant);
    expect(dispute).toMatchObject({ kind: 'identity-theft', state: 'received', forwarded_dts: null });
    expect(dispute.due_dts).toEqual(addBusinessDays(dispute.received_dts, 4));
    expect(await statusOf(applicant)).toBe('correctionrequest');
    expect(holdsOf(applicant)).toBe(1);
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
    const missing = await askForBlock(applicant, { identity: null }).catch((error) => error);
    expect(missing).toMatchObject({ code: 'applications.document-needed', options: { field: 'identity' } });
    shows('document.needed', missing.text);
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    const linked = () => applicant.visitor.perform(scoreApproval, { approvalcode: applicant.code });
    expect((await linked()).pendingapprovalcode).toBe(applicant.code);
    await askForBlock(applicant);
    expect((await linked()).pendingapprovalcode).toBe('-1');
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
    await portal.runJobs();
    expect(await subjectsTo(withdrawn)).toContain('You withdrew your identity theft request');
    expect(await readyMails(withdrawn)).toBe(1);
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
    expect((await read(applicant)).due_dts).toEqual(
      addBusinessDays((await read(applicant)).blocked_dts ?? new Date(0), 4),
    );
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
    expect(await readyMails(applicant)).toBe(2);
    expect(holdsOf(applicant)).toBe(2);
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

describe('a block that is taken back', () => {
  test('after the new score was accepted: the score with the items waits, and is held until then', async () => {
    const applicant = await askingActive();
    await decide(applicant, 'block');
    await agencyAnswers();
    await accept(applicant);
    const before = holdsOf(applicant);
    await rescind(applicant);
    expect(holdsOf(applicant)).toBe(before + 1);
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
  const post = (more: object) =>
    postCallback(portal, one.applicationId, {
      type: 'blockresult',
      blocked: true,
      score: 'IC02',
      findings: [],
      ...more,
    });
  await post({ block_id: other.disputeid });
  await post({ block_id: one.disputeid, blocked: false });
  expect([await statusOf(one), await statusOf(other)]).toEqual(['correctionrequest', 'correctionrequest']);
  await post({ block_id: one.disputeid });
  await post({ block_id: one.disputeid, score: 'IC04' });
  expect(await approvalOf(one)).toMatchObject({ icscore: 'IC02' });
  await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
});
