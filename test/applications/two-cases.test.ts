import { describe, expect, test } from 'vitest';
import { getDispute, resolveDispute } from '#modules/admin/index.ts';
import { openDispute, withdrawDispute } from '#modules/applications/index.ts';
import { runSweep } from '#modules/platform/index.ts';
import { disputeResults } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, withResult } from '#test/factories/applicants.ts';
import { blockCases, type Case } from '#test/factories/block-cases.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
const {
  asStaff,
  save,
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
} = await blockCases(portal);

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
    // The nearest deadline first.
    expect((await approvalOf(one.block))?.cases.map(({ kind }) => kind)).toEqual(['identity-theft', 'error']);
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
    const staff = await asStaff();
    // The disputed score is IC03, but a correction may not take back what the block improved.
    const { corrections } = await staff.perform(getDispute, { disputeid: open.disputeid });
    expect(corrections).toEqual(['IC01+', 'IC01']);
    await expect(accept(block)).rejects.toMatchObject({ code: 'applications.score-decided' });
    await staff.perform(resolveDispute, {
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
