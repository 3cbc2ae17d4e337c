import { expect, test } from 'vitest';
import { getApplicationStatus } from '#modules/applications/index.ts';
import { openAccess, sealAccess } from '#modules/applications/verification/sealing.ts';
import { hasLapsed } from '#modules/applications/verification/starting.ts';
import { newId, sql } from '#modules/platform/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { checkRun, completeRun, startRun, takeAll } from '#test/factories/verifications.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const statusOf = async ({ visitor, applicationId: applicationid }: Applicant) =>
  (await visitor.perform(getApplicationStatus, { applicationid })).applicationstatus;

const orders = async ({ applicationId }: Applicant) =>
  (
    await sql<{ attempt: number; state: string }>`select attempt, state from cra_order
      where application_id = ${applicationId} order by attempt`.execute(portal.db)
  ).rows;

async function returned(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  portal.clock.advance(1000);
  await submit(applicant, '900-00-0014');
  await portal.runJobs();
  expect(await statusOf(applicant)).toBe('clearidaction');
  portal.clock.advance(1000);
  return applicant;
}

test('an agency that asks for the images again gets one more order once they are approved', async () => {
  const applicant = await returned();
  const [mail] = (await listOutbox(portal.db, { to: applicant.emailaddress })).filter(({ subject }) =>
    subject?.includes('new photos of your ID'),
  );
  expect(
    mail?.links.some((link) => link.endsWith(`/user/idverification?appid=${applicant.applicationId}`)),
  ).toBe(true);
  expect(await checkRun(applicant)).toMatchObject({ user_verification: 'clearidaction', required: true });
  const run = await takeAll(portal, applicant);
  await Promise.all([completeRun(applicant), completeRun(applicant), takeImages(portal, run)]);
  await portal.runJobs();
  expect(await orders(applicant)).toEqual([
    { attempt: 1, state: 'returned' },
    { attempt: 2, state: 'completed' },
  ]);
  expect(await statusOf(applicant)).toBe('newrequiresapproval');
  const active = await sql<{ n: number }>`select count(*) as n from id_verification
    where account_id = ${applicant.accountId} and active_verification`.execute(portal.db);
  expect(active.rows).toEqual([{ n: 1 }]);
});

test('images that were approved before the agency asked do not count', async () => {
  const applicant = await returned();
  expect(await orders(applicant)).toEqual([{ attempt: 1, state: 'returned' }]);
  expect((await checkRun(applicant)).user_verification).toBe('clearidaction');
  const { workflow_run_id: first } = await startRun(applicant, true);
  expect((await startRun(applicant)).workflow_run_id).toBe(first);
  expect((await checkRun(applicant)).user_verification).toBe('start_verification');
});

test('a link works until its moment, in any time zone, or for good where the provider names none', async () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const access = { url: 'https://a.example/', token: null };
  const lapsed = (expiresAt: string | null) => hasLapsed({ ...access, expiresAt }, now);
  expect([null, '2026-01-01T00:00:01Z', '2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z'].map(lapsed)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const zoned = { ...access, expiresAt: '2026-12-01T00:00:00+02:00' };
  const id = newId();
  expect(openAccess(portal, id, sealAccess(portal, id, zoned))).toEqual(zoned);
});
