import { describe, expect, test } from 'vitest';
import {
  getApplicationStatus,
  handleCraEvent,
  listMyApplications,
  placeOrder,
} from '#modules/applications/index.ts';
import { MINUTE } from '#modules/platform/browser.ts';
import { newId, signHook, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(portal.db)).rows;

async function submitted(ssn: string): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await submit(applicant, ssn);
  return applicant;
}

const statusOf = async ({ visitor, applicationId }: Applicant) =>
  (await visitor.perform(getApplicationStatus, { applicationid: applicationId })).applicationstatus;

const order = async ({ applicationId }: Applicant) =>
  (
    await rows(sql<{ id: string; state: string; held_for: string | null; profile_number: string | null }>`
      select id, state, held_for, profile_number from cra_order where application_id = ${applicationId}`)
  )[0];

const change = async ({ applicationId }: Applicant) =>
  (
    await rows(sql<{ id: string; score: string; state: string }>`
      select id, score, state from score_change where application_id = ${applicationId}`)
  )[0];

async function post(body: unknown, header?: string): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = header ?? signHook(portal.config.cra.webhookSecret, text, portal.clock.now());
  const response = await fetch(`${portal.origin}/hooks/cra`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cra-signature': signature },
    body: text,
  });
  await response.body?.cancel();
  return response.status;
}

describe('F98: the sandbox agency answers by signed callbacks over HTTP', () => {
  test.each([
    ['900-00-0001', 'IC01+'],
    ['900-00-0002', 'IC01'],
    ['900-00-0003', 'IC02'],
    ['900-00-0004', 'IC03'],
    ['900-00-0005', 'IC04'],
    ['900-00-0006', 'NA'],
    ['900-00-0013', 'IC01'],
  ])('%s gives %s', async (ssn, score) => {
    const applicant = await submitted(ssn);
    expect(await statusOf(applicant)).toBe('pending');
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    expect(await change(applicant)).toMatchObject({ score, state: 'pending' });
    expect(await order(applicant)).toMatchObject({ state: 'completed' });
    expect((await applicant.visitor.caller())?.facts.pending_score_change).toBe(true);
  });

  test('any other number gives the same grade each time', async () => {
    const [first, second] = [await submitted('123-45-6789'), null];
    expect(second).toBeNull();
    await portal.runJobs();
    expect((await change(first))?.score).toMatch(/^IC0[1-4]\+?$/);
  });

  test('900-00-0011 waits for a review of the number', async () => {
    const applicant = await submitted('900-00-0011');
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('submitted');
    expect(await order(applicant)).toMatchObject({ state: 'held', held_for: 'ssn-review' });
  });

  test('900-00-0012 stays in progress', async () => {
    const applicant = await submitted('900-00-0012');
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('inprogress');
    expect(await change(applicant)).toBeUndefined();
  });

  test('900-00-0014 asks for the ID images again', async () => {
    const applicant = await submitted('900-00-0014');
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('clearidaction');
    expect(await order(applicant)).toMatchObject({ state: 'returned' });
  });

  test('a number that stands on another account too is not handed over: staff look first', async () => {
    await submitted('111-22-3333');
    const second = await submitted('111-22-3333');
    await portal.runJobs();
    expect(await order(second)).toMatchObject({ state: 'held', held_for: 'same-ssn', profile_number: null });
    expect(await statusOf(second)).toBe('submitted');
  });

  test("the numbers of the sandbox are nobody's: they may be used again", async () => {
    await submitted('900-00-0012');
    const second = await submitted('900-00-0012');
    await portal.runJobs();
    expect(await statusOf(second)).toBe('inprogress');
  });
});

describe('an order', () => {
  test('reaches the agency when the application is submitted, with what was submitted', async () => {
    provesLegalText('agency-receives', 'check-on-submit');
    const applicant = await newApplicant(portal);
    const screenings = () =>
      rows(sql<{ id: string; subject: string }>`
        select id, subject from sandbox.screening where idempotency_key = ${applicant.applicationId}`);
    await portal.runJobs();
    expect(await screenings()).toEqual([]);
    await submit(applicant, '900-00-0012');
    await portal.runJobs();
    const [screening] = await screenings();
    const subject = portal.keys.decrypt(
      screening?.subject ?? '',
      `sandbox.screening.subject:${screening?.id}`,
    );
    expect(JSON.parse(subject).name).toMatch(/^Pat Person/);
  });

  test('is placed once, however often its job runs', async () => {
    const applicant = await submitted('321-54-9876');
    const placed = await order(applicant);
    if (!placed) throw new Error('no order');
    await Promise.all([placeOrder(portal, placed.id), placeOrder(portal, placed.id)]);
    await placeOrder(portal, placed.id);
    const screenings = await rows(sql`
      select 1 from sandbox.screening where idempotency_key = ${applicant.applicationId}`);
    expect(screenings).toHaveLength(1);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
  });

  test('that was placed and not noted (a crash in between) is noted with the same number', async () => {
    const applicant = await submitted('321-54-9870');
    const placed = await order(applicant);
    if (!placed) throw new Error('no order');
    await placeOrder(portal, placed.id);
    const first = (await order(applicant))?.profile_number;
    await sql`
      update cra_order set state = 'queued', placed_at = null, profile_number = null where id = ${placed.id}
    `.execute(portal.db);
    await placeOrder(portal, placed.id);
    expect((await order(applicant))?.profile_number).toBe(first);
    await portal.runJobs();
  });

  test('is the only open one of its application', async () => {
    const applicant = await submitted('900-00-0012');
    const second = sql`
      insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at)
      values (${newId()}, ${applicant.applicationId}, '2', 2, ${newId()}, now())`;
    await expect(second.execute(portal.db)).rejects.toThrow(/cra_order_open_key/);
  });
});

describe('a callback', () => {
  async function underWay() {
    const applicant = await submitted('900-00-0012');
    await portal.runJobs();
    const placed = await order(applicant);
    const event = {
      event_id: newId(),
      craid: '2',
      idempotency_key: applicant.applicationId,
      profile_number: placed?.profile_number,
      occurred_at: portal.clock.now().toISOString(),
      type: 'clearidaction',
    };
    return { applicant, event };
  }

  test('is refused when it is forged, stale or of another shape, and nothing moves', async () => {
    const { applicant, event } = await underWay();
    const body = JSON.stringify(event);
    const now = portal.clock.now();
    const secret = portal.config.cra.webhookSecret;
    expect(await post(body, signHook('another-secret-another-secret', body, now))).toBe(401);
    expect(await post(body, '')).toBe(401);
    expect(await post(body, signHook(secret, `${body} `, now))).toBe(401);
    expect(await post(body, signHook(secret, body, new Date(now.getTime() - 6 * MINUTE)))).toBe(401);
    expect(await post(body, signHook(secret, body, new Date(now.getTime() + 6 * MINUTE)))).toBe(401);
    expect(await post('{"event_id":1}')).toBe(400);
    expect(await post('not json')).toBe(400);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('inprogress');
  });

  test('says in its answer to /hub/api nothing: it is no call', async () => {
    const { status } = await portal.visitor().call('POST', '/hooks/cra', {});
    expect(status).toBe(404);
    const refused = await portal
      .visitor()
      .perform((await import('#modules/applications/index.ts')).receiveCraCallback, { body: '{}' })
      .catch((error) => error);
    shows('edge.callback-unsigned', refused.text);
  });

  test('is stored before it is worked on, and worked on once', async () => {
    const { applicant, event } = await underWay();
    expect(await post(event)).toBe(200);
    expect(await statusOf(applicant)).toBe('inprogress');
    expect(await post(event)).toBe(200);
    await portal.runJobs();
    expect(await post(event)).toBe(200);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('clearidaction');
    const moves = await rows(sql`
      select 1 from application_status_change
      where application_id = ${applicant.applicationId} and to_status = 'clearidaction'`);
    expect(moves).toHaveLength(1);
    const stored = await rows(sql<{ body: string }>`
      select body::text as body from hook_event where event_id = ${event.event_id}`);
    expect(stored[0]?.body).toMatch(/^\{"sealed"/);
  });

  test('whose body was deleted since is not worked on again', async () => {
    const { applicant, event } = await underWay();
    await post(event);
    await portal.runJobs();
    await portal.pool.query('update hook_event set body = null where event_id = $1', [event.event_id]);
    const status = await statusOf(applicant);
    for (const eventId of [event.event_id, 'unknown'])
      await expect(handleCraEvent(portal, 'cra-2', eventId)).resolves.toBeUndefined();
    expect(await statusOf(applicant)).toBe(status);
  });

  test('for an order that nobody made, or that is closed, changes nothing', async () => {
    const { applicant, event } = await underWay();
    expect(await post({ ...event, idempotency_key: newId() })).toBe(200);
    expect(await post({ ...event, event_id: newId(), craid: '4' })).toBe(200);
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('inprogress');
    await post({ ...event, event_id: newId() });
    await post({ ...event, event_id: newId(), type: 'inprogress' });
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('clearidaction');
  });

  test('that comes late, for an order that was closed, decides nothing while another order is open', async () => {
    const { applicant, event } = await underWay();
    await post(event);
    await portal.runJobs();
    const { applicationId } = applicant;
    await sql`update sandbox.screening set state = 'completed' where idempotency_key = ${applicationId}`.execute(
      portal.db,
    );
    await sql`
      insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at)
      values (${newId()}, ${applicationId}, '2', 2, ${newId()}, ${portal.clock.now()})`.execute(portal.db);
    for (const status of ['submitted', 'inprogress'])
      await sql`update application set status = ${status} where id = ${applicationId}`.execute(portal.db);
    for (const late of [{ type: 'completed', score: 'IC04', findings: [] }, { type: 'clearidaction' }]) {
      expect(await post({ ...event, event_id: newId(), ...late })).toBe(200);
      await portal.runJobs();
      expect(await statusOf(applicant)).toBe('inprogress');
    }
    expect(await change(applicant)).toBeUndefined();
    const orders = await rows(sql`
      select state, closed_at is not null as closed from cra_order where application_id = ${applicationId}
      order by attempt`);
    expect(orders).toEqual([
      { state: 'returned', closed: true },
      { state: 'queued', closed: false },
    ]);
  });

  test('that arrives before an earlier one still leads to the result', async () => {
    const applicant = await submitted('222-33-4444');
    const placed = await order(applicant);
    await placeOrder(portal, placed?.id ?? '');
    await sql`
      update sandbox.screening set state = 'completed' where idempotency_key = ${applicant.applicationId}
    `.execute(portal.db);
    const profile = (await order(applicant))?.profile_number;
    const event = (type: string, more: object = {}) => ({
      event_id: newId(),
      craid: '2',
      idempotency_key: applicant.applicationId,
      profile_number: profile,
      occurred_at: portal.clock.now().toISOString(),
      type,
      ...more,
    });
    await post(event('completed', { score: 'IC02', findings: [] }));
    await post(event('inprogress'));
    await portal.runJobs();
    expect(await statusOf(applicant)).toBe('newrequiresapproval');
    expect(await change(applicant)).toMatchObject({ score: 'IC02' });
  });
});

test('the applicant is told: submitted, and ready', async () => {
  provesLegalText('mail-to-account');
  const applicant = await submitted('900-00-0001').catch(() => null);
  if (!applicant) throw new Error('no applicant');
  await portal.runJobs();
  const messages = await listOutbox(portal.db, { to: applicant.emailaddress });
  const subjects = messages.map((message) => message.subject);
  expect(subjects).toContain('Your background check application was submitted');
});

test('the list of applications carries the agency and its number', async () => {
  const applicant = await submitted('555-44-3333');
  await portal.runJobs();
  const { applications } = await applicant.visitor.perform(listMyApplications, {});
  expect(applications).toMatchObject([
    {
      provider: 'Ridgeline Screening, Inc.',
      provider_profile_number: expect.stringMatching(/^\d{4}-\d{5}$/),
      scorechangetype: 'new',
    },
  ]);
});
