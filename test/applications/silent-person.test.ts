import { describe, expect, test } from 'vitest';
import { getScoreChanges, getWaitingScore, resolveScoreChange } from '#modules/admin/index.ts';
import { openDispute, saveAccept } from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
portal.clock.stop();
await removeSandboxDelays(portal);

async function waiting(ssn = '900-00-0003') {
  const applicant = await newApplicant(portal);
  await submit(applicant, ssn);
  await portal.runJobs();
  const { id } = await portal.db
    .selectFrom('score_change')
    .select('id')
    .where('account_id', '=', applicant.accountId)
    .executeTakeFirstOrThrow();
  return { applicant, scorechangeid: id };
}

/** Days pass, with their reminders. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    portal.clock.advance(DAY);
    await portal.runSchedule('applications.score-reminders');
    await portal.runJobs();
  }
}

async function decide(about: { applicant: Applicant; scorechangeid: string }, approve: 'YES' | 'NO') {
  const staff = await newStaff(portal);
  const input = {
    userid: about.applicant.accountId,
    scorechangeid: about.scorechangeid,
    note: 'Called three times',
  };
  return staff.visitor.perform(resolveScoreChange, { ...input, approve });
}

async function statusOf({ applicant }: { applicant: Applicant }): Promise<string> {
  const { status } = await portal.db
    .selectFrom('application')
    .select('status')
    .where('id', '=', applicant.applicationId)
    .executeTakeFirstOrThrow();
  return status;
}

async function subjects({ emailaddress }: Applicant): Promise<string[]> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  return mails.map(({ subject }) => subject ?? '');
}

describe('a score that a person left unanswered', () => {
  test('is not for staff to decide before 30 days, whatever was reminded', async () => {
    const about = await waiting();
    await pass(29);
    shows('score.not-silent', (await refusalOf(decide(about, 'YES'))).text);
    expect((await refusalOf(decide(about, 'NO'))).code).toBe('applications.score-not-silent');
    expect(await statusOf(about)).toBe('newrequiresapproval');
  });

  test('is not for staff to decide before the third reminder, whatever time has passed', async () => {
    const about = await waiting();
    await pass(8);
    portal.clock.advance(25 * DAY);
    expect((await refusalOf(decide(about, 'YES'))).code).toBe('applications.score-not-silent');
    await pass(1);
    await decide(about, 'YES');
    expect(await statusOf(about)).toBe('done');
  });

  test('becomes active after 30 days and three reminders, and the person can dispute it', async () => {
    const about = await waiting();
    await pass(30);
    const { applicant } = about;
    const ready = (await subjects(applicant)).filter((subject) =>
      subject.includes('is ready for your review'),
    );
    expect(ready).toHaveLength(4);
    await decide(about, 'YES');
    expect(await statusOf(about)).toBe('done');
    expect(await subjects(applicant)).toContain('Your ShieldScore is active');
    const visitor = await signIn(portal, applicant);
    await visitor.perform(openDispute, {
      applicationid: applicant.applicationId,
      errortext: 'That is not mine',
      items: [],
    });
  });

  test('is closed without a score if staff reject it, and no link of a mail brings it back', async () => {
    const about = await waiting();
    await pass(30);
    await decide(about, 'NO');
    expect(await statusOf(about)).toBe('cancelled');
    expect(await subjects(about.applicant)).toContain('We closed your background check result');
    const visitor = await signIn(portal, about.applicant);
    const late = visitor.perform(saveAccept, {
      applicationid: about.applicant.applicationId,
      acceptterms: true,
      downloadlinkclicked: false,
      reviewaction: 'accept',
    });
    expect((await refusalOf(late)).code).toBe('applications.score-decided');
  });

  test('begins to wait anew when the person agrees to its terms', async () => {
    const about = await waiting();
    await pass(20);
    const visitor = await signIn(portal, about.applicant);
    await visitor.perform(saveAccept, {
      applicationid: about.applicant.applicationId,
      acceptterms: true,
      downloadlinkclicked: false,
    });
    await pass(15);
    expect((await refusalOf(decide(about, 'YES'))).code).toBe('applications.score-not-silent');
    await pass(15);
    await decide(about, 'YES');
    expect(await statusOf(about)).toBe('done');
  });

  test('of somebody else is not found, and staff see from when on they may decide', async () => {
    const about = await waiting();
    const other = await waiting();
    const staff = await newStaff(portal);
    const foreign = { userid: other.applicant.accountId, scorechangeid: about.scorechangeid };
    expect((await refusalOf(staff.visitor.perform(getWaitingScore, foreign))).code).toBe('not-found');
    const own = { userid: about.applicant.accountId, scorechangeid: about.scorechangeid };
    expect(await staff.visitor.perform(getWaitingScore, own)).toMatchObject({
      pending: true,
      decidable: false,
      reminders: 0,
      decidable_dts: new Date(portal.clock.now().getTime() + 30 * DAY),
    });
    const { score_changes } = await staff.visitor.perform(getScoreChanges, { userid: own.userid });
    expect(score_changes).toMatchObject([{ status: 'PENDING' }]);
  });
});
