import { describe, expect, test } from 'vitest';
import { completeIdVerification, getIdVerificationDocuments, readIdImage } from '#modules/admin/index.ts';
import {
  forgetAtVerifier,
  type IdVerifier,
  idVerifierPort,
  VerifierFailed,
} from '#modules/applications/index.ts';
import { readProgress } from '#modules/applications/steps/progress.ts';
import { fetchVerification } from '#modules/applications/verification/fetching.ts';
import { documentSide } from '#modules/applications/verification/port.ts';
import {
  lapsedVerificationsSweep,
  silentVerificationsSweep,
  verificationImagesSweep,
} from '#modules/applications/verification/retention.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { newId, type Sweep } from '#modules/platform/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import {
  type Applicant,
  answer,
  fillIn,
  newApplicant,
  removeSandboxDelays,
} from '#test/factories/applicants.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { atVerification, checkRun, completeRun, startRun, takeAll } from '#test/factories/verifications.ts';

/** What becomes of a verification when the provider fails, answers late, or answers something unusual (D43). */

const portal = await servedPortal();
await removeSandboxDelays(portal);
const alerts = hearAlerts(portal);

const verifier = idVerifierPort.of(portal);
const own = {
  begin: verifier.begin.bind(verifier),
  read: verifier.read.bind(verifier),
  images: verifier.images.bind(verifier),
  forget: verifier.forget.bind(verifier),
};

/** Runs with a provider that answers otherwise. */
async function answering(other: Partial<IdVerifier>, run: () => Promise<unknown>): Promise<void> {
  Object.assign(verifier, other);
  await run().finally(() => Object.assign(verifier, own));
}

const neverAsked = (): never => {
  throw new Error('the provider was asked');
};

const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

/** The newest verification of a person. */
async function rowOf({ accountId }: Pick<Applicant, 'accountId'>) {
  const { rows } = await portal.pool.query(
    `select id, status, front_key, applicant_id, applicant_deleted_at, images_until, verified_until::text,
       active_verification, detected_expiration, detected_dob, application_id
     from id_verification where account_id = $1 order by started_at desc, id desc limit 1`,
    [accountId],
  );
  return rows[0];
}

const change = async (applicant: Pick<Applicant, 'accountId'>, columns: string, ...values: unknown[]) =>
  portal.pool.query(`update id_verification set ${columns} where id = $1`, [
    (await rowOf(applicant)).id,
    ...values,
  ]);

/** The images were taken, and the provider has not been asked yet. */
async function taken(lastname: string): Promise<Applicant> {
  const applicant = await atVerification(portal, lastname);
  await takeAll(portal, applicant);
  return applicant;
}

async function decided(lastname: string): Promise<Applicant> {
  const applicant = await taken(lastname);
  await portal.runJobs();
  return applicant;
}

const keysOf = (sweep: Sweep) => portal.work('test.keys', (work) => sweep.keys(work, null, 1_000));

test('a provider that does not answer stops the start alone, which is tried again with the same verification', async () => {
  const applicant = await atVerification(portal, 'Approve');
  await answering({ begin: () => Promise.reject(new VerifierFailed('down')) }, () =>
    expect(startRun(applicant)).rejects.toMatchObject({ code: 'applications.verifier-silent' }),
  );
  await answering({ begin: () => Promise.reject(new RangeError('a mistake')) }, () =>
    expect(startRun(applicant)).rejects.toThrow('a mistake'),
  );
  const { id } = await rowOf(applicant);
  expect((await completeRun(applicant)).verification_status).toBe('start_verification');
  expect(await checkRun(applicant)).toMatchObject({ url: null, decided_dts: null });
  await answering({ read: neverAsked }, () => fetchVerification(portal, id));
  await startRun(applicant);
  expect(await rowOf(applicant)).toMatchObject({ id, status: 'awaiting_input' });
});

test('what is decided, waits for staff or does not exist is not asked of the provider', async () => {
  const ids = [newId()];
  for (const lastname of ['Reject', 'Consider']) ids.push((await rowOf(await decided(lastname))).id);
  for (const id of ids)
    await answering({ read: neverAsked, images: neverAsked }, () => fetchVerification(portal, id));
});

/** The provider has approved the run. */
const approved: IdVerifier['read'] = async (run) => ({ ...(await own.read(run)), status: 'approved' });

describe('a verification that changes while the provider answers', () => {
  test('stays rejected, without images', async () => {
    const applicant = await taken('Approve');
    const { id } = await rowOf(applicant);
    const read: IdVerifier['read'] = async (run) => {
      await change(applicant, `status = 'rejected', decided_at = $2`, portal.clock.now());
      return approved(run);
    };
    await answering({ read }, () => fetchVerification(portal, id));
    expect(await rowOf(applicant)).toMatchObject({ status: 'rejected', front_key: null });
  });

  test('stays with staff, without images', async () => {
    const applicant = await taken('Approve');
    const { id } = await rowOf(applicant);
    const read: IdVerifier['read'] = async (run) => {
      await change(applicant, `status = 'review'`);
      return approved(run);
    };
    await answering({ read }, () => fetchVerification(portal, id));
    expect(await rowOf(applicant)).toMatchObject({ status: 'review', front_key: null });
  });

  test('of a person who is erased is not decided, and its images are deleted', async () => {
    const applicant = await taken('Approve');
    const { id } = await rowOf(applicant);
    const images: IdVerifier['images'] = async (run) => {
      await change(applicant, 'images_until = $2', portal.clock.now());
      return own.images(run);
    };
    await answering({ read: approved, images }, () => fetchVerification(portal, id));
    const { status, front_key: key } = await rowOf(applicant);
    expect(status).toBe('processing');
    await expect(portal.storage.get(key)).resolves.toBeDefined();
    await answering({ read: neverAsked }, () => fetchVerification(portal, id));
    await portal.runSchedule('applications.old-verifications');
    await expect(portal.storage.get(key)).rejects.toThrow('No file is stored');
  });
});

describe('the date on the document', () => {
  const none = () => null;
  test.each<[string, () => string | null, () => string | null, string, () => string | null]>([
    ['of yesterday', () => dayIn(-1), none, 'review', none],
    ['of today', () => dayIn(0), none, 'approved', () => dayIn(0)],
    ['on both sides', () => dayIn(10), () => dayIn(20), 'approved', () => dayIn(10)],
    ['on the back alone', none, () => dayIn(20), 'approved', () => dayIn(20)],
    ['that could not be read', none, none, 'approved', () => dayIn(365)],
  ])('%s', async (_what, front, back, status, until) => {
    const applicant = await taken('Approve');
    const { id } = await rowOf(applicant);
    const dated = (date: string | null) => documentSide.parse({ expire_date: date, date_of_birth: date });
    const read: IdVerifier['read'] = async (run) => ({
      ...(await approved(run)),
      front: dated(front()),
      back: dated(back()),
    });
    await answering({ read }, () => fetchVerification(portal, id));
    const isRead = (front() ?? back()) !== null;
    expect(await rowOf(applicant)).toMatchObject({
      status,
      verified_until: until(),
      detected_expiration: isRead,
      detected_dob: isRead,
    });
  });
});

test('staff are told of what waits for them, and no longer once it is decided', async () => {
  const { visitor: staff } = await newStaff(portal);
  for (const approve_verification of ['YES', 'NO'] as const) {
    const applicant = await atVerification(portal, 'Consider');
    const workflow_run_id = await takeAll(portal, applicant);
    await portal.runJobs();
    const { id: eventId } = await rowOf(applicant);
    const of = <T extends { eventId: string }>(heard: T[]) =>
      heard.filter((each) => each.eventId === eventId);
    expect(of(alerts.raised)).toEqual([
      {
        alertType: 'idverification',
        eventId,
        accountId: applicant.accountId,
        applicationId: applicant.applicationId,
        reason: 'id-glare-back',
      },
    ]);
    expect(of(alerts.settled)).toEqual([]);
    await staff.perform(completeIdVerification, {
      userid: applicant.accountId,
      workflow_run_id,
      approve_verification,
      approval_note: '  Unsure ',
      manual_verification_expiration: dayIn(400),
    });
    expect(of(alerts.settled)).toEqual([{ alertType: 'idverification', eventId }]);
  }
  for (const lastname of ['Approve', 'Reject']) {
    const { id } = await rowOf(await decided(lastname));
    expect([...alerts.raised, ...alerts.settled].filter(({ eventId }) => eventId === id)).toEqual([]);
  }
});

test('a note is no note because of its spaces, and the refusal names the field', async () => {
  const { visitor: staff } = await newStaff(portal);
  const applicant = await atVerification(portal, 'Consider');
  const workflow_run_id = await takeAll(portal, applicant);
  await portal.runJobs();
  const decide = (changes: object) =>
    staff.perform(completeIdVerification, {
      userid: applicant.accountId,
      workflow_run_id,
      approve_verification: 'YES',
      approval_note: 'Looks right',
      manual_verification_expiration: dayIn(400),
      ...changes,
    });
  for (const [field, changes] of [
    ['approval_note', { approval_note: ' Fine ' }],
    ['manual_verification_expiration', { manual_verification_expiration: dayIn(0) }],
    ['manual_verification_dob', { manual_verification_dob: dayIn(1) }],
  ] as const)
    await expect(decide(changes)).rejects.toMatchObject({ code: 'invalid-input', options: { field } });
});

test('of another person the approved verification goes on to count', async () => {
  const [bystander, applicant] = [await newApplicant(portal), await decided('Approve')];
  expect(await rowOf(applicant)).toMatchObject({ active_verification: true });
  expect(await rowOf(bystander)).toMatchObject({ active_verification: true });
});

test('the person reads when it was decided, by whom and for which application, and that nothing is asked later', async () => {
  const applicant = await decided('Approve');
  const asked = { user_verification: 'approved', decided_dts: expect.any(Date), url: null };
  expect(await checkRun(applicant)).toMatchObject({
    ...asked,
    required: true,
    provider: 'Ridgeline Screening, Inc.',
    applicationstatus: 'waituser',
  });
  await answer(applicant, { submit_application: 'YES' });
  expect(await checkRun(applicant)).toMatchObject({
    ...asked,
    required: false,
    applicationstatus: 'submitted',
  });
});

test('an approved verification finishes the step until the day after its last one', async () => {
  const [applicant, other] = [await newApplicant(portal), await newApplicant(portal)];
  const isDone = () =>
    portal.work('test.progress', async (work) =>
      (await readProgress(work, applicant.accountId, applicant.applicationId)).done.has('idverification'),
    );
  const until = async (days: number) => {
    await change(applicant, 'verified_until = $2', dayIn(days));
    return isDone();
  };
  expect([await until(0), await until(-1)]).toEqual([true, false]);
  await change(applicant, 'verified_until = $2, active_verification = false', dayIn(9));
  expect(await isDone()).toBe(false);
  expect(await rowOf(other)).toMatchObject({ active_verification: true });
});

describe('the schedules find', () => {
  test('a run of which nothing was heard for ten minutes, to the moment', async () => {
    const applicant = await decided('Wait');
    portal.clock.stop();
    const isFound = async (waited: number, until: Date | null = null) => {
      const since = new Date(portal.clock.now().getTime() - waited);
      await change(applicant, 'status_at = $2, images_until = $3', since, until);
      return (await keysOf(silentVerificationsSweep)).includes((await rowOf(applicant)).id);
    };
    expect([
      await isFound(10 * MINUTE - 1),
      await isFound(10 * MINUTE),
      await isFound(10 * MINUTE, portal.clock.now()),
    ]).toEqual([false, true, false]);
    await change(applicant, `status = 'review'`);
    expect(await isFound(10 * MINUTE)).toBe(false);
    portal.clock.run();
  });

  test('whose ID has expired, once', async () => {
    const applicant = await decided('Approve');
    const isFound = async () => (await keysOf(lapsedVerificationsSweep)).includes(applicant.accountId);
    const until = async (days: number) => {
      await change(applicant, 'verified_until = $2', dayIn(days));
      return isFound();
    };
    expect([await until(0), await until(-1)]).toEqual([false, true]);
    await change(applicant, 'active_verification = false');
    expect(await isFound()).toBe(false);
    await change(applicant, 'active_verification = true');
    await portal.runSchedule('applications.old-verifications');
    expect(await isFound()).toBe(false);
  });

  test('images of a person who is deleted at the provider already: it is not asked again', async () => {
    const [applicant, nobody] = [await decided('Reject'), await atVerification(portal, 'Approve')];
    await answering({ begin: () => Promise.reject(new VerifierFailed('down')) }, () =>
      expect(startRun(nobody)).rejects.toBeDefined(),
    );
    const { id } = await rowOf(applicant);
    const keysNow = async () =>
      (
        await portal.pool.query('select front_key, back_key, video_key from id_verification where id = $1', [
          id,
        ])
      ).rows[0];
    const files: string[] = Object.values(await keysNow());
    expect(files).toHaveLength(3);
    for (const key of files) await expect(portal.storage.get(key)).resolves.toBeDefined();
    await change(applicant, 'applicant_deleted_at = $2', portal.clock.now());
    const ids = [id, (await rowOf(nobody)).id];
    await portal.work('test.sweep', (work) => verificationImagesSweep.run(work, ids));
    await answering({ forget: neverAsked }, () => portal.runJobs());
    expect(await keysNow()).toEqual({ front_key: null, back_key: null, video_key: null });
    for (const key of files) await expect(portal.storage.get(key)).rejects.toThrow('No file is stored');
  });
});

test('who is forgotten at the provider is noted alone, with an entry about the verification', async () => {
  const [applicant, other] = [await decided('Reject'), await decided('Reject')];
  const { id, applicant_id } = await rowOf(applicant);
  await forgetAtVerifier(portal, applicant_id);
  expect((await rowOf(applicant)).applicant_deleted_at).not.toBeNull();
  expect((await rowOf(other)).applicant_deleted_at).toBeNull();
  const { rows } = await portal.pool.query(
    `select object_type, object_id from audit_entry
     where action = 'applications.verification-forgotten' and about_id = $1`,
    [applicant.accountId],
  );
  expect(rows).toEqual([{ object_type: 'id_verification', object_id: id }]);
});

test('images that are deleted have no address, and one that was given before leads nowhere', async () => {
  const { visitor: staff } = await newStaff(portal);
  const applicant = await atVerification(portal, 'Consider');
  const run = { userid: applicant.accountId, workflow_run_id: await takeAll(portal, applicant) };
  await portal.runJobs();
  const { back } = await staff.perform(getIdVerificationDocuments, run);
  await change(applicant, 'back_key = null');
  const token = back?.url.split('/').at(-1) ?? '';
  await expect(staff.perform(readIdImage, { token })).rejects.toMatchObject({ code: 'not-found' });
  expect(await staff.perform(getIdVerificationDocuments, run)).toMatchObject({
    front: expect.any(Object),
    back: null,
    selfiemotion: expect.any(Object),
  });
});

test.each([
  ['before the agency asked for them again send nothing', -1, 'clearidaction', 1],
  ['at the moment when it asked are sent', 0, 'newrequiresapproval', 2],
])('images that were begun %s', async (_what, difference, status, orders) => {
  const applicant = await newApplicant(portal);
  const { applicationId } = applicant;
  await fillIn(applicant, '900-00-0014');
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
  portal.clock.advance(1000);
  const { workflow_run_id: run } = await startRun(applicant);
  await portal.pool.query(
    `update id_verification set started_at = (select status_at from application where id = $2)
       + $3 * interval '1 millisecond' where workflow_run_id = $1`,
    [run, applicationId, difference],
  );
  await takeImages(portal, run);
  await portal.runJobs();
  expect((await rowOf(applicant)).status).toBe('approved');
  const { rows } = await portal.pool.query(
    `select status, (select count(*)::int from cra_order where application_id = application.id) as orders
     from application where id = $1`,
    [applicationId],
  );
  expect(rows).toEqual([{ status, orders }]);
});
