import { describe, expect, test } from 'vitest';
import {
  completeIdVerification,
  getIdVerification,
  getIdVerificationDocuments,
  listIdVerifications,
  readIdImage,
} from '#modules/admin/index.ts';
import { openTexts, sealText } from '#modules/applications/verification/sealing.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { sql } from '#modules/platform/index.ts';
import { changedTables, fingerprintDatabase } from '#test/checks/database-fingerprint.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, removeSandboxDelays } from '#test/factories/applicants.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, pollRun, takeAll } from '#test/factories/verifications.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
const { visitor: admin } = await newStaff(portal);

const code = (refusal: string) => expect.objectContaining({ code: refusal });
const inDays = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

async function inReview(): Promise<{
  applicant: Applicant;
  run: { userid: string; workflow_run_id: string };
}> {
  const applicant = await atVerification(portal, 'Consider');
  const workflow_run_id = await takeAll(portal, applicant);
  await portal.runJobs();
  return { applicant, run: { userid: applicant.accountId, workflow_run_id } };
}

/** Changes what was read from the document of a run. */
async function changeRead(runId: string, change: (read: object) => object): Promise<void> {
  await portal.work('test.read', async (work) => {
    const row = await work.db
      .selectFrom('id_verification')
      .select(['id', 'account_id', 'result_sealed', 'note_sealed'])
      .where('workflow_run_id', '=', runId)
      .executeTakeFirstOrThrow();
    const result = (await openTexts(work, [row])).get(row.id)?.result;
    const found = JSON.stringify({ ...result, ...change({ ...(result?.front ?? result?.back) }) });
    const sealed = await sealText(work, { id: row.id, accountId: row.account_id }, 'result', found);
    await work.db
      .updateTable('id_verification')
      .set({ result_sealed: sealed })
      .where('id', '=', row.id)
      .execute();
  });
}

const approval = (changes: object = {}) => ({
  approve_verification: 'YES' as const,
  approval_note: 'Looks',
  manual_verification_expiration: inDays(400),
  ...changes,
});

describe('staff look at an ID verification', () => {
  test('with what was read, and with what the applicant entered', async () => {
    const { run } = await inReview();
    const { verifications } = await admin.perform(listIdVerifications, { userid: run.userid });
    expect(verifications).toMatchObject([
      {
        status: 'REVIEW',
        id_document: 'driving_licence',
        lastname: 'CONSIDER',
        detected_expire_date: null,
        detected_dob: '1985-04-12',
        has_images: true,
        manual_approval: null,
        sandbox: true,
        workflow_run_id: run.workflow_run_id,
      },
    ]);
    const { entered } = await admin.perform(getIdVerification, run);
    expect(entered).toMatchObject({ lastname: 'Consider', dateofbirth: '1985-04-12' });
    const move = async (address1: string, address2: string) => {
      await sql`update account set address1 = ${address1}, address2 = ${address2}, city = 'Reno', state = 'NV',
        postalcode = '89501' where id = ${run.userid}`.execute(portal.db);
      return (await admin.perform(getIdVerification, run)).entered.address;
    };
    expect(await move('1 Main St', 'Unit 2')).toBe('1 Main St, Unit 2, Reno, NV 89501');
    expect(await move('1 Main St', '')).toBe('1 Main St, Reno, NV 89501');
    expect(await move('', '')).toBe('');
  });

  test('by the run of the provider or by its own id, and no other of the person', async () => {
    const { applicant, run } = await inReview();
    const { rows } = await portal.pool.query<{ id: string }>(
      'select id from id_verification where account_id = $1 and workflow_run_id = $2',
      [applicant.accountId, run.workflow_run_id],
    );
    const named = { userid: run.userid, workflow_run_id: rows[0]?.id ?? '' };
    const { verification } = await admin.perform(getIdVerification, named);
    expect(verification.workflow_run_id).toBe(run.workflow_run_id);
    await expect(
      admin.perform(getIdVerification, { ...run, workflow_run_id: applicant.accountId }),
    ).rejects.toEqual(code('not-found'));
  });

  test('whose images are shown for five minutes to who asked, and each time is audited', async () => {
    const { run } = await inReview();
    const images = await admin.perform(getIdVerificationDocuments, run);
    expect(images).toMatchObject({
      front: { file_type: 'image/jpeg' },
      back: { file_type: 'image/jpeg' },
      selfiemotion: { file_type: 'video/webm' },
    });
    const token = images.front?.url.split('/').at(-1) ?? '';
    const { file, type } = await admin.perform(readIdImage, { token });
    expect([type, (await contentOf(file)).toString('hex', 0, 3)]).toEqual(['image/jpeg', 'ffd8ff']);
    const { visitor: other } = await newStaff(portal);
    await expect(other.perform(readIdImage, { token })).rejects.toEqual(code('not-found'));
    const { visitor: person } = await newPerson(portal);
    await expect(person.perform(readIdImage, { token })).rejects.toBeDefined();
    await expect(admin.perform(readIdImage, { token: `${token}x` })).rejects.toEqual(code('not-found'));
    const seen = await sql<{ n: number }>`select count(*) as n from audit_entry
      where action = 'applications.verification-images-seen' and about_id = ${run.userid}`.execute(portal.db);
    expect(seen.rows).toEqual([{ n: 1 }]);
    portal.clock.advance(5 * MINUTE);
    await expect(admin.perform(readIdImage, { token })).rejects.toEqual(code('not-found'));
  });

  test('that says whether any image is left, and gives those alone', async () => {
    const { run } = await inReview();
    const keysOf = await portal.pool.query<{ front_key: string; back_key: string; video_key: string }>(
      'select front_key, back_key, video_key from id_verification where workflow_run_id = $1',
      [run.workflow_run_id],
    );
    const keys = keysOf.rows[0];
    for (const left of ['front_key', 'back_key', 'video_key', null] as const) {
      const kept = (key: 'front_key' | 'back_key' | 'video_key') => (key === left ? keys?.[key] : null);
      await sql`update id_verification set front_key = ${kept('front_key')}, back_key = ${kept('back_key')},
        video_key = ${kept('video_key')} where workflow_run_id = ${run.workflow_run_id}`.execute(portal.db);
      const { verifications } = await admin.perform(listIdVerifications, { userid: run.userid });
      expect(verifications[0]?.has_images, String(left)).toBe(left !== null);
      if (left === null) continue;
      const images = await admin.perform(getIdVerificationDocuments, run);
      expect([images.front, images.back, images.selfiemotion].filter((image) => image !== null)).toHaveLength(
        1,
      );
    }
  });

  test('of the person that is named, and of nobody else', async () => {
    const { run } = await inReview();
    const { accountId: userid } = await newPerson(portal);
    const other = { ...run, userid };
    const before = await fingerprintDatabase(portal);
    await expect(admin.perform(getIdVerification, other)).rejects.toEqual(code('not-found'));
    await expect(admin.perform(getIdVerificationDocuments, other)).rejects.toEqual(code('not-found'));
    await expect(admin.perform(completeIdVerification, { ...other, ...approval() })).rejects.toEqual(
      code('not-found'),
    );
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });
});

describe('a manual decision', () => {
  test.each([
    ['a note of four characters', { approval_note: 'Fine' }],
    ['a note of five to reject', { approve_verification: 'NO' as const, approval_note: 'Looks' }],
    ['no expiration where none was read', { manual_verification_expiration: '' }],
    ['an expiration today', { manual_verification_expiration: inDays(0) }],
    ['an expiration before 1900', { manual_verification_expiration: '1899-12-31' }],
    ['a date of birth in the future', { manual_verification_dob: inDays(1) }],
    ['a date of birth today', { manual_verification_dob: inDays(0) }],
    ['a date of birth on the first day of 1900', { manual_verification_dob: '1900-01-01' }],
  ])('with %s is refused', async (_what, changes) => {
    const { applicant, run } = await inReview();
    await expect(admin.perform(completeIdVerification, { ...run, ...approval(changes) })).rejects.toEqual(
      code('invalid-input'),
    );
    expect((await pollRun(applicant)).verification_status).toBe('review');
  });

  test('lets the applicant go on, once', async () => {
    const { applicant, run } = await inReview();
    const both = await Promise.allSettled([
      admin.perform(completeIdVerification, { ...run, ...approval() }),
      admin.perform(completeIdVerification, {
        ...run,
        approve_verification: 'NO',
        approval_note: 'Not the same',
      }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(admin.perform(completeIdVerification, { ...run, ...approval() })).rejects.toEqual(
      code('applications.verification-decided'),
    );
    const { verifications } = await admin.perform(listIdVerifications, { userid: run.userid });
    expect(verifications[0]?.manual_approval).toMatchObject({
      note: expect.stringMatching(/^(Looks|Not the same)$/),
    });
    expect((await pollRun(applicant)).verification_status).toMatch(/^(approved|rejected)$/);
  });

  test('to approve makes the date of staff the last day on which it counts', async () => {
    const { applicant, run } = await inReview();
    const answer = await admin.perform(completeIdVerification, { ...run, ...approval() });
    expect(answer).toEqual({ success: true });
    expect((await pollRun(applicant)).verification_status).toBe('approved');
    const { verifications } = await admin.perform(listIdVerifications, { userid: run.userid });
    expect(verifications[0]).toMatchObject({
      status: 'APPROVED',
      active_verification: true,
      verified_until: inDays(400),
    });
  });

  test.each([
    ['front', 'back'],
    ['back', 'front'],
  ] as const)('to approve takes the dates that were read from the %s alone', async (side, other) => {
    const { applicant, run } = await inReview();
    await changeRead(run.workflow_run_id, (read) => ({
      [side]: { ...read, middle_name: 'MAE', date_of_birth: '1985-04-12', expire_date: inDays(90) },
      [other]: null,
    }));
    await admin.perform(completeIdVerification, {
      ...run,
      ...approval({ manual_verification_expiration: '' }),
    });
    expect((await pollRun(applicant)).verification_status).toBe('approved');
    const { verifications } = await admin.perform(listIdVerifications, { userid: run.userid });
    expect(verifications[0]).toMatchObject({
      verified_until: inDays(90),
      firstname: expect.stringMatching(/^[A-Z]+$/),
      middlename: 'MAE',
      lastname: 'CONSIDER',
      dob: '1985-04-12',
      detected_dob: '1985-04-12',
      detected_expire_date: inDays(90),
    });
  });

  test('to approve keeps the date of birth that staff enter where none was read, and the note without space around it', async () => {
    const { run } = await inReview();
    await changeRead(run.workflow_run_id, (read) => ({
      front: { ...read, date_of_birth: null },
      back: null,
    }));
    const listed = async () =>
      (await admin.perform(listIdVerifications, { userid: run.userid })).verifications[0];
    expect(await listed()).toMatchObject({ dob: null, detected_dob: null });
    await admin.perform(completeIdVerification, {
      ...run,
      ...approval({ manual_verification_dob: '1985-04-12', approval_note: '  Looks right  ' }),
    });
    expect(await listed()).toMatchObject({
      dob: '1985-04-12',
      detected_dob: null,
      manual_approval: { note: 'Looks right', adminemailaddress: expect.stringContaining('@') },
    });
  });

  test('to reject lets the applicant try again', async () => {
    const { applicant, run } = await inReview();
    await admin.perform(completeIdVerification, {
      ...run,
      approve_verification: 'NO',
      approval_note: 'Not the same face',
    });
    expect((await pollRun(applicant)).verification_status).toBe('rejected');
    portal.clock.advance(1000);
    await takeAll(portal, applicant);
  });

  test('is not for a verification that does not wait for staff', async () => {
    const applicant = await atVerification(portal, 'Wait');
    const workflow_run_id = await takeAll(portal, applicant);
    const run = { userid: applicant.accountId, workflow_run_id };
    await expect(admin.perform(completeIdVerification, { ...run, ...approval() })).rejects.toEqual(
      code('applications.verification-decided'),
    );
  });
});
