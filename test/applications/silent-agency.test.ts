import { expect, test } from 'vitest';
import { CraFailed, type CraStatus, type CraSubmission, craPort } from '#modules/applications/index.ts';
import { HOUR } from '#modules/platform/browser.ts';
import { newId } from '#modules/platform/index.ts';
import { SandboxCra } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { postCallback } from '#test/factories/agency-callbacks.ts';
import { type Applicant, newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
portal.clock.stop();
await removeSandboxDelays(portal);

/** The sandbox agency, which can be out of order, or answer something else about the state of a check. */
class UnreliableAgency extends SandboxCra {
  down = false;
  /** The profile numbers that it was asked about. */
  readonly asked: string[] = [];
  instead: ((answer: CraStatus) => CraStatus) | null = null;

  override async status(craid: string, profileNumber: string): Promise<CraStatus> {
    this.asked.push(profileNumber);
    if (this.down) throw new CraFailed('no answer');
    const answer = await super.status(craid, profileNumber);
    return this.instead?.(answer) ?? answer;
  }

  override async submit(submission: CraSubmission) {
    if (this.down) throw new CraFailed('no answer');
    return super.submit(submission);
  }
}
const agency = new UnreliableAgency(portal);
craPort.provide(portal, agency);

async function submitted(ssn: string): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await submit(applicant, ssn);
  await portal.runJobs({ failures: [] });
  return applicant;
}

/** Moves the clock, and lets the portal look for orders of which nothing was heard. */
async function later(hours: number): Promise<void> {
  portal.clock.advance(hours * HOUR);
  await portal.runSchedule('applications.silent-agencies');
  await portal.runJobs({ failures: [] });
}

async function statusOf({ applicationId }: Applicant): Promise<string> {
  const { status } = await portal.db
    .selectFrom('application')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return status;
}

async function timesAsked({ applicationId }: Applicant): Promise<number> {
  const { profile_number } = await portal.db
    .selectFrom('cra_order')
    .select('profile_number')
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return agency.asked.filter((number) => number === profile_number).length;
}

const alertsOf = ({ applicationId }: Applicant) =>
  portal.db
    .selectFrom('pipeline_alert')
    .select(['reason', 'state', 'due_by_goal'])
    .where('alert_type', '=', 'agency_silent')
    .where('application_id', '=', applicationId)
    .execute();

test('a result that got lost is found after six hours, and the person decides on it', async () => {
  const applicant = await submitted('900-00-0015');
  expect(await statusOf(applicant)).toBe('inprogress');
  await later(5.9);
  expect(await timesAsked(applicant)).toBe(0);
  await later(0.1);
  expect(await statusOf(applicant)).toBe('newrequiresapproval');
  const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
  expect(mails.filter(({ subject }) => subject?.includes('is ready for your review'))).toHaveLength(1);
  expect(await timesAsked(applicant)).toBe(1);
  await later(7);
  expect(await timesAsked(applicant)).toBe(1);
  expect(await alertsOf(applicant)).toEqual([]);
});

test('asking again for what came as a callback changes nothing', async () => {
  const applicant = await submitted('900-00-0012');
  for (let round = 0; round < 6; round += 1) await later(7);
  expect(await statusOf(applicant)).toBe('inprogress');
  expect(await alertsOf(applicant)).toEqual([]);
});

test('an agency that does not answer for a day is in the pipeline until it answers', async () => {
  const applicant = await submitted('900-00-0015');
  agency.down = true;
  await later(6);
  await later(23.9);
  expect(await alertsOf(applicant)).toEqual([]);
  await later(0.1);
  expect(await alertsOf(applicant)).toEqual([{ reason: 'agency-silent', state: 'open', due_by_goal: true }]);
  agency.down = false;
  await later(7);
  expect(await statusOf(applicant)).toBe('newrequiresapproval');
  expect(await alertsOf(applicant)).toMatchObject([{ state: 'closed' }]);
});

test('a callback that comes after all takes the alert away', async () => {
  const applicant = await submitted('900-00-0012');
  agency.down = true;
  for (const hours of [6, 24]) await later(hours);
  expect(await alertsOf(applicant)).toMatchObject([{ state: 'open' }]);
  await postCallback(portal, applicant.applicationId, {
    type: 'inprogress',
    estimated_on: null,
    searches: [],
  });
  expect(await alertsOf(applicant)).toMatchObject([{ state: 'closed' }]);
  agency.down = false;
});

test('an order that the agency does not accept is in the pipeline after a day', async () => {
  agency.down = true;
  const applicant = await submitted('900-00-0002');
  expect(await statusOf(applicant)).toBe('submitted');
  for (const hours of [6, 24]) await later(hours);
  expect(await alertsOf(applicant)).toMatchObject([{ reason: 'agency-no-order', state: 'open' }]);
  agency.down = false;
});

test.each<[string, (answer: CraStatus) => CraStatus]>([
  ['without its event', (answer) => ({ ...answer, state: 'completed', lastEvent: null })],
  ['as withdrawn', () => ({ state: 'withdrawn', lastEvent: null })],
  [
    'with an event about another check',
    ({ lastEvent }) => ({
      state: 'completed',
      lastEvent: lastEvent && { ...lastEvent, event_id: newId(), idempotency_key: newId() },
    }),
  ],
])('a check that the agency ended %s goes to staff, and stays as it is', async (_, instead) => {
  const applicant = await submitted('900-00-0015');
  agency.instead = instead;
  await later(6);
  expect(await statusOf(applicant)).toBe('inprogress');
  expect(await alertsOf(applicant)).toMatchObject([{ reason: 'agency-no-result', state: 'open' }]);
  agency.instead = null;
});
