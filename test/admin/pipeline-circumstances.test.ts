import { expect, test } from 'vitest';
import { explainPipelineAlert, listPipelineAlerts, saveAdminNote } from '#modules/admin/index.ts';
import { notActionedSweep, saveAccept, savePackage } from '#modules/applications/index.ts';
import { askDeletion, askLimitByAddress } from '#modules/identity/index.ts';
import { DAY, runSweep, type StaffAlert } from '#modules/platform/index.ts';
import { type Applicant, newApplicant, submit, withResult } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { fileOf } from '#test/factories/documents.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';

const portal = await servedPortal();
const { asStaff, downgraded } = await monitoringAt(portal);

/** What the opened row says about the person's alert. */
async function explained(emailaddress: string, type: StaffAlert['alertType']) {
  const staff = await asStaff();
  const { pipelinedata } = await staff.perform(listPipelineAlerts, { search: emailaddress, type });
  const [alert] = pipelinedata;
  if (!alert) throw new Error(`no alert ${type}`);
  return staff.perform(explainPipelineAlert, { alertid: alert.id });
}

/** When something of the applicant's began, of which others have the like. */
async function timeOf(name: string, table: string, { applicationId }: Applicant): Promise<Date | undefined> {
  const { rows } = await portal.pool.query<{ at: Date }>(
    `select ${name} as at from ${table} where application_id = $1`,
    [applicationId],
  );
  return rows[0]?.at;
}

const nothing = {
  dispute: null,
  request: null,
  ssn_review: null,
  verification: null,
  paper: null,
  monitoring: null,
};

test('a dispute and a block tell their state, dates and what was sent in', async () => {
  const applicant = await withResult(portal, '900-00-0002');
  const { applicationId: applicationid } = applicant;
  await applicant.visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await applicant.visitor.perform(saveAccept, {
    applicationid,
    details: { cra_error_request: { errortext: 'That court case is not mine' } },
  });
  const dispute = await explained(applicant.emailaddress, 'dispute');
  expect(dispute.circumstances).toMatchObject({
    ...nothing,
    cra_name: expect.any(String),
    package_descrip: expect.any(String),
    dispute: { outcome: null, received: expect.any(Date), extended: null, documents: 0, messages: 0 },
  });
  await askForBlock(applicant);
  const block = await explained(applicant.emailaddress, 'identity_theft_block');
  expect(block.circumstances.dispute).toMatchObject({ state: 'received', documents: 2, messages: 0 });
});

test('a request about personal data tells what is asked, also without an account', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askDeletion, {});
  const { circumstances } = await explained(person.emailaddress, 'privacy_request');
  expect(circumstances).toMatchObject({
    ...nothing,
    cra_name: null,
    request: { kind: 'deletion', state: 'open', outcome: null, received: expect.any(Date) },
  });
  const emailaddress = newAddress();
  await portal.visitor().perform(askLimitByAddress, { name: 'Wanda Visitor', emailaddress, message: '' });
  const asked = await explained(emailaddress, 'privacy_request');
  expect(asked).toMatchObject({ circumstances: { request: { kind: 'limit' } }, notes: [], more_notes: 0 });
});

test('an SSN review tells on how many other accounts the number stands', async () => {
  const ssn = '219-09-9990';
  await submit(await newApplicant(portal), ssn);
  const double = await newApplicant(portal);
  await submit(double, ssn);
  const expectReview = async (of: Applicant, same_ssn: number) => {
    const { circumstances } = await explained(of.emailaddress, 'application_ssn_verification');
    const since = await timeOf('created_at', 'cra_order', of);
    expect(circumstances).toMatchObject({ ...nothing, ssn_review: { same_ssn, since } });
  };
  await expectReview(double, 1);
  const third = await newApplicant(portal);
  await submit(third, ssn);
  for (const each of [double, third]) await expectReview(each, 2);
});

test('an ID review tells the document and its state', async () => {
  const applicant = await atVerification(portal, 'Consider');
  await takeAll(portal, applicant);
  await portal.runJobs();
  const { circumstances } = await explained(applicant.emailaddress, 'idverification');
  const started = await timeOf('started_at', 'id_verification', applicant);
  expect(circumstances).toMatchObject({
    ...nothing,
    verification: { id_document: 'driving_licence', status: 'REVIEW', started },
  });
});

test('a paper package tells when it came, how, and what it holds', async () => {
  const handIn = async (pages: number) => {
    const applicant = await newApplicant(portal);
    await choosePaper(applicant);
    await applicant.visitor.perform(savePackage, {
      applicationid: applicant.applicationId,
      package: [await fileOf(makePdf(pages))],
    });
    return applicant;
  };
  const [other, applicant] = [await handIn(2), await handIn(3)];
  const theirs = await explained(other.emailaddress, 'application_manual_review');
  expect(theirs.circumstances).toMatchObject({ paper: { pages: 2 } });
  const { circumstances } = await explained(applicant.emailaddress, 'application_manual_review');
  expect(circumstances).toMatchObject({
    ...nothing,
    paper: { received: expect.any(Date), way: 'upload', pages: 3, signatures_detected: 0 },
  });
  const { accountId } = await newStaff(portal);
  for (const way of ['post', 'email', 'courier', 'in-person']) {
    await portal.pool.query(
      'update manual_package set received_by = $2, taken_by_account_id = $3 where application_id = $1',
      [applicant.applicationId, way, accountId],
    );
    const { circumstances: told } = await explained(applicant.emailaddress, 'application_manual_review');
    expect(told.paper).toMatchObject({ way });
  }
});

test('a monitoring update that waits tells the score before it', async () => {
  const applicant: Applicant = await downgraded();
  portal.clock.advance(8 * DAY);
  await runSweep(portal, notActionedSweep);
  const { circumstances } = await explained(applicant.emailaddress, 'monitor_profile_not_actioned');
  expect(circumstances).toMatchObject({
    ...nothing,
    monitoring: { previous_score: 'IC01', since: expect.any(Date) },
  });
});

test('the three newest notes are shown, the others counted, and an unknown alert is not found', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askDeletion, {});
  const staff = await asStaff();
  for (const note of ['The first', 'The second', 'The third', 'The fourth']) {
    await staff.perform(saveAdminNote, { userid: person.accountId, note });
    portal.clock.advance(1000);
  }
  const { notes, more_notes } = await explained(person.emailaddress, 'privacy_request');
  expect(notes.map(({ note }) => note)).toEqual(['The fourth', 'The third', 'The second']);
  expect(more_notes).toBe(1);
  const unknown = staff.perform(explainPipelineAlert, { alertid: person.accountId });
  expect((await refusalOf(unknown)).code).toBe('not-found');
});
