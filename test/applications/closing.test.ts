import { expect, test } from 'vitest';
import { cancelApplication, getApplicationStatus } from '#modules/applications/index.ts';
import { type Applicant, agree, newApplicant, submit } from '#test/factories/applicants.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const cancel = ({ applicationId }: Applicant) =>
  portal.work('test.cancel', (work) => cancelApplication(work, applicationId, 'money went back'));

async function statusOf({ visitor, applicationId }: Applicant): Promise<string> {
  const answer = await visitor.perform(getApplicationStatus, { applicationid: applicationId });
  return answer.composite_status_code;
}

test.each([
  ['a paid application is refunded', async () => {}, 'refunded', true],
  ['one whose steps are begun is canceled', agree, 'cancelled', true],
  [
    'one that the agency has stays',
    (applicant: Applicant) => submit(applicant, '900-00-0001'),
    'submitted',
    false,
  ],
] as const)('%s when its money goes back', async (_what, act, status, closes) => {
  const applicant = await newApplicant(portal);
  await act(applicant);
  expect(await cancel(applicant)).toBe(closes);
  expect(await statusOf(applicant)).toBe(status);
  expect(await cancel(applicant)).toBe(false);
});
