import { expect, test } from 'vitest';
import { getDispute, getScoreChanges, resolveDispute, resolveScoreChange } from '#modules/admin/index.ts';
import { type Grade, setSetting } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { postCallback } from '#test/factories/agency-callbacks.ts';
import { type Applicant, removeSandboxDelays } from '#test/factories/applicants.ts';
import { disputeResult } from '#test/factories/disputes.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
const ada = await newStaff(portal);

/** Opens a new session of staff, because tests move the clock and idle sessions end. */
const asStaff = () => signIn(portal, ada);
const disputing = (errortext: string) => disputeResult(portal, errortext);

test('D81: staff approve or reject a disputed score change, and nothing else', async () => {
  const [approved, rejected] = [await disputing('no answer to this'), await disputing('no answer to that')];
  const staff = await asStaff();
  const changesOf = async ({ accountId: userid }: Applicant) =>
    (await staff.perform(getScoreChanges, { userid })).score_changes;
  const resolve = async (applicant: Applicant, more: object) =>
    staff.perform(resolveScoreChange, {
      userid: applicant.accountId,
      scorechangeid: (await changesOf(applicant))[0]?.id ?? '',
      approve: 'YES',
      note: 'Asked the agency by phone',
      ...more,
    });
  expect(await changesOf(approved)).toMatchObject([
    { change_type: 'new', status: 'DISPUTE', to_score: 'IC03', disputeid: approved.disputeid },
  ]);
  await resolve(approved, {});
  expect((await changesOf(approved)).map(({ status }) => status)).toEqual(['PENDING', 'DISPUTE']);
  const tooEarly = await resolve(approved, {}).catch((error) => error);
  expect(tooEarly).toMatchObject({ code: 'applications.score-not-silent' });
  shows('score.not-silent', tooEarly.text);
  const decided = (await changesOf(approved))[1]?.id;
  const again = await resolve(approved, { scorechangeid: decided }).catch((error) => error);
  expect(again).toMatchObject({ code: 'applications.no-open-dispute' });
  shows('dispute.none-open', again.text);
  await expect(resolve(rejected, { approve: 'NO' })).rejects.toMatchObject({
    code: 'applications.corrected-score-needed',
  });
  await resolve(rejected, { approve: 'NO', corrected_score: 'IC01' });
  expect((await changesOf(rejected))[0]).toMatchObject({ status: 'PENDING', to_score: 'IC01' });
  await expect(
    staff.perform(resolveScoreChange, {
      userid: approved.accountId,
      scorechangeid: (await changesOf(rejected))[0]?.id ?? '',
      approve: 'YES',
      note: 'Another person’s',
    }),
  ).rejects.toMatchObject({ code: 'not-found' });
});

test('D81: a monitoring update that staff reject is replaced by the score before it', async () => {
  const { accountId: userid } = await disputing('no answer to the update');
  const staff = await asStaff();
  await portal.pool.query(
    `update score_change set score_change_type = 'monitorupdate', previous_score = 'IC02' where account_id = $1`,
    [userid],
  );
  const changes = async () => (await staff.perform(getScoreChanges, { userid })).score_changes;
  await staff.perform(resolveScoreChange, {
    userid,
    scorechangeid: (await changes())[0]?.id ?? '',
    approve: 'NO',
    note: 'Asked the agency by phone',
  });
  expect((await changes())[0]).toMatchObject({ status: 'PENDING', to_score: 'IC02' });
});

test('a score change that two members of staff decide at once is decided once, and the other is told', async () => {
  const { accountId: userid, applicationId } = await disputing('no answer to either');
  const staff = await asStaff();
  const [change] = (await staff.perform(getScoreChanges, { userid })).score_changes;
  const decide = (more: { approve: 'YES' | 'NO'; corrected_score?: 'IC01' }) =>
    staff.perform(resolveScoreChange, {
      userid,
      scorechangeid: change?.id ?? '',
      note: 'Asked the agency by phone',
      ...more,
    });
  const [approved, rejected] = await Promise.allSettled([
    decide({ approve: 'YES' }),
    decide({ approve: 'NO', corrected_score: 'IC01' }),
  ]);
  const told = [approved, rejected].filter((each) => each.status === 'rejected');
  expect(told).toMatchObject([{ reason: { code: expect.stringMatching(/no-open-dispute|dispute-closed/) } }]);
  const { rows } = await portal.pool.query(
    `select state, score from score_change where application_id = $1 order by created_at`,
    [applicationId],
  );
  expect(rows).toEqual([
    { state: 'disputed', score: 'IC03' },
    { state: 'pending', score: approved.status === 'fulfilled' ? 'IC03' : 'IC01' },
  ]);
});

test('D146: a correction by staff or the agency never makes a score worse', async () => {
  const [byStaff, byAgency] = [await disputing('no answer to staff'), await disputing('no answer to them')];
  const staff = await asStaff();
  const correct = ({ disputeid }: Applicant & { disputeid: string }, score: Grade) =>
    staff.perform(resolveDispute, {
      disputeid,
      outcome: 'corrected',
      score,
      explanation: 'The agency said so by phone',
    });
  for (const score of ['IC04', 'NA'] as const) {
    const refusal = await correct(byStaff, score).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'applications.correction-worse', options: { field: 'score' } });
    shows('dispute.worse', refusal.text);
  }
  await correct(byStaff, 'IC03');
  const newest = async ({ applicationId }: Applicant) => {
    const { rows } = await portal.pool.query(
      `select change.score, change.state, dispute.outcome from score_change change
       join dispute on dispute.application_id = change.application_id
       where change.application_id = $1 order by change.created_at desc limit 1`,
      [applicationId],
    );
    return rows[0];
  };
  expect(await newest(byStaff)).toEqual({ score: 'IC03', state: 'pending', outcome: 'corrected' });

  const says = (score: Grade) =>
    postCallback(portal, byAgency.applicationId, {
      type: 'disputeresult',
      dispute_id: byAgency.disputeid,
      outcome: 'corrected',
      explanation: 'There is one more record',
      score,
      findings: [],
    });
  await says('IC04');
  expect(portal.takeErrors().map(({ msg }) => msg)).toEqual(['the agency corrected a score to a worse one']);
  expect(await newest(byAgency)).toEqual({ score: 'IC03', state: 'disputed', outcome: null });
  const { dispute } = await (await asStaff()).perform(getDispute, { disputeid: byAgency.disputeid });
  expect(dispute.messages).toMatchObject([{ author: 'agency', text: 'There is one more record' }]);
  await says('IC02');
  expect(await newest(byAgency)).toEqual({ score: 'IC02', state: 'pending', outcome: 'corrected' });
});
