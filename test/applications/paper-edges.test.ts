import { describe, expect, test } from 'vitest';
import { reviewApplicationDetails } from '#modules/admin/index.ts';
import {
  getPackageUpload,
  listMyApplications,
  listPackageHistory,
  readOwnPackage,
  savePackage,
  showPackageToStaff,
  takeInPackage,
} from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { awaitedPackagesSweep, missingPackagesSweep } from '#modules/applications/paper/awaiting.ts';
import { readPackageForStaff } from '#modules/applications/paper/reviewing.ts';
import { readManualPackage, readRejection } from '#modules/applications/paper/state.ts';
import { DAY, MINUTE, type Sweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, agree, answer, newApplicant } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';

/** The edges of a paper application: exact moments, files that give way to others, mails that come too late. */

const portal = await servedPortal();
const ada = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const pdf = await makePdf();

async function onPaper(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant);
  return applicant;
}

const upload = async ({ visitor, applicationId }: Applicant, file = pdf) =>
  visitor.perform(savePackage, { applicationid: applicationId, package: [await fileOf(file)] });

const decide = async ({ applicationId }: Applicant, changes: object) =>
  (await signIn(portal, ada)).perform(reviewApplicationDetails, {
    applicationid: applicationId,
    seen: '',
    ...changes,
  });
const reject = (applicant: Applicant, resolvenote = 'The second page is cut off.') =>
  decide(applicant, { approve: 'NO', resolvenote });

/** The newest package. */
async function packageOf({ applicationId }: Applicant) {
  const { rows } = await portal.pool.query(
    'select * from manual_package where application_id = $1 order by requested_at desc limit 1',
    [applicationId],
  );
  return rows[0];
}

const change = async (applicant: Applicant, columns: string, ...values: unknown[]) =>
  portal.pool.query(`update manual_package set ${columns} where id = $1`, [
    (await packageOf(applicant)).id,
    ...values,
  ]);

const ago = (span: number) => new Date(portal.clock.now().getTime() - span);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const subjectsTo = async ({ emailaddress }: Applicant) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);
};

const received = `received_at = requested_at, received_by = 'upload', file_key = 'x', file_hash = repeat('0', 64),
  file_bytes = 1, file_pages = 1, signatures_detected = 0`;
const nothing = `received_at = null, received_by = null, file_key = null, file_hash = null, file_bytes = null,
  file_pages = null, signatures_detected = null, closed_at = null, outcome = null`;

describe.each<[string, Sweep, number, string]>([
  ['reminds', awaitedPackagesSweep, 30 * DAY, 'reminded_at'],
  ['alerts', missingPackagesSweep, 60 * DAY, 'alerted_at'],
])('the schedule that %s', (_what, sweep, span, noted) => {
  test('finds what is awaited to the moment, and nothing that came, is closed, or was found before', async () => {
    const [applicant, other] = [await onPaper(), await onPaper()];
    portal.clock.stop();
    const { id } = await packageOf(applicant);
    const isFound = async () =>
      (await portal.work('test.keys', (work) => sweep.keys(work, null, 1_000))).includes(id);
    const isTaken = () => portal.work('test.run', (work) => sweep.run(work, [id]));
    await change(applicant, 'requested_at = $2', ago(span - 1));
    expect(await isFound()).toBe(false);
    await change(applicant, 'requested_at = $2', ago(span));
    expect(await isFound()).toBe(true);
    for (const state of [
      received,
      `closed_at = requested_at, outcome = 'switched'`,
      `${noted} = requested_at`,
    ]) {
      await change(applicant, state);
      expect([state, await isFound(), await isTaken()]).toEqual([state, false, 0]);
      await change(applicant, `${nothing}, ${noted} = null`);
    }
    expect([await isTaken(), await isTaken()]).toEqual([1, 0]);
    expect((await packageOf(applicant))[noted]).toEqual(portal.clock.now());
    expect((await packageOf(other))[noted]).toBeNull();
    portal.clock.run();
  });
});

test('a reminder goes out until the moment when staff decide, unless the package came or is no longer awaited', async () => {
  const applicants = await Promise.all(Array.from({ length: 4 }, onPaper));
  const [early, late, came, switched] = applicants as [Applicant, Applicant, Applicant, Applicant];
  portal.clock.stop();
  for (const applicant of [early, came, switched])
    await change(applicant, 'requested_at = $2', ago(60 * DAY - 1));
  await change(late, 'requested_at = $2', ago(60 * DAY));
  const ids = await Promise.all(applicants.map(async (applicant) => (await packageOf(applicant)).id));
  await portal.work('test.run', (work) => awaitedPackagesSweep.run(work, ids));
  portal.clock.run();
  await upload(came);
  await answer(switched, { signature_choice: 'digital' });
  const told: boolean[] = [];
  for (const applicant of [early, late, came, switched])
    told.push((await subjectsTo(applicant)).includes('Your signed application hasn’t arrived yet'));
  expect(told).toEqual([true, false, false, false]);
});

test('a package that came by mail counts from noon of its day, within the time in which it can have come', async () => {
  const applicant = await onPaper();
  const takeIn = async (received: string) => {
    await (await signIn(portal, ada)).perform(takeInPackage, {
      applicationid: applicant.applicationId,
      received,
      way: 'courier',
      package: [await fileOf(pdf)],
    });
    return packageOf(applicant);
  };
  await change(applicant, 'requested_at = $2', ago(5 * DAY));
  const { requested_at: requested } = await packageOf(applicant);
  const early = dayOf(new Date(requested.getTime() - 2 * DAY));
  await expect(takeIn(early)).rejects.toMatchObject({ code: 'applications.package-date' });
  expect((await takeIn(dayOf(new Date(requested.getTime() - DAY)))).received_at).toEqual(requested);
  const middle = dayOf(ago(2 * DAY));
  const row = await takeIn(middle);
  expect(row).toMatchObject({
    received_at: new Date(`${middle}T12:00:00.000Z`),
    received_by: 'courier',
    taken_by_account_id: ada.accountId,
  });
  const { events } = await (await signIn(portal, ada)).perform(listPackageHistory, {
    applicationid: applicant.applicationId,
  });
  expect(events.find(({ what }) => what === 'received')).toMatchObject({ by: 'Ada Minton', way: 'courier' });
});

test('the history has each thing that happened, newest first', async () => {
  const applicant = await onPaper();
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
  await change(
    applicant,
    'requested_at = $2, reminded_at = $3, downloaded_at = $4, alerted_at = $5',
    at(1),
    at(3),
    at(2),
    at(4),
  );
  const { events } = await (await signIn(portal, ada)).perform(listPackageHistory, {
    applicationid: applicant.applicationId,
  });
  const none = { by: null, way: null, pages: null, signatures_detected: null, reason: null };
  expect(events).toEqual([
    { ...none, what: 'missing', dts: at(4) },
    { ...none, what: 'reminded', dts: at(3) },
    { ...none, what: 'downloaded', dts: at(2) },
    { ...none, what: 'chosen', dts: at(1) },
  ]);
  const outcomes = ['received', 'approved', 'rejected', 'switched', 'canceled'].map((what) => ({
    ...none,
    what,
    dts: at(1),
  }));
  expect(listPackageHistory.output.safeParse({ events: [...events, ...outcomes] }).success).toBe(true);
});

describe('the file of a package', () => {
  test('gives way to a later one, and is no file of anybody else', async () => {
    const [applicant, other] = [await onPaper(), await onPaper()];
    const [first, second, third] = [await makePdf(1), await makePdf(3), await makePdf(4)];
    const bytesOf = async ({ visitor, applicationId: applicationid }: Applicant) =>
      contentOf((await visitor.perform(readOwnPackage, { applicationid })).pdf);
    await upload(applicant, first);
    const { file_key: key } = await packageOf(applicant);
    await upload(applicant, second);
    await upload(other, third);
    await portal.runJobs();
    await expect(portal.storage.get(key)).rejects.toThrow('No file is stored');
    expect((await bytesOf(applicant)).equals(second)).toBe(true);
    await reject(applicant);
    await answer(applicant, { signature_choice: 'paper' });
    // What was rejected can be looked at until the next one comes.
    expect((await bytesOf(applicant)).equals(second)).toBe(true);
    await upload(applicant, first);
    expect((await bytesOf(applicant)).equals(first)).toBe(true);
  });

  test('is deleted where it is refused after it was stored', async () => {
    const applicant = await onPaper();
    const keys: string[] = [];
    const put = portal.storage.put.bind(portal.storage);
    Object.assign(portal.storage, {
      put: (...given: Parameters<typeof put>) => {
        // The agency's result of another applicant may come meanwhile.
        if (given[0].startsWith('packages/')) keys.push(given[0]);
        return put(...given);
      },
    });
    const refused = (await signIn(portal, ada)).perform(takeInPackage, {
      applicationid: applicant.applicationId,
      received: dayOf(new Date(portal.clock.now().getTime() + DAY)),
      way: 'post',
      package: [await fileOf(pdf)],
    });
    await expect(refused).rejects.toMatchObject({ code: 'applications.package-date' });
    Object.assign(portal.storage, { put });
    expect(keys).toHaveLength(1);
    await expect(portal.storage.get(keys[0] ?? '')).rejects.toThrow('No file is stored');
  });

  test('has at most 20 MB, and its PDF marker within the first 1,024 bytes', async () => {
    const applicant = await onPaper();
    const refused = (file: Buffer) => upload(applicant, file).catch((error) => error.code);
    expect(await refused(Buffer.alloc(packageBytes + 1))).toBe('applications.package-too-large');
    expect(await refused(Buffer.alloc(packageBytes))).toBe('applications.package-unreadable');
    const behind = (bytes: number) => refused(Buffer.concat([Buffer.alloc(bytes, ' '), pdf]));
    expect(await behind(1020)).toBe('applications.package-unreadable');
    expect(await behind(1019)).toMatchObject({ submitted_manual_package_dts: expect.any(Date) });
  });

  test('can be uploaded for ten minutes', async () => {
    const applicant = await onPaper();
    portal.clock.stop();
    const { downloadexpires } = await applicant.visitor.perform(getPackageUpload, {
      applicationid: applicant.applicationId,
      bytes: 1,
    });
    expect(downloadexpires.getTime() - portal.clock.now().getTime()).toBe(10 * MINUTE);
    portal.clock.run();
  });
});

test('staff see all that was entered beside the file, and looking at it is in the audit log', async () => {
  const [applicant, other] = [await onPaper(), await onPaper()];
  const { applicationId: applicationid, accountId, emailaddress } = applicant;
  await upload(other, await makePdf(5));
  expect((await decide(applicant, {})).details).toMatchObject({
    metadata: null,
    manual_application_pdf_url: null,
    manual_application_uploaded: null,
    seen: '',
    outcome: null,
  });
  await upload(applicant);
  const { details } = await decide(applicant, {});
  expect(details).toMatchObject({
    applicationid,
    userid: accountId,
    emailaddress,
    firstname: 'Pat',
    middlename: '',
    lastname: 'Person',
    suffix: '',
    ssn: '***-**-0001',
    dateofbirth: '1985-04-12',
    address1: '12 Oak Street',
    address2: '',
    city: 'Austin',
    state: 'TX',
    postalcode: '78701',
    previous_address_list: [],
    alias_list: [],
    composite_status_code: 'waitmanual',
    cra_name: 'Ridgeline Screening, Inc.',
    manual_application_downloaded: null,
    manual_application_uploaded: expect.any(Date),
    manual_application_pdf_url: `/admin/application/${applicationid}/package`,
    received_by: 'upload',
    metadata: { signatures_detected: 0, filesize: pdf.length, pages: 2 },
    outcome: null,
  });
  expect(details.seen).toMatch(/^[0-9a-f]{64}$/);
  const staff = await signIn(portal, ada);
  const { pdf: read } = await staff.perform(readPackageForStaff, { applicationid });
  expect((await contentOf(read)).equals(pdf)).toBe(true);
  await staff.perform(showPackageToStaff, { applicationid, page: 2 });
  const { rows } = await portal.pool.query(
    `select action, object_id from audit_entry where about_id = $1
       and action in ('applications.package-opened', 'applications.package-seen', 'applications.package-received')
     order by at, id`,
    [accountId],
  );
  expect(rows).toEqual(
    ['received', 'opened', 'seen'].map((what) => ({
      action: `applications.package-${what}`,
      object_id: applicationid,
    })),
  );
});

describe('a decision', () => {
  test('needs a reason of six characters without an SSN if it rejects', async () => {
    const applicant = await onPaper();
    await upload(applicant);
    await expect(decide(applicant, { approve: 'NO' })).rejects.toMatchObject({
      code: 'invalid-input',
      options: { issues: { resolvenote: ['Enter a reason'] } },
    });
    await expect(reject(applicant, '  short  ')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(reject(applicant, 'The number 900-00-0001 is wrong')).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(await packageOf(applicant)).toMatchObject({ outcome: null });
    await reject(applicant, 'sixsix');
    expect(await packageOf(applicant)).toMatchObject({
      outcome: 'rejected',
      decided_by_account_id: ada.accountId,
    });
  });

  test('to approve tells the person nothing of the note, and settles the alert', async () => {
    const applicant = await onPaper();
    const alerts = hearAlerts(portal);
    await upload(applicant);
    const { id: eventId } = await packageOf(applicant);
    expect(alerts.raised).toEqual([
      {
        alertType: 'application_manual_review',
        eventId,
        accountId: applicant.accountId,
        applicationId: applicant.applicationId,
        reason: 'package-received',
      },
    ]);
    await decide(applicant, { approve: 'YES', resolvenote: 'The address is right' });
    expect(alerts.settled).toContainEqual({ alertType: 'application_manual_review', eventId });
    expect(await subjectsTo(applicant)).toContain('Your signed application was approved');
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    expect(mails.filter(({ text }) => text.includes('is right'))).toEqual([]);
  });
});

test('a rejection is shown until the person chooses again, and that of nobody else', async () => {
  const [applicant, other] = [await onPaper(), await onPaper()];
  const shown = ({ accountId, applicationId }: Applicant) =>
    portal.work('test.read', async (work) => [
      await readManualPackage(work, applicationId),
      await readRejection(work, { applicationId, accountId }),
    ]);
  const address = {
    provider_mail_address: expect.stringContaining('Duluth'),
    provider_support_email: 'consumers@ridgeline-screening.example',
  };
  expect(await shown(applicant)).toEqual([
    { submitted_manual_package_dts: null, pages: null, ...address },
    null,
  ]);
  await upload(applicant);
  expect(await shown(applicant)).toMatchObject([
    { pages: 2, submitted_manual_package_dts: expect.any(Date) },
    null,
  ]);
  await reject(applicant, 'The first page is missing.');
  expect(await shown(applicant)).toEqual([
    null,
    { rejected_dts: expect.any(Date), received: true, reason: 'The first page is missing.' },
  ]);
  expect(await shown(other)).toMatchObject([{ pages: null }, null]);
  await answer(applicant, { signature_choice: 'digital' });
  expect((await shown(applicant))[1]).not.toBeNull();
  await agree(applicant);
  const { applications } = await other.visitor.perform(listMyApplications, {});
  expect(applications).toMatchObject([{ package_rejected: false }]);
});
