import { expect, test } from 'vitest';
import {
  assignDispute,
  assignPipelineAlert,
  getDispute,
  listPipelineAlerts,
  replyToDispute,
  resolveDispute,
} from '#modules/admin/index.ts';
import {
  CraFailed,
  carryBlock,
  carryDispute,
  type Finding,
  getMyApplication,
  getMyDispute,
  openDispute,
  withdrawDispute,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { findingsAt } from '#modules/applications/reports/findings.ts';
import { MINUTE, SECOND } from '#modules/platform/browser.ts';
import { addBusinessDays } from '#modules/platform/index.ts';
import { postCallback } from '#test/factories/agency-callbacks.ts';
import { acceptResult, withResult } from '#test/factories/applicants.ts';
import { blockCases, type Case } from '#test/factories/block-cases.ts';
import { theftReport } from '#test/factories/blocks.ts';
import { disputeResult } from '#test/factories/disputes.ts';
import { makePicture, upload } from '#test/factories/documents.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { WatchedAgency } from '#test/factories/watched-agency.ts';
import { shows } from '#test/shown.ts';

/** What the agency is told of a case, and which of its answers count. */

const portal = await servedPortal();
const agency = new WatchedAgency(portal);
const { ada, asStaff, asking, askingActive, decide, rescind, read, statusOf, approvalOf, subjectsTo } =
  await blockCases(portal);

const disputing = () => disputeResult(portal, 'no answer to this one');
const aboutDispute = ({ disputeid }: Case) => agency.disputes.filter((told) => told.disputeId === disputeid);
const aboutBlock = ({ disputeid }: Case) => agency.blocks.filter((told) => told.blockId === disputeid);
const documentsOf = ({ disputeid }: Case) => agency.documents.filter((told) => told.caseId === disputeid);

async function profileOf({ applicationId }: Case): Promise<string> {
  const { rows } = await portal.pool.query('select profile_number from cra_order where application_id = $1', [
    applicationId,
  ]);
  return rows[0]?.profile_number;
}

test('a dispute is told with all that the person and staff wrote, in order, and with the person’s documents', async () => {
  const one = await disputing();
  const { visitor, disputeid } = one;
  const profileNumber = await profileOf(one);
  expect(aboutDispute(one)).toMatchObject([
    {
      craid: '2',
      profileNumber,
      text: 'no answer to this one',
      items: ['County criminal'],
      dueAt: (await read(one)).due_dts,
      messages: [],
    },
  ]);
  expect(await read(one)).toMatchObject({ state: 'forwarded', forwarded_dts: expect.any(Date) });
  await postCallback(portal, one.applicationId, {
    type: 'disputemessage',
    dispute_id: disputeid,
    text: 'Which year were you born?',
  });
  portal.clock.advance(SECOND);
  await (await asStaff()).perform(replyToDispute, {
    disputeid,
    message: 'Tell us the year, please',
    documents: [await upload('ours.png', await makePicture('png'))],
  });
  await portal.runJobs();
  expect(aboutDispute(one).map(({ messages }) => messages.map(({ author }) => author))).toEqual([
    [],
    ['staff'],
  ]);
  portal.clock.advance(SECOND);
  portal.clock.stop();
  await visitor.perform(writeDisputeMessage, {
    disputeid,
    message: 'It is 1985',
    documents: [theftReport],
  });
  await portal.runJobs();
  expect(await read(one)).toMatchObject({ forwarded_dts: portal.clock.now() });
  expect(aboutDispute(one).at(-1)).toMatchObject({
    dueAt: (await read(one)).due_dts,
    messages: [
      { author: 'staff', text: 'Tell us the year, please' },
      { author: 'person', text: 'It is 1985', writtenAt: portal.clock.now() },
    ],
  });
  expect(documentsOf(one)).toMatchObject([{ craid: '2', profileNumber, contentType: 'application/pdf' }]);
  expect(documentsOf(one)[0]?.body).toEqual(await theftReport.file.content());
  portal.clock.run();
});

test('a dispute that was withdrawn is not told anymore, and stays withdrawn if that happens meanwhile', async () => {
  const [before, meanwhile] = [await disputing(), await disputing()];
  const write = ({ visitor, disputeid }: Case) =>
    visitor.perform(writeDisputeMessage, { disputeid, message: 'One more thing' });
  const withdraw = ({ visitor, disputeid }: Case) => visitor.perform(withdrawDispute, { disputeid });
  await write(before);
  await withdraw(before);
  await portal.runJobs();
  expect(aboutDispute(before)).toHaveLength(1);
  const { forwarded_dts } = await read(meanwhile);
  portal.clock.advance(MINUTE);
  await write(meanwhile);
  agency.meanwhile = () => withdraw(meanwhile);
  await portal.runJobs();
  agency.meanwhile = async () => {};
  expect(aboutDispute(meanwhile)).toHaveLength(2);
  expect(await read(meanwhile)).toMatchObject({ state: 'withdrawn', forwarded_dts });
});

test('a block is told once staff have decided it, with the person’s proof, and again when it is lifted', async () => {
  const one = await askingActive();
  await one.visitor.perform(writeDisputeMessage, { disputeid: one.disputeid, message: 'Did you get it?' });
  await portal.runJobs();
  await carryDispute(portal, one.disputeid);
  await carryBlock(portal, one.disputeid);
  expect([aboutDispute(one), aboutBlock(one), documentsOf(one)]).toEqual([[], [], []]);
  await decide(one, 'block');
  await portal.runJobs();
  const profileNumber = await profileOf(one);
  const block = { craid: '2', profileNumber, items: ['County criminal'], text: 'Somebody used my wallet' };
  expect(aboutBlock(one)).toMatchObject([{ ...block, blocked: true, dueAt: (await read(one)).due_dts }]);
  expect(
    documentsOf(one)
      .map(({ contentType }) => contentType)
      .sort(),
  ).toEqual(['application/pdf', 'image/jpeg']);
  portal.clock.advance(MINUTE);
  portal.clock.stop();
  await rescind(one);
  await portal.runJobs();
  expect(aboutBlock(one)).toMatchObject([{}, { ...block, blocked: false, dueAt: (await read(one)).due_dts }]);
  expect(documentsOf(one)).toHaveLength(2);
  expect((await read(one)).forwarded_dts).toEqual(portal.clock.now());
  portal.clock.run();
});

test('an answer counts for an open dispute, and a correction only with its score and findings', async () => {
  const one = await disputing();
  const answer = (event: object) =>
    postCallback(portal, one.applicationId, {
      type: 'disputeresult',
      dispute_id: one.disputeid,
      explanation: 'We asked the court',
      ...event,
    });
  await answer({ outcome: 'corrected' });
  await answer({ outcome: 'corrected', score: 'IC01' });
  await answer({ outcome: 'corrected', findings: [] });
  expect(await read(one)).toMatchObject({ state: 'forwarded', outcome: null });
  await answer({ type: 'disputemessage', text: 'A question' });
  expect(await subjectsTo(one)).toContain('New message in your dispute');
  // The score of an answer that confirms the report counts for nothing.
  await answer({ outcome: 'confirmed', score: 'IC01', findings: [] });
  await answer({ type: 'disputemessage', text: 'Too late' });
  expect(await read(one)).toMatchObject({
    outcome: 'confirmed',
    explanation: 'We asked the court',
    corrected_icscore: null,
    messages: [{ text: 'A question', author: 'agency' }],
  });
  expect(await approvalOf(one)).toMatchObject({ icscore: 'IC03' });
  const block = await asking();
  const asked = { dispute_id: block.disputeid, type: 'disputeresult', outcome: 'confirmed' };
  await postCallback(portal, block.applicationId, { ...asked, explanation: 'It is right' });
  expect(await read(block)).toMatchObject({ state: 'received', outcome: null });
  await postCallback(portal, block.applicationId, { ...asked, type: 'disputemessage', text: 'A question' });
  expect(await subjectsTo(block)).toContain('New message about your identity theft request');
});

test('a score of a block that is the accepted one is proposed, unless the block was lifted before it was made', async () => {
  // Takes long: three people walk from payment to an accepted score and on to a decided block.
  const result = (of: Case, blocked: boolean, score: string) =>
    postCallback(portal, of.applicationId, {
      type: 'blockresult',
      block_id: of.disputeid,
      blocked,
      score,
      findings: [],
    });
  const [same, changed, held] = [await askingActive(), await askingActive(), await askingActive()];
  for (const each of [same, changed, held]) await decide(each, 'block');
  await result(same, true, 'IC03');
  expect(await statusOf(same)).toBe('monitorrequiresapproval');
  await rescind(changed);
  await result(changed, false, 'IC04');
  expect(await approvalOf(changed)).toMatchObject({ icscore: 'IC04', previous_icscore: 'IC03', nextstep: 1 });
  // A dispute that ended meanwhile changed the score, which is held by the block.
  const { disputeid } = await held.visitor.perform(openDispute, {
    applicationid: held.applicationId,
    errortext: 'no answer to this',
    items: [],
  });
  await portal.runJobs();
  await (await asStaff()).perform(resolveDispute, {
    disputeid,
    outcome: 'corrected',
    explanation: 'The court removed it',
    score: 'IC01',
  });
  await rescind(held);
  await result(held, false, 'IC03');
  expect(await approvalOf(held)).toMatchObject({ icscore: 'IC03', nextstep: 1 });
});

test('staff who enter a correction take the agency’s report, and change the disputed findings of the newest one', async () => {
  const finding = (search: string, clear: boolean): Finding => ({
    search,
    scope: 'Everywhere',
    places: [],
    searched_on: null,
    result: clear ? 'No records' : '1 record',
    clear,
    records: clear ? [] : [{ description: 'Trespass', place: 'Travis County, TX', recorded_on: null }],
  });
  const keep = async (applicationId: string, findings: Finding[]) => {
    const { rows } = await portal.pool.query(
      'select id from score_change where application_id = $1 order by created_at desc limit 1',
      [applicationId],
    );
    const sealed = portal.keys.encrypt(JSON.stringify(findings), findingsAt(rows[0].id));
    await portal.pool.query('update score_change set findings = $2 where id = $1', [rows[0].id, sealed]);
  };
  const found = [finding('County criminal', false), finding('Watch lists', false), finding('Federal', true)];
  const corrected = { result: 'Corrected: no records', clear: true, records: [] };
  const correct = async ({ disputeid }: Case) =>
    (await asStaff()).perform(resolveDispute, {
      disputeid,
      outcome: 'corrected',
      explanation: 'The court removed it',
      score: 'IC01',
    });
  const findingsNow = async ({ visitor, applicationId: applicationid }: Case) =>
    (await visitor.perform(getMyApplication, { applicationid })).pendingapproval?.findings;

  const part = await disputing();
  await keep(part.applicationId, found);
  agency.fails = new CraFailed('closed');
  const silent = await refusalOf(correct(part));
  expect(silent.code).toBe('applications.agency-silent');
  shows('agency.silent', silent.text);
  agency.fails = new Error('another fault');
  await expect(correct(part)).rejects.toThrow('another fault');
  agency.fails = null;
  expect(await read(part)).toMatchObject({ outcome: null });
  await correct(part);
  const decidedBy = await portal.pool.query(
    'select resolved_at, result_due_at, decided_by_account_id as by from dispute where id = $1',
    [part.disputeid],
  );
  expect(decidedBy.rows).toEqual([
    {
      resolved_at: expect.any(Date),
      result_due_at: addBusinessDays(decidedBy.rows[0]?.resolved_at, 5),
      by: ada.accountId,
    },
  ]);
  expect(await findingsNow(part)).toMatchObject([{ ...found[0], ...corrected }, found[1], found[2]]);
  const block = await asking();
  const asked = agency.reports;
  expect((await refusalOf(correct(part))).code).toBe('applications.dispute-closed');
  expect((await refusalOf(correct(block))).code).toBe('not-found');
  expect(agency.reports).toBe(asked);

  const accepted = await withResult(portal, '900-00-0004');
  await acceptResult(accepted);
  const whole = {
    ...accepted,
    ...(await accepted.visitor.perform(openDispute, {
      applicationid: accepted.applicationId,
      errortext: 'no answer to this',
      items: [],
    })),
  };
  await portal.runJobs();
  await keep(whole.applicationId, found);
  await correct(whole);
  expect(await findingsNow(whole)).toMatchObject([
    { ...found[0], ...corrected },
    { ...found[1], ...corrected },
    found[2],
  ]);
});

test('whoever has a case in the pipeline has it on its own page, and the other way', async () => {
  const one = await disputing();
  const staff = await asStaff();
  const alertOf = async () => {
    const { pipelinedata } = await staff.perform(listPipelineAlerts, { type: 'dispute', rows: 100 });
    return pipelinedata.find(({ event_id }) => event_id === one.disputeid);
  };
  const alertid = (await alertOf())?.id ?? '';
  await staff.perform(assignPipelineAlert, { alertid, assignee: ada.accountId, seen: '' });
  expect((await read(one)).taken_by).toMatch(/^Ada Admin\d+$/);
  await staff.perform(assignPipelineAlert, { alertid, assignee: '', seen: ada.accountId });
  expect((await read(one)).taken_by).toBeNull();
  const isMine = async () => (await staff.perform(getDispute, { disputeid: one.disputeid })).mine;
  expect(await isMine()).toBe(false);
  await staff.perform(assignDispute, { disputeid: one.disputeid });
  expect((await alertOf())?.assignee).toMatch(/^Ada Admin\d+$/);
  expect(await isMine()).toBe(true);
});

test('staff take and answer a case that is open, and their name is shown', async () => {
  const one = await disputing();
  const { visitor, disputeid } = one;
  expect((await read(one)).taken_by).toBeNull();
  await (await asStaff()).perform(assignDispute, { disputeid });
  expect((await read(one)).taken_by).toMatch(/^Ada Admin\d+$/);
  await (await asStaff()).perform(replyToDispute, { disputeid, message: 'Hello' });
  const { dispute } = await visitor.perform(getMyDispute, { disputeid });
  expect(dispute.messages).toMatchObject([
    { author: 'staff', authorname: expect.stringMatching(/^Ada Admin/) },
  ]);
  await visitor.perform(withdrawDispute, { disputeid });
  const staff = await asStaff();
  const closed = 'applications.dispute-closed';
  expect((await refusalOf(staff.perform(assignDispute, { disputeid }))).code).toBe(closed);
  expect((await refusalOf(staff.perform(replyToDispute, { disputeid, message: 'Hello' }))).code).toBe(closed);
  const { rows } = await portal.pool.query(
    `select action, about_id from audit_entry where object_id = $1 and action like 'applications.dispute-%'
     order by action`,
    [disputeid],
  );
  expect(rows).toEqual(
    ['answered', 'decided', 'opened', 'taken'].map((what) => ({
      action: `applications.dispute-${what}`,
      about_id: one.accountId,
    })),
  );
});
