import { expect, test } from 'vitest';
import { cancelApplication, forgetAtVerifier, idVerifierPort } from '#modules/applications/index.ts';
import { askDeletion } from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { type Applicant, removeSandboxDelays } from '#test/factories/applicants.ts';
import { PASSWORD } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, startRun, takeAll } from '#test/factories/verifications.ts';

/** People whom the provider of ID verification was asked to delete (D43). */

const portal = await servedPortal();
await removeSandboxDelays(portal);

const rows = async (text: string, ...values: unknown[]) => (await portal.pool.query(text, values)).rows;

const runsLeft = async ({ accountId }: Applicant) =>
  (
    await rows(
      `select 1 from sandbox.verification_run where id in (select workflow_run_id::uuid from id_verification where account_id = $1)`,
      accountId,
    )
  ).length;

const forgottenOf = async ({ accountId }: Applicant) =>
  (await rows('select applicant_deleted_at from id_verification where account_id = $1', accountId)).map(
    ({ applicant_deleted_at: at }) => at !== null,
  );

async function sweep(): Promise<void> {
  await portal.runSchedule('applications.old-verifications');
  await portal.runJobs();
}

test('after the images were kept for their time the person is deleted there, once', async () => {
  const applicant = await atVerification(portal, 'Approve');
  await takeAll(portal, applicant);
  await portal.runJobs();
  await sweep();
  expect(await runsLeft(applicant)).toBe(1);
  portal.clock.advance(90 * DAY);
  await sweep();
  expect([await runsLeft(applicant), await forgottenOf(applicant)]).toEqual([0, [true]]);
  const entries = () =>
    rows(
      `select 1 from audit_entry where action = 'applications.verification-forgotten' and about_id = $1`,
      applicant.accountId,
    );
  const [row] = await rows(
    'select applicant_id from id_verification where account_id = $1',
    applicant.accountId,
  );
  await forgetAtVerifier(portal, row.applicant_id);
  await sweep();
  expect(await entries()).toHaveLength(1);
});

test('a provider that is down is asked again', async () => {
  const applicant = await atVerification(portal, 'Approve');
  await takeAll(portal, applicant);
  await portal.runJobs();
  const [row] = await rows(
    'select applicant_id from id_verification where account_id = $1',
    applicant.accountId,
  );
  const verifier = idVerifierPort.of(portal);
  const forget = verifier.forget.bind(verifier);
  Object.assign(verifier, { forget: () => Promise.reject(new Error('down')) });
  await expect(forgetAtVerifier(portal, row.applicant_id)).rejects.toThrow('down');
  Object.assign(verifier, { forget });
  expect(await forgottenOf(applicant)).toEqual([false]);
  portal.clock.advance(90 * DAY);
  await sweep();
  expect(await forgottenOf(applicant)).toEqual([true]);
});

test('who is erased is deleted there the next night, also in the middle of a verification', async () => {
  const applicant = await atVerification(portal, 'Wait');
  await takeAll(portal, applicant);
  await portal.runJobs();
  await applicant.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  await portal.work('test.cancel', (work) => cancelApplication(work, applicant.applicationId, 'test'));
  portal.clock.advance(31 * DAY);
  await portal.runSchedule('identity.sweep');
  await sweep();
  expect([await runsLeft(applicant), await forgottenOf(applicant)]).toEqual([0, [true]]);
  portal.clock.advance(DAY);
  await portal.runSchedule('applications.silent-verifications');
  await portal.runJobs();
});

test('of two starts at once no run stays behind that nobody knows', async () => {
  const applicant = await atVerification(portal, 'Approve');
  const before = await rows('select id from sandbox.verification_run');
  await Promise.all([startRun(applicant), startRun(applicant)]);
  await portal.runJobs();
  expect((await rows('select id from sandbox.verification_run')).length - before.length).toBe(1);
});
