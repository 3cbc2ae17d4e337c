import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { reviewApplicationDetails, saveAdminNote } from '#modules/admin/index.ts';
import {
  cancelApplication,
  finishPackageUpload,
  getApplicationPdf,
  getPackageUpload,
  listMyApplications,
  listPackageHistory,
  readOwnPackage,
  savePackage,
} from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { noteDownload } from '#modules/applications/paper/form.ts';
import { sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { contentOf } from '#test/content-of.ts';
import { addressIn, agree, answer, fillIn, nameOf, newApplicant, steps } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newApplication } from '#test/factories/network.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { pdfText } from '#test/pdf-text.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
const staff = (await newStaff(portal, {})).visitor;

type Applicant = Awaited<ReturnType<typeof newApplicant>>;

const pdf = await makePdf();

/** A person who chose paper at the start and entered the details. */
async function onPaper(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant);
  return applicant;
}

const upload = async ({ visitor, applicationId }: Applicant, file = pdf) =>
  visitor.perform(savePackage, { applicationid: applicationId, package: [await fileOf(file)] });

const decide = ({ applicationId }: Applicant, approve: 'YES' | 'NO', seen = '') =>
  staff.perform(reviewApplicationDetails, {
    applicationid: applicationId,
    approve,
    resolvenote: 'The second page is cut off.',
    seen,
  });

async function statusOf({ applicationId }: Applicant): Promise<string | undefined> {
  const { rows } = await sql<{
    status: string;
  }>`select status from application where id = ${applicationId}`.execute(portal.db);
  return rows[0]?.status;
}

async function ordersOf({ applicationId }: Applicant): Promise<number> {
  const { rows } = await sql`select from cra_order where application_id = ${applicationId}`.execute(
    portal.db,
  );
  return rows.length;
}

describe('F92: choosing paper', () => {
  test('asks for the details and for no signature, and then waits for the package', async () => {
    provesLegalText('paper-choice');
    const applicant = await newApplicant(portal);
    expect(await steps(applicant)).toMatchObject({
      steps: expect.arrayContaining([
        expect.objectContaining({ step_key: 'esign', page_type: 'digital_signature_choice' }),
      ]),
    });
    await answer(applicant, { signature_choice: 'paper' });
    const { steps: shown } = await steps(applicant);
    expect(shown.map(({ step_key }) => step_key)).toEqual([
      'esign',
      'jurisdictions',
      'name',
      'address',
      'idverification',
      'manual',
      'review',
    ]);
    await answer(applicant, { selected_jurisdictions: ['CA'], none: 'NO' });
    await answer(applicant, nameOf('900-00-0001'));
    expect(await statusOf(applicant)).toBe('waituser');
    expect(await answer(applicant, addressIn('TX'))).toMatchObject({
      applicationstatus: 'waitmanual',
      workflowstep: 6,
    });
    for (const at of [undefined, 1, 7])
      expect(await steps(applicant, at)).toMatchObject({
        workflowstep: 6,
        submitted_manual_package: false,
        manual_package: { submitted_manual_package_dts: null },
      });
    await expect(answer(applicant, addressIn('NY'))).rejects.toMatchObject({ code: 'applications.moved-on' });
    expect(await ordersOf(applicant)).toBe(0);
  });

  test('after all details waits at once, and gives the signed steps back when the person switches', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0001');
    const { applicationId: applicationid, visitor } = applicant;
    const { updateApplicationDetails } = await import('#modules/applications/index.ts');
    await visitor.perform(updateApplicationDetails, { applicationid, esign_decline: 'YES' });
    expect(await statusOf(applicant)).toBe('waitmanual');
    await answer(applicant, { signature_choice: 'paper' });
    expect(await answer(applicant, { signature_choice: 'digital' })).toMatchObject({
      applicationstatus: 'waituser',
      workflowstep: 8,
    });
    await answer(applicant, { submit_application: 'YES' });
    await portal.runJobs();
    expect(await ordersOf(applicant)).toBe(1);
  });

  test('without details and without a decline nothing is saved', async () => {
    const { visitor, applicationId: applicationid } = await newApplicant(portal);
    const { updateApplicationDetails } = await import('#modules/applications/index.ts');
    await expect(visitor.perform(updateApplicationDetails, { applicationid })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('F93: the paper package', () => {
  test('is noted as downloaded for who awaits one alone', async () => {
    const applicant = await newApplicant(portal);
    const note = () => portal.work('test.note', (work) => noteDownload(work, applicant.applicationId));
    await expect(note()).rejects.toMatchObject({ code: 'applications.moved-on' });
    await choosePaper(applicant);
    await note();
    const { rows } = await portal.pool.query(
      'select downloaded_at is not null as noted from manual_package where application_id = $1',
      [applicant.applicationId],
    );
    expect(rows).toEqual([{ noted: true }]);
  });

  test('is downloaded with the SSN masked, uploaded, kept sealed, and told by mail', async () => {
    const applicant = await onPaper();
    const { visitor, applicationId: applicationid } = applicant;
    const form = await visitor.perform(getApplicationPdf, { applicationid });
    const text = await pdfText(form.application_body);
    expect(text).toContain('***-**-0001');
    expect(text).not.toContain('900-00-0001');
    expect(text).toContain('Signature of Pat Person');
    await upload(applicant);
    await portal.runJobs();
    const shown = await steps(applicant);
    expect(shown).toMatchObject({ submitted_manual_package: true, manual_package: { pages: 2 } });
    const own = await visitor.perform(readOwnPackage, { applicationid });
    expect((await contentOf(own.pdf)).equals(pdf)).toBe(true);
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    expect(mails.map(({ subject }) => subject)).toContain('We received your signed application');
    const { rows } = await sql<{ downloaded: boolean; received_by: string }>`
      select downloaded_at is not null as downloaded, received_by from manual_package
      where application_id = ${applicationid}`.execute(portal.db);
    expect(rows).toEqual([{ downloaded: true, received_by: 'upload' }]);
  });

  test.each([
    ['HTML', Buffer.from('<html><body>%PD</body></html>'), 'application.package-unreadable'],
    ['a PDF that breaks off', pdf.subarray(0, 40), 'application.package-unreadable'],
  ] as const)('is refused when it is %s, and nothing is kept', async (_what, file, key) => {
    const applicant = await onPaper();
    const refusal = await upload(applicant, Buffer.from(file)).catch((error) => error);
    expect(refusal.code).toBe(`applications.${key.split('.')[1]}`);
    shows(key, refusal.text);
    expect(await steps(applicant)).toMatchObject({ submitted_manual_package: false });
  });

  test('is refused with a password', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const plain = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
    const locked = Buffer.from(plain.replace('trailer\n<<', 'trailer\n<< /Encrypt 1 0 R'), 'latin1');
    const refusal = await upload(await onPaper(), locked).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'applications.package-encrypted' });
    shows('application.package-encrypted', refusal.text);
  });

  test('by PUT: one that is too large is not signed for, and what was put is taken once', async () => {
    const applicant = await onPaper();
    const { visitor, applicationId: applicationid } = applicant;
    await expect(
      visitor.perform(getPackageUpload, { applicationid, bytes: packageBytes + 1 }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
    await visitor.perform(getPackageUpload, { applicationid, bytes: pdf.length });
    await portal.storage.put(`uploads/packages/${applicant.accountId}/${applicationid}`, pdf, {
      contentType: 'application/pdf',
    });
    await visitor.perform(finishPackageUpload, { applicationid, uploadstatus: 200 });
    expect(await steps(applicant)).toMatchObject({ submitted_manual_package: true });
    await expect(
      visitor.perform(finishPackageUpload, { applicationid, uploadstatus: 200 }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  test('of somebody else is not found, and one that nobody awaits is not taken', async () => {
    const applicant = await onPaper();
    const other = await newApplicant(portal);
    await expect(upload({ ...other, applicationId: applicant.applicationId })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(upload(other)).rejects.toMatchObject({ code: 'applications.moved-on' });
    const address = (applicationid: string) =>
      other.visitor.perform(getPackageUpload, { applicationid, bytes: pdf.length });
    await expect(address(applicant.applicationId)).rejects.toMatchObject({ code: 'not-found' });
    await expect(address(other.applicationId)).rejects.toMatchObject({ code: 'applications.moved-on' });
  });

  test('uploaded while the person switches back: either way one state is left', async () => {
    const applicant = await onPaper();
    const settled = await Promise.allSettled([
      upload(applicant),
      answer(applicant, { signature_choice: 'digital' }),
    ]);
    expect(settled[1]?.status).toBe('fulfilled');
    expect(await statusOf(applicant)).toBe('waituser');
    const { rows } = await sql<{ outcome: string }>`
      select outcome from manual_package where application_id = ${applicant.applicationId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ outcome: 'switched' }]);
  });

  test('two uploads at once leave one file', async () => {
    const applicant = await onPaper();
    await Promise.all([upload(applicant), upload(applicant, await makePdf(3))]);
    const { rows } = await sql`
      select file_key from manual_package where application_id = ${applicant.applicationId}`.execute(
      portal.db,
    );
    expect(rows).toHaveLength(1);
    expect(await statusOf(applicant)).toBe('waitmanual');
  });
});

describe('the review of a package', () => {
  test('approved, it goes to the agency once with what was printed', async () => {
    const applicant = await onPaper();
    await upload(applicant);
    const { details } = await staff.perform(reviewApplicationDetails, {
      applicationid: applicant.applicationId,
    });
    expect(details).toMatchObject({
      ssn: '***-**-0001',
      firstname: 'Pat',
      metadata: { pages: 2, signatures_detected: 0, filesize: pdf.length },
    });
    await decide(applicant, 'YES', details.seen);
    expect(await statusOf(applicant)).toBe('submitted');
    expect(await ordersOf(applicant)).toBe(1);
    await expect(decide(applicant, 'YES')).rejects.toMatchObject({ code: 'applications.moved-on' });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    expect(mails.map(({ subject }) => subject)).toContain('Your signed application was approved');
    expect(await ordersOf(applicant)).toBe(1);
  });

  test('rejected, the person learns why and chooses again', async () => {
    const applicant = await onPaper();
    await upload(applicant);
    const rejected = async () =>
      (await applicant.visitor.perform(listMyApplications, {})).applications[0]?.package_rejected;
    expect(await rejected()).toBe(false);
    await decide(applicant, 'NO');
    expect(await rejected()).toBe(true);
    await portal.runJobs();
    expect(await steps(applicant)).toMatchObject({
      workflowstep: 1,
      signature_choice: null,
      rejected_package: { received: true, reason: 'The second page is cut off.' },
    });
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    const told = mails.find(({ subject }) => subject === 'Please sign your application again');
    expect(told?.text).toContain('The second page is cut off.');
    const { rows } = await sql<{ reason_sealed: string }>`
      select reason_sealed from manual_package where application_id = ${applicant.applicationId}`.execute(
      portal.db,
    );
    expect(rows[0]?.reason_sealed).not.toContain('cut off');
    expect(await answer(applicant, { signature_choice: 'paper' })).toMatchObject({
      applicationstatus: 'waitmanual',
    });
    expect(await steps(applicant)).toMatchObject({ rejected_package: null });
  });

  test('is about the file that was seen, and not before one came', async () => {
    const applicant = await onPaper();
    await expect(decide(applicant, 'YES')).rejects.toMatchObject({ code: 'applications.moved-on' });
    await upload(applicant);
    const refusal = await decide(applicant, 'YES', 'f'.repeat(64)).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'applications.package-changed' });
    shows('application.package-changed', refusal.text);
    expect(await statusOf(applicant)).toBe('waitmanual');
  });

  test('decided by two members of staff at once: one counts, the other is told', async () => {
    const applicant = await onPaper();
    await upload(applicant);
    const [approved, rejected] = await Promise.allSettled([
      decide(applicant, 'YES'),
      decide(applicant, 'NO'),
    ]);
    const told = [approved, rejected].filter((each) => each.status === 'rejected');
    expect(told).toMatchObject([{ reason: { code: 'applications.moved-on' } }]);
    const isApproved = approved.status === 'fulfilled';
    expect(await statusOf(applicant)).toBe(isApproved ? 'submitted' : 'waituser');
    expect(await ordersOf(applicant)).toBe(isApproved ? 1 : 0);
    await portal.runJobs();
    const decided = (await listOutbox(portal.db, { to: applicant.emailaddress })).filter(({ subject }) =>
      /was approved|sign your application again/.test(subject ?? ''),
    );
    expect(decided).toHaveLength(1);
  });

  test('approved while the person switches back: one of the two wins', async () => {
    const applicant = await onPaper();
    await upload(applicant);
    const [approved, switched] = await Promise.allSettled([
      decide(applicant, 'YES'),
      answer(applicant, { signature_choice: 'digital' }),
    ]);
    expect([approved?.status, switched?.status].sort()).toEqual(['fulfilled', 'rejected']);
    const status = await statusOf(applicant);
    expect(status).toBe(approved?.status === 'fulfilled' ? 'submitted' : 'waituser');
    expect(await ordersOf(applicant)).toBe(status === 'submitted' ? 1 : 0);
  });

  test('a reason of 5 characters is too short', async () => {
    const applicant = await onPaper();
    await upload(applicant);
    await expect(
      staff.perform(reviewApplicationDetails, {
        applicationid: applicant.applicationId,
        approve: 'NO',
        resolvenote: 'short',
      }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('ends with the application', async () => {
    const applicant = await onPaper();
    await portal.work('test', (work) => cancelApplication(work, applicant.applicationId, 'refunded'));
    await agree(applicant).catch(() => null);
    const { rows } = await sql<{ outcome: string }>`
      select outcome from manual_package where application_id = ${applicant.applicationId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ outcome: 'canceled' }]);
  });
});

test('the review answers what staff wrote about this application, and of no other', async () => {
  const [applicant, other] = [await onPaper(), await onPaper()];
  const about = async ({ accountId: userid, applicationId: applicationid }: Applicant, note: string) =>
    staff.perform(saveAdminNote, { userid, note, applicationid });
  await about(applicant, 'Called about page two');
  await about(other, 'Called about page three');
  const earlier = await newApplication(portal, applicant.accountId, 'done');
  await about({ ...applicant, applicationId: earlier }, 'Called about the first check');
  await staff.perform(saveAdminNote, { userid: applicant.accountId, note: 'About the person' });
  const { notes } = await staff.perform(reviewApplicationDetails, {
    applicationid: applicant.applicationId,
  });
  expect(notes).toMatchObject([
    { note: 'Called about page two', admin_name: expect.stringMatching(/^Ada /) },
  ]);
});

test('staff see what became of each package of an application, newest first, and of no other', async () => {
  const other = await onPaper();
  const applicant = await onPaper();
  const { applicationId: applicationid } = applicant;
  await upload(applicant);
  const { details } = await staff.perform(reviewApplicationDetails, { applicationid });
  await decide(applicant, 'NO', details.seen);
  await answer(applicant, { signature_choice: 'paper' });
  const { events } = await staff.perform(listPackageHistory, { applicationid });
  expect(events.map(({ what }) => what)).toEqual(['chosen', 'rejected', 'received', 'chosen']);
  expect(events[1]).toMatchObject({
    by: expect.stringMatching(/^Ada /),
    reason: 'The second page is cut off.',
  });
  expect(events[2]).toMatchObject({ by: null, way: 'upload', pages: 2, signatures_detected: 0 });
  const beside = await staff.perform(listPackageHistory, { applicationid: other.applicationId });
  expect(beside.events.map(({ what }) => what)).toEqual(['chosen']);
});
