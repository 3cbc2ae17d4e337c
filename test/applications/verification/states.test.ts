import { describe, expect, test } from 'vitest';
import { getUser, startUserSession } from '#modules/admin/index.ts';
import { checkMyVerification } from '#modules/applications/index.ts';
import { verificationImagesSweep } from '#modules/applications/verification/retention.ts';
import { myProfile, savePreferences, writeFacts } from '#modules/identity/index.ts';
import { search } from '#modules/network/index.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { admit, sql } from '#modules/platform/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  acceptResult,
  answer,
  newApplicant,
  payUnverified,
  removeSandboxDelays,
  steps,
  submit,
} from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import {
  atVerification,
  checkRun,
  completeRun,
  pollRun,
  startRun,
  takeAll,
} from '#test/factories/verifications.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const rowsOf = async ({ accountId }: Applicant) =>
  (
    await sql<{
      id: string;
      status: string;
      active_verification: boolean;
      verified_until: string | null;
      front_key: string | null;
      video_key: string | null;
      hosted_url: string | null;
    }>`select id, status, active_verification, verified_until::text, front_key, video_key, hosted_url
      from id_verification where account_id = ${accountId} order by started_at, id`.execute(portal.db)
  ).rows;

/** What the page is told if the jobs run while it is read, just before one of its prepared queries, counted from 1. */
async function stateWithJobsBefore({ visitor, applicationId }: Applicant, query: number) {
  const visit = visitor.visit();
  const caller = admit(checkMyVerification, await visit.caller());
  let asked = 0;
  const answer = await portal.reading({ visit, caller, operation: checkMyVerification.name }, (work) => {
    const row: typeof work.row = async (statement) => {
      asked += 1;
      if (asked === query) await portal.runJobs();
      return work.row(statement);
    };
    const interrupted: typeof work = Object.create(work, { row: { value: row } });
    return checkMyVerification.run(interrupted, { applicationid: applicationId });
  });
  expect(asked).toBe(4);
  return answer;
}

const code = (refusal: string) => expect.objectContaining({ code: refusal });
const submitNow = (applicant: Applicant) => answer(applicant, { submit_application: 'YES' });

describe('an applicant takes the images', () => {
  test('and goes on once they are approved', async () => {
    const applicant = await atVerification(portal, 'Approve');
    expect(await checkRun(applicant)).toMatchObject({
      user_verification: 'need_verification',
      required: true,
    });
    await expect(submitNow(applicant)).rejects.toEqual(code('applications.not-complete'));
    const started = await startRun(applicant);
    expect(await checkRun(applicant)).toMatchObject({
      user_verification: 'start_verification',
      url: started.url,
    });
    await takeImages(portal, started.workflow_run_id);
    expect(await completeRun(applicant)).toMatchObject({ verification_status: 'processing' });
    await portal.runJobs();
    const { workflowstep, steps: list } = await steps(applicant);
    expect(list.find((step) => step.esign_step_number === workflowstep)?.step_key).toBe('submit');
    expect(await pollRun(applicant)).toEqual({ verification_status: 'approved', nextstep: workflowstep });
    const [row] = await rowsOf(applicant);
    expect(row).toMatchObject({ status: 'approved', active_verification: true, hosted_url: null });
    expect(row?.front_key).toMatch(/^verifications\/.*\.jpg\.sealed$/);
    expect(row?.video_key).toMatch(/\.webm\.sealed$/);
    const facts = await sql<{ verified: boolean; locked: boolean }>`
      select has_current_verification as verified, locked_name_dob as locked
      from session_facts join account on account.id = account_id where account_id = ${applicant.accountId}`.execute(
      portal.db,
    );
    expect(facts.rows).toEqual([{ verified: true, locked: true }]);
    await submitNow(applicant);
  });

  test.each([
    ['Consider', 'review'],
    ['Reject', 'rejected'],
    ['Blur', 'clearidaction'],
    ['Wait', 'processing'],
    ['Whitfield', 'approved'],
  ])('%s leads to %s', async (lastname, state) => {
    const applicant = await atVerification(portal, lastname);
    await takeAll(portal, applicant);
    await portal.runJobs();
    expect((await pollRun(applicant)).verification_status).toBe(state);
    const { user_verification } = await checkRun(applicant);
    expect(user_verification).toBe(state === 'review' ? 'waiting_review' : state);
    if (state !== 'approved') {
      await expect(submitNow(applicant)).rejects.toEqual(code('applications.not-complete'));
    }
  });

  test.each([1, 2, 3, 4])('approved just before query %i of the page, they may continue', async (query) => {
    const applicant = await atVerification(portal, 'Approve');
    await takeAll(portal, applicant);
    const asked = await stateWithJobsBefore(applicant, query);
    const after = await checkRun(applicant);
    expect(after.user_verification).toBe('approved');
    expect(['processing', 'approved']).toContain(asked.user_verification);
    if (asked.user_verification === 'approved') expect(asked.nextstep).toBe(after.nextstep);
  });

  test.each([
    ['Reject', 'We couldn’t verify your identity'],
    ['Blur', 'Please take the photos of your ID again'],
  ])('%s is told by mail and may try again at once', async (lastname, subject) => {
    const applicant = await atVerification(portal, lastname);
    await takeAll(portal, applicant);
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    const mail = mails.find((each) => each.subject === subject);
    expect(
      mail?.links.some((link) => link.includes(`/user/idverification?appid=${applicant.applicationId}`)),
    ).toBe(true);
    const first = await rowsOf(applicant);
    portal.clock.advance(1000);
    await startRun(applicant);
    expect((await rowsOf(applicant)).map(({ status }) => status)).toEqual([
      first[0]?.status,
      'awaiting_input',
    ]);
  });

  test('an approved verification that has not expired lets a later application go on', async () => {
    const applicant = await newApplicant(portal);
    const later = { ...applicant, applicationId: await payUnverified(portal, applicant.accountId) };
    expect(await checkRun(later)).toMatchObject({ user_verification: 'existing_verification' });
    const until = (day: Date) =>
      sql`update id_verification set verified_until = ${day.toISOString().slice(0, 10)}::date
        where account_id = ${applicant.accountId}`.execute(portal.db);
    await until(portal.clock.now());
    expect((await checkRun(later)).user_verification).toBe('existing_verification');
    await until(new Date(portal.clock.now().getTime() - DAY));
    expect((await checkRun(later)).user_verification).toBe('need_verification');
    await portal.runSchedule('applications.old-verifications');
    expect((await applicant.visitor.caller())?.facts).toMatchObject({
      has_current_verification: false,
      verified_at: expect.any(Date),
    });
  });

  test('it is the mark of a verified ID in session, profile, search and console, also when the score has ended', async () => {
    const applicant = await newApplicant(portal);
    await submit(applicant, '900-00-0002');
    await portal.runJobs();
    await acceptResult(applicant);
    const { accountId, emailaddress } = applicant;
    await portal.work('test.shared', (work) =>
      savePreferences(work, accountId, { network_searchresults: true }),
    );
    await sql`update shield_score set expiration = '2020-01-01' where account_id = ${accountId}`.execute(
      portal.db,
    );
    await portal.work('test.ended', (work) =>
      writeFacts(work, accountId, { certification_expiration: '2020-01-01' }),
    );
    const company = await newCompany(portal);
    const staff = await newStaff(portal);
    const marks = async () => {
      const { searchresults } = await company.owner.visitor.perform(search, { searchterm: emailaddress });
      const { profile } = await staff.visitor.perform(getUser, { userid: accountId });
      return [
        (await applicant.visitor.caller())?.facts.has_current_verification,
        (await applicant.visitor.perform(myProfile, {})).profile.has_current_verification,
        searchresults[0]?.has_current_verification,
        profile.has_current_verification,
      ];
    };
    await portal.runSchedule('identity.sweep');
    expect(await marks()).toEqual([true, true, true, true]);
    await sql`update id_verification set verified_until = '2020-01-01' where account_id = ${accountId}`.execute(
      portal.db,
    );
    await portal.runSchedule('applications.old-verifications');
    expect(await marks()).toEqual([false, false, false, false]);
  });

  test('the images are deleted 90 days after the decision, and not before', async () => {
    const applicant = await atVerification(portal, 'Approve');
    await takeAll(portal, applicant);
    await portal.runJobs();
    const key = (await rowsOf(applicant))[0]?.front_key ?? '';
    await portal.runSchedule('applications.old-verifications');
    await expect(portal.storage.get(key)).resolves.toBeDefined();
    portal.clock.advance(90 * DAY);
    await portal.runSchedule('applications.old-verifications');
    await expect(portal.storage.get(key)).rejects.toThrow('No file is stored');
    expect((await rowsOf(applicant))[0]).toMatchObject({
      status: 'approved',
      front_key: null,
      video_key: null,
    });
  });
});

test('one image that is left is enough to be found for deletion, at the moment when its time is over', async () => {
  portal.clock.stop();
  const applicant = await atVerification(portal, 'Approve');
  await takeAll(portal, applicant);
  await portal.runJobs();
  const [row] = await rowsOf(applicant);
  const isFound = async (kept: string, left = 0) => {
    await portal.pool.query(
      `update id_verification set images_until = $3, applicant_deleted_at = now(),
         front_key = case $2 when 'front' then 'x' end, back_key = case $2 when 'back' then 'x' end,
         video_key = case $2 when 'video' then 'x' end
       where id = $1`,
      [row?.id, kept, new Date(portal.clock.now().getTime() + left)],
    );
    const keys = await portal.work('test.keys', (work) => verificationImagesSweep.keys(work, null, 1_000));
    return keys.includes(row?.id ?? '');
  };
  for (const kept of ['front', 'back', 'video']) expect([kept, await isFound(kept)]).toEqual([kept, true]);
  expect([await isFound('front', 1), await isFound('none')]).toEqual([false, false]);
  await portal.pool.query('update id_verification set applicant_deleted_at = null where id = $1', [row?.id]);
  const found = await portal.work('test.keys', (work) => verificationImagesSweep.keys(work, null, 1_000));
  expect(found).toContain(row?.id);
  portal.clock.run();
});

describe('starts', () => {
  test('two at once get one run', async () => {
    const applicant = await atVerification(portal, 'Approve');
    const [one, two] = await Promise.all([startRun(applicant), startRun(applicant)]);
    expect(one).toEqual(two);
    expect(await rowsOf(applicant)).toHaveLength(1);
  });

  test('are refused before their turn, while one is looked at, and after an approval', async () => {
    const early = await newPerson(portal, {});
    const applicant = { ...early, applicationId: await payUnverified(portal, early.accountId) };
    await expect(startRun(applicant)).rejects.toEqual(code('applications.not-complete'));
    const waiting = await atVerification(portal, 'Wait');
    await takeAll(portal, waiting);
    await expect(startRun(waiting)).rejects.toEqual(code('applications.verification-waits'));
    const approved = await atVerification(portal, 'Approve');
    await takeAll(portal, approved);
    await portal.runJobs();
    await expect(startRun(approved)).rejects.toEqual(code('applications.verification-exists'));
    await expect(startRun(approved, true)).rejects.toEqual(code('role-too-low'));
  });

  test('D84: staff who act as the person begin anew although one counts, which counts until the next is approved', async () => {
    const approved = await atVerification(portal, 'Approve');
    const first = await takeAll(portal, approved);
    await portal.runJobs();
    const { visitor } = await newStaff(portal);
    const staff = { ...approved, visitor };
    await visitor.perform(startUserSession, {
      userid: approved.accountId,
      reason: 'The ID was of a brother',
    });
    await expect(startRun(staff)).rejects.toEqual(code('not-in-admin-session'));
    const { workflow_run_id: second } = await startRun(staff, true);
    expect(second).not.toBe(first);
    expect(
      (await rowsOf(approved)).map(({ status, active_verification }) => [status, active_verification]),
    ).toEqual([
      ['approved', true],
      ['awaiting_input', false],
    ]);
    await takeImages(portal, second);
    await completeRun(approved);
    await portal.runJobs();
    expect(
      (await rowsOf(approved)).map(({ status, active_verification }) => [status, active_verification]),
    ).toEqual([
      ['approved', false],
      ['approved', true],
    ]);
  });

  test('and everything else of another person is not found', async () => {
    const applicant = await atVerification(portal, 'Approve');
    const stranger = { ...(await newPerson(portal, {})), applicationId: applicant.applicationId };
    await expect(startRun(stranger)).rejects.toEqual(code('not-found'));
    await expect(checkRun(stranger)).rejects.toEqual(code('not-found'));
    await expect(pollRun(stranger)).rejects.toEqual(code('not-found'));
    await expect(completeRun(stranger)).rejects.toEqual(code('not-found'));
  });

  test('a link that has expired is replaced', async () => {
    const applicant = await atVerification(portal, 'Approve');
    const first = await startRun(applicant);
    portal.clock.advance(7 * DAY);
    const entered = await enterAgain(applicant);
    expect((await checkRun(entered)).url).toBeNull();
    expect((await startRun(entered)).workflow_run_id).not.toBe(first.workflow_run_id);
    expect((await rowsOf(applicant)).map(({ status }) => status)).toEqual(['abandoned', 'awaiting_input']);
  });
});

/** The session has expired in the meantime. */
async function enterAgain(applicant: Applicant): Promise<Applicant> {
  const visitor = portal.visitor({ address: '203.0.113.77' });
  await signIn(portal, applicant, visitor);
  return { ...applicant, visitor };
}

test('coming back without having taken the images leads to the camera page again', async () => {
  const applicant = await atVerification(portal, 'Approve');
  await startRun(applicant);
  expect((await completeRun(applicant)).verification_status).toBe('processing');
  await portal.runJobs();
  expect((await pollRun(applicant)).verification_status).toBe('start_verification');
});

test('a run whose callback was lost is asked for', async () => {
  const waiting = await atVerification(portal, 'Wait');
  const started = await startRun(waiting);
  await takeImages(portal, started.workflow_run_id);
  await completeRun(waiting);
  await portal.runJobs();
  await sql`update sandbox.verification_run set state = 'approved', outcome = 'approved' where id = ${started.workflow_run_id}`.execute(
    portal.db,
  );
  portal.clock.advance(11 * MINUTE);
  await portal.runSchedule('applications.silent-verifications');
  await portal.runJobs();
  expect((await rowsOf(waiting))[0]?.status).toBe('approved');
});
