import { expect, test } from 'vitest';
import { action as recordAction, loader as recordLoader } from '#app/routes/admin/user.tsx';
import {
  getAdminNotes,
  getSsnReview,
  listPipelineAlerts,
  listUserAudit,
  releaseSsnReview,
  returnSsnReview,
  revealSsn,
  reviewApplicationDetails,
} from '#modules/admin/index.ts';
import { getApplicationStatus, listMyApplications, savePackage } from '#modules/applications/index.ts';
import { DAY, newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  answer,
  nameOf,
  newApplicant,
  removeSandboxDelays,
  steps,
  submit,
} from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { rowsOf } from '#test/sql.ts';
import { askPage } from '../app/page.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
const { visitor: staff } = await newStaff(portal);

async function submitted(ssn: string): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await submit(applicant, ssn);
  await portal.runJobs();
  return applicant;
}

const statusOf = async ({ visitor, applicationId }: Applicant) =>
  (await visitor.perform(getApplicationStatus, { applicationid: applicationId })).applicationstatus;

async function alertsOf({ applicationId }: Applicant, state?: 'closed') {
  const { pipelinedata } = await staff.perform(listPipelineAlerts, {
    rows: 100,
    ...(state ? { state } : {}),
  });
  return pipelinedata.filter(({ applicationid }) => applicationid === applicationId);
}

async function orderOf(applicant: Applicant): Promise<string> {
  const [alert] = await alertsOf(applicant);
  if (!alert) throw new Error('no alert');
  return alert.event_id;
}

const note = 'The same person, who registered twice';

test('a check with the SSN of another account shows both, and goes to the agency once staff confirm, exactly once', async () => {
  const first = await submitted('212-33-4455');
  const second = await submitted('212-33-4455');
  const orderid = await orderOf(second);
  const review = await staff.perform(getSsnReview, { orderid });
  expect(review).toMatchObject({
    held_for: 'same-ssn',
    profilenumber: null,
    outcome: 'continues',
    person: {
      userid: second.accountId,
      ssn: '***-**-4455',
      active: true,
      address: '12 Oak Street, Austin, TX 78701',
    },
    others: [
      { userid: first.accountId, ssn: '***-**-4455', emailaddress: first.emailaddress, shieldids: [] },
    ],
  });
  await rowsOf(
    portal,
    sql`update account set address1 = '', city = '', state = '', postalcode = '', active = false,
      registered_at = registered_at - interval '1 day' where id = ${first.accountId}`,
  );
  const { person, others } = await staff.perform(getSsnReview, { orderid });
  expect(others).toMatchObject([{ address: '', active: false }]);
  expect(person).toEqual(review.person);
  expect(review.others[0]?.registered.getTime()).toBe((others[0]?.registered.getTime() ?? 0) + DAY);
  expect(JSON.stringify(review)).not.toMatch(/212-?33-?4455/);
  const answers = await Promise.allSettled([
    staff.perform(releaseSsnReview, { orderid, note }),
    staff.perform(releaseSsnReview, { orderid, note }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await refusalOf(staff.perform(releaseSsnReview, { orderid, note }))).code).toBe(
    'applications.moved-on',
  );
  expect(await alertsOf(second)).toEqual([]);
  expect(await alertsOf(second, 'closed')).toHaveLength(1);
  await portal.runJobs();
  expect(await statusOf(second)).toBe('newrequiresapproval');
  const { notes } = await staff.perform(getAdminNotes, { userid: second.accountId });
  expect(notes).toMatchObject([{ note, applicationid: second.applicationId }]);
  expect((await staff.perform(getSsnReview, { orderid })).held_for).toBeNull();
});

test('a check whose SSN the agency asks to review goes on once staff confirm it', async () => {
  const applicant = await submitted('900-00-0011');
  const orderid = await orderOf(applicant);
  const review = await staff.perform(getSsnReview, { orderid });
  expect(review).toMatchObject({ held_for: 'ssn-review', person: { userid: applicant.accountId } });
  expect(review.profilenumber).not.toBeNull();
  await staff.perform(releaseSsnReview, { orderid, note });
  await portal.runJobs();
  expect(await statusOf(applicant)).toBe('newrequiresapproval');
  expect(await alertsOf(applicant)).toEqual([]);
});

test('a review that one member of staff confirms and another sends back at once is decided once', async () => {
  const applicant = await submitted('900-00-0011');
  const orderid = await orderOf(applicant);
  const [released, returned] = await Promise.allSettled([
    staff.perform(releaseSsnReview, { orderid, note }),
    staff.perform(returnSsnReview, { orderid, correction }),
  ]);
  const told = [released, returned].filter((each) => each.status === 'rejected');
  expect(told).toMatchObject([{ reason: { code: 'applications.moved-on' } }]);
  await portal.runJobs();
  const isReleased = released.status === 'fulfilled';
  expect(await statusOf(applicant)).toBe(isReleased ? 'newrequiresapproval' : 'waituser');
  const { notes } = await staff.perform(getAdminNotes, { userid: applicant.accountId });
  expect(notes).toMatchObject([{ note: isReleased ? note : `Sent back: ${correction}` }]);
});

const correction = 'The number doesn’t match the card that you sent. Please enter it again.';

const ordersOf = ({ applicationId }: Applicant) =>
  rowsOf(
    portal,
    sql<{
      state: string;
      profile_number: string | null;
    }>`select state, held_for, closed_at is not null as closed, correction_sealed is not null as sealed, profile_number
      from cra_order where application_id = ${applicationId} order by attempt`,
  );

test.each([
  ['same-ssn', '214-55-6677'],
  ['ssn-review', '900-00-0011'],
])(
  'an application that staff send back (%s) is corrected by the person and goes on',
  async (heldFor, ssn) => {
    if (heldFor === 'same-ssn') await submitted(ssn);
    const applicant = await submitted(ssn);
    const orderid = await orderOf(applicant);
    const shownTo = async () =>
      (await applicant.visitor.perform(listMyApplications, {})).applications.find(
        ({ applicationid }) => applicationid === applicant.applicationId,
      );
    expect(await shownTo()).toMatchObject({ under_review: true, correction_needed: false });

    const told = await refusalOf(
      staff.perform(returnSsnReview, { orderid, correction: `Is ${ssn} really your number?` }),
    );
    expect(told.code).toBe('invalid-input');
    const answers = await Promise.allSettled([
      staff.perform(returnSsnReview, { orderid, correction }),
      staff.perform(returnSsnReview, { orderid, correction }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const released = staff.perform(releaseSsnReview, { orderid, note });
    expect((await refusalOf(released)).code).toBe('applications.moved-on');
    await portal.runJobs();

    expect(await statusOf(applicant)).toBe('waituser');
    expect(await shownTo()).toMatchObject({ under_review: false, correction_needed: true });
    expect(await alertsOf(applicant)).toEqual([]);
    expect(await staff.perform(getSsnReview, { orderid })).toMatchObject({
      held_for: null,
      outcome: 'returned',
    });
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    const mail = mails.filter(
      ({ subject }) => subject === 'Please correct your background check application',
    );
    expect(mail).toHaveLength(1);
    expect(mail[0]?.text).toContain(correction);
    const open = await steps(applicant);
    expect(open.correction).toBe(correction);
    expect(open.steps.find(({ esign_step_number: at }) => at === open.workflowstep)?.step_key).toBe('name');

    const early = answer(applicant, { submit_application: 'YES' });
    expect((await refusalOf(early)).code).toBe('applications.not-complete');
    await answer(applicant, nameOf('900-00-0002'));
    await answer(applicant, { submit_application: 'YES' });
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    expect(await shownTo()).toMatchObject({ under_review: false, correction_needed: false });
    expect(await ordersOf(applicant)).toMatchObject([
      { state: 'returned', held_for: null, closed: true, sealed: true },
      { state: 'completed', closed: true, sealed: false },
    ]);
    const { notes } = await staff.perform(getAdminNotes, { userid: applicant.accountId });
    expect(notes).toMatchObject([{ note: `Sent back: ${correction}` }]);
  },
);

test('who signed on paper chooses anew how to sign the corrected application', async () => {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant, '900-00-0011');
  const { applicationId: applicationid, visitor } = applicant;
  const file = await fileOf(makePdf());
  await visitor.perform(savePackage, { applicationid, package: [file] });
  await staff.perform(reviewApplicationDetails, { applicationid, approve: 'YES', resolvenote: 'Signed' });
  await portal.runJobs();
  await staff.perform(returnSsnReview, { orderid: await orderOf(applicant), correction });
  await portal.runJobs();
  const open = await steps(applicant);
  expect(open.steps.find(({ esign_step_number: at }) => at === open.workflowstep)?.step_key).toBe('esign');
  await answer(applicant, { signature_choice: 'paper' });
  await answer(applicant, nameOf('900-00-0002'));
  expect(await statusOf(applicant)).toBe('waitmanual');
});

test('the agency is told that an order whose review failed ends', async () => {
  const applicant = await submitted('900-00-0011');
  await staff.perform(returnSsnReview, { orderid: await orderOf(applicant), correction });
  await portal.runJobs();
  const [order] = await ordersOf(applicant);
  const [screening] = await rowsOf(
    portal,
    sql`select state from sandbox.screening where profile_number = ${order?.profile_number}`,
  );
  expect(screening).toEqual({ state: 'withdrawn' });
});

test('the whole SSN is shown to staff who give a reason, which the audit keeps', async () => {
  const applicant = await submitted('213-44-5566');
  const userid = applicant.accountId;
  expect((await refusalOf(staff.perform(revealSsn, { userid, reason: 'x' }))).code).toBe('invalid-input');
  const reason = 'Compared with the card that they sent';
  expect(await staff.perform(revealSsn, { userid, reason })).toEqual({ ssn: '213-44-5566' });
  // The record shows it in the answer to the form alone, which no browser keeps.
  const asked = { path: `/admin/user/${userid}`, params: { userid } };
  expect(
    await askPage(portal, staff, recordAction, { ...asked, form: { intent: 'reveal', reason } }),
  ).toMatchObject({
    data: { shown: '213-44-5566' },
    init: { headers: { 'Cache-Control': 'no-store' } },
  });
  expect(JSON.stringify(await askPage(portal, staff, recordLoader, asked))).not.toContain('213-44-5566');
  const { entries } = await staff.perform(listUserAudit, { userid });
  const revealed = entries.filter(({ action }) => action === 'identity.ssn-revealed');
  expect(revealed).toMatchObject([{ detail: { reason } }, { detail: { reason } }]);
  expect(JSON.stringify(entries)).not.toMatch(/213-?44-?5566/);
  const orderid = newId();
  for (const ask of [
    () => staff.perform(getSsnReview, { orderid }),
    () => staff.perform(releaseSsnReview, { orderid, note }),
    () => staff.perform(returnSsnReview, { orderid, correction }),
  ])
    expect((await refusalOf(ask())).code).toBe('not-found');
});
