import { expect, test } from 'vitest';
import { delaysSweep, deliverCheckDelayed } from '#modules/applications/check-progress/delays.ts';
import { agreeToTexts, getCheckProgress } from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { newId, signHook } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { newPerson, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

/** A check that the agency never finishes. */
async function stays(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await submit(applicant, '900-00-0012');
  await portal.runJobs();
  return applicant;
}

/** What the applicant sees, also days later. */
async function progress(applicant: Applicant) {
  const visitor = await signIn(portal, applicant);
  return visitor.perform(getCheckProgress, { applicationid: applicant.applicationId });
}

const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

/** Posts another callback of the agency, and handles it. */
async function tell(
  { applicationId }: Applicant,
  said: { estimated_on: string | null; searches?: object[]; occurred_at?: string },
): Promise<void> {
  const { profile_number } = await portal.db
    .selectFrom('cra_order')
    .select('profile_number')
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const body = JSON.stringify({
    event_id: newId(),
    craid: '2',
    idempotency_key: applicationId,
    profile_number,
    occurred_at: portal.clock.now().toISOString(),
    type: 'inprogress',
    searches: [],
    ...said,
  });
  const answer = await fetch(`${portal.origin}/hooks/cra`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cra-signature': signHook(portal.config.cra.webhookSecret, body, portal.clock.now()),
    },
    body,
  });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
  await portal.runJobs();
}

async function delayMails({ emailaddress }: Applicant): Promise<number> {
  await portal.runSchedule('applications.check-delays');
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  return mails.filter(({ subject }) => subject?.includes('taking longer')).length;
}

test('the applicant sees each search and the day on which the agency expects to be done', async () => {
  const applicant = await stays();
  const { estimated_on, delayed, searches } = await progress(applicant);
  expect({ estimated_on, delayed }).toEqual({ estimated_on: dayIn(3), delayed: false });
  expect(searches).toHaveLength(5);
  expect(searches[0]).toMatchObject({ search: 'Identity and SSN trace', state: 'done' });
  expect(searches[1]).toMatchObject({
    scope: 'Counties of residence, 7 years, Travis County, TX',
    state: 'waiting',
  });
});

test('where somebody lived is in the table only encrypted, and a stranger reads none of it', async () => {
  const applicant = await stays();
  const { rows } = await portal.pool.query('select searches from check_progress');
  expect(JSON.stringify(rows)).not.toContain('Travis');
  const stranger = await newPerson(portal);
  await expect(
    stranger.visitor.perform(getCheckProgress, { applicationid: applicant.applicationId }),
  ).rejects.toMatchObject({ code: 'not-found' });
});

test('a newer callback replaces the progress, an older one that comes late does not', async () => {
  const applicant = await stays();
  const late = new Date(portal.clock.now().getTime() - DAY).toISOString();
  portal.clock.advance(1000);
  await tell(applicant, {
    estimated_on: dayIn(9),
    searches: [{ search: 'County criminal', scope: 'Travis', state: 'delayed' }],
  });
  await tell(applicant, { estimated_on: dayIn(1), occurred_at: late });
  expect(await progress(applicant)).toEqual({
    estimated_on: dayIn(9),
    delayed: false,
    searches: [{ search: 'County criminal', scope: 'Travis', state: 'delayed' }],
  });
});

test('a delay is told once for each day that the agency named, from the day after it', async () => {
  const applicant = await stays();
  portal.clock.advance(3 * DAY);
  expect(await delayMails(applicant)).toBe(0);
  portal.clock.advance(DAY);
  expect(await delayMails(applicant)).toBe(1);
  expect(await delayMails(applicant)).toBe(1);
  expect((await progress(applicant)).delayed).toBe(true);

  await tell(applicant, { estimated_on: dayIn(2) });
  expect(await delayMails(applicant)).toBe(1);
  portal.clock.advance(3 * DAY);
  expect(await delayMails(applicant)).toBe(2);
});

test('nobody is told of the delay of a check that is finished', async () => {
  const applicant = await newApplicant(portal);
  await submit(applicant, '900-00-0001');
  await portal.runJobs();
  portal.clock.advance(5 * DAY);
  expect(await delayMails(applicant)).toBe(0);
  expect(await progress(applicant)).toEqual({ estimated_on: null, delayed: false, searches: [] });
});

test('a callback that says nothing of the progress, or is as old as the last one, changes nothing', async () => {
  const applicant = await stays();
  portal.clock.advance(1000);
  const occurred_at = portal.clock.now().toISOString();
  await tell(applicant, { estimated_on: dayIn(0), occurred_at });
  await tell(applicant, { estimated_on: dayIn(7), occurred_at });
  portal.clock.advance(1000);
  await tell(applicant, { estimated_on: null });
  // A day without searches says something, and the day itself is no delay.
  expect(await progress(applicant)).toEqual({ estimated_on: dayIn(0), delayed: false, searches: [] });
  const searches = [{ search: 'County criminal', scope: 'Travis', state: 'waiting' }];
  portal.clock.advance(1000);
  await tell(applicant, { estimated_on: null, searches });
  expect(await progress(applicant)).toEqual({ estimated_on: null, delayed: false, searches });
});

test('each delayed check is noted by itself, told by text as well, and no longer once it is finished', async () => {
  const [applicant, other] = [await stays(), await stays()];
  await portal.pool.query('update account set mobile = $2, mobile_verified_at = now() where id = $1', [
    applicant.accountId,
    '5125559922',
  ]);
  await (await signIn(portal, applicant)).perform(agreeToTexts, {});
  const orderOf = async ({ applicationId }: Applicant) =>
    (await portal.pool.query('select id from cra_order where application_id = $1', [applicationId])).rows[0]
      .id;
  const [mine, theirs] = [await orderOf(applicant), await orderOf(other)];
  const found = () => portal.work('test.keys', (work) => delaysSweep.keys(work, null, 1_000));
  portal.clock.advance(4 * DAY);
  expect(await found()).toEqual(expect.arrayContaining([mine, theirs]));
  expect(await portal.work('test.run', (work) => delaysSweep.run(work, [mine]))).toBe(1);
  expect([(await found()).includes(mine), (await found()).includes(theirs)]).toEqual([false, true]);
  await portal.runJobs();
  const texts = await listOutbox(portal.db, { to: '+15125559922' });
  expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining('taking longer')]);
  const mails = async () =>
    (await listOutbox(portal.db, { to: applicant.emailaddress })).filter(({ subject }) =>
      subject?.includes('taking longer'),
    ).length;
  expect(await mails()).toBe(1);
  await deliverCheckDelayed(portal, mine, 'a-message');
  expect(await mails()).toBe(2);
  await portal.pool.query(`update cra_order set state = 'completed', closed_at = now() where id = $1`, [
    mine,
  ]);
  await deliverCheckDelayed(portal, mine, 'another-message');
  expect(await mails()).toBe(2);
});
