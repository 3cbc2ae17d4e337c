import { expect, test } from 'vitest';
import {
  getAdminNotes,
  getSsnReview,
  listPipelineAlerts,
  listUserAudit,
  releaseSsnReview,
  revealSsn,
} from '#modules/admin/index.ts';
import { getApplicationStatus } from '#modules/applications/index.ts';
import { newId } from '#modules/platform/index.ts';
import { type Applicant, hurrySandbox, newApplicant, submit } from '#test/factories/applicants.ts';
import { refusalOf } from '#test/factories/methods.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
await hurrySandbox(portal);
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
    person: { userid: second.accountId, ssn: '***-**-4455' },
    others: [{ userid: first.accountId, ssn: '***-**-4455' }],
  });
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

test('the whole SSN is shown to staff who give a reason, which the audit keeps', async () => {
  const applicant = await submitted('213-44-5566');
  const userid = applicant.accountId;
  expect((await refusalOf(staff.perform(revealSsn, { userid, reason: 'x' }))).code).toBe('invalid-input');
  const reason = 'Compared with the card that they sent';
  expect(await staff.perform(revealSsn, { userid, reason })).toEqual({ ssn: '213-44-5566' });
  const { entries } = await staff.perform(listUserAudit, { userid });
  const revealed = entries.filter(({ action }) => action === 'identity.ssn-revealed');
  expect(revealed).toMatchObject([{ detail: { reason } }]);
  expect(JSON.stringify(entries)).not.toMatch(/213-?44-?5566/);
  const unknown = staff.perform(getSsnReview, { orderid: newId() });
  expect((await refusalOf(unknown)).code).toBe('not-found');
});
