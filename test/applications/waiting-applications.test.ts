import { expect, test } from 'vitest';
import { DAY } from '#modules/platform/browser.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  agree,
  fillIn,
  newApplicant,
  removeSandboxDelays,
  submit,
} from '#test/factories/applicants.ts';
import { signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const toldTo = async ({ emailaddress }: Applicant) =>
  (await listOutbox(portal.db, { to: emailaddress }))
    .map(({ subject }) => subject ?? '')
    .filter((subject) => /isn’t finished|ready to start/.test(subject)).length;

async function after(days: number): Promise<void> {
  portal.clock.advance(days * DAY);
  await portal.runSchedule('applications.wait-reminders');
  await portal.runSchedule('applications.wait-reminders');
  await portal.runJobs();
}

async function again(applicant: Applicant): Promise<Applicant> {
  const visitor = portal.visitor({ address: '203.0.113.78' });
  await signIn(portal, applicant, visitor);
  return { ...applicant, visitor };
}

test('an application that waits is told after 3, 7 and 14 days, each once, and then no more', async () => {
  const applicant = await newApplicant(portal);
  const told: number[] = [];
  for (const days of [2, 1, 3, 1, 6, 1, 20]) {
    await after(days);
    told.push(await toldTo(applicant));
  }
  expect(told).toEqual([0, 1, 1, 2, 2, 3, 3]);
});

test('whoever does a step waits anew', async () => {
  const applicant = await newApplicant(portal);
  await after(3);
  expect(await toldTo(applicant)).toBe(1);
  await agree(await again(applicant));
  await after(2);
  expect(await toldTo(applicant)).toBe(1);
  await after(1);
  expect(await toldTo(applicant)).toBe(2);
});

test('nobody is told who submitted, waits for a review, or turned off all emails', async () => {
  const submitted = await newApplicant(portal);
  await submit(submitted, '900-00-0012');
  const reviewed = await atVerification(portal, 'Consider');
  await takeAll(portal, reviewed);
  const silent = await newApplicant(portal);
  await fillIn(silent, '900-00-0001');
  await portal.pool.query('update account set criticalemails = false where id = $1', [silent.accountId]);
  await portal.runJobs();
  await after(3);
  expect([await toldTo(submitted), await toldTo(reviewed), await toldTo(silent)]).toEqual([0, 0, 0]);
});
