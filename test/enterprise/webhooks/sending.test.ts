import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverEvents, listWebhookDeliveries, rotateWebhookSecret } from '#modules/enterprise/index.ts';
import { webhookTimes, webhookWaits } from '#modules/enterprise/limits.ts';
import { DAY, HOUR, MINUTE, SECOND, verifySvixHook } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { giveSession } from '#test/factories/people.ts';
import {
  connectReceiver,
  deliveriesOf,
  endpointOf,
  newReceiver,
  newWebhook,
} from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';

/** How events reach the endpoints of companies (D136). */

const portal = await testPortal();
const receiver = await newReceiver();
let net = connectReceiver(portal, receiver);
beforeEach(async () => {
  // What waits for the endpoints of other tests would be sent, too.
  await portal.pool.query('delete from webhook_endpoint');
  receiver.answer = (response) => void response.end();
  receiver.received = [];
  net = connectReceiver(portal, receiver);
  portal.clock.stop();
});

const happen = ({ companyId }: TestCompany) =>
  portal.work('test.happen', (work) =>
    deliverEvents(work, [{ companyId, type: 'bulk.finished', data: { bulkid: 'b1', status: 'done' } }]),
  );

/** A company whose endpoint has taken the first test event. */
async function hooked() {
  const company = await newCompany(portal);
  const webhook = await newWebhook(company);
  receiver.received = [];
  return { company, ...webhook };
}

const newest = async (company: TestCompany) => (await deliveriesOf(portal, company))[0];
const endpoint = (company: TestCompany) => endpointOf(portal, company);

describe('a delivery', () => {
  it('is signed as Standard Webhooks has it, with ids and statuses alone', async () => {
    const { company, secret } = await hooked();
    // The package compares with the real time.
    portal.clock.advance(Date.now() - portal.clock.now().getTime());
    await happen(company);
    await portal.runJobs();
    const [got] = receiver.received;
    expect(got?.path).toBe('/in');
    expect(got?.headers['content-type']).toBe('application/json');
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual({
      type: 'bulk.finished',
      timestamp: expect.any(String),
      data: { bulkid: 'b1', status: 'done' },
    });
    const forged = () => new Webhook(secret).verify(`${got?.body} `, got?.headers ?? {});
    expect(forged).toThrow('No matching signature');
    expect(await newest(company)).toMatchObject({ state: 'delivered', tries: 1, answer_status: 200 });
  });

  it('is signed as the package signs, which our own check takes', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const now = new Date();
    const header = `evt_1 ${Math.floor(now.getTime() / SECOND)} ${new Webhook(secret).sign('evt_1', now, 'body')}`;
    expect(verifySvixHook({ secrets: [secret], header, body: 'body', now })).toBe('evt_1');
  });

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const { company, secret, webhookid } = await hooked();
    const { owner } = company;
    const rotated = await owner.visitor.perform(rotateWebhookSecret, {
      webhookid,
      currentpassword: owner.password,
    });
    expect(rotated.secret).not.toBe(secret);
    const signedBy = async () => {
      receiver.received = [];
      await happen(company);
      await portal.runJobs();
      const { headers = {}, body = '' } = receiver.received[0] ?? {};
      const header = `${headers['webhook-id']} ${headers['webhook-timestamp']} ${headers['webhook-signature']}`;
      const now = portal.clock.now();
      return [secret, rotated.secret].map(
        (each) => verifySvixHook({ secrets: [each], header, body, now }) !== null,
      );
    };
    expect(await signedBy()).toEqual([true, true]);
    portal.clock.advance(webhookTimes.bothSecrets - 1);
    expect(await signedBy()).toEqual([true, true]);
    portal.clock.advance(1);
    expect(await signedBy()).toEqual([false, true]);
    await portal.runSchedule('enterprise.sweep');
    const { rows } = await portal.pool.query(
      'select former_secret_sealed from webhook_endpoint where id = $1',
      [webhookid],
    );
    expect(rows).toEqual([{ former_secret_sealed: null }]);
  });

  it('leads where the host leads at that moment, and to no other address', async () => {
    const { company } = await hooked();
    net.hosts.set('hooks.example.com', ['8.8.8.8', '2606:4700::1111']);
    net.resolved.length = 0;
    net.dialed.length = 0;
    await happen(company);
    await portal.runJobs();
    expect(net.resolved).toEqual(['hooks.example.com']);
    expect(net.dialed).toEqual([{ host: 'hooks.example.com', addresses: ['8.8.8.8', '2606:4700::1111'] }]);
    net.hosts.set('hooks.example.com', ['8.8.8.8', '169.254.169.254']);
    await happen(company);
    await portal.runJobs();
    expect(await newest(company)).toMatchObject({ failure: 'private-address', answer_status: null });
    expect(net.dialed).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['a redirect, which is not followed', 'redirect', 302],
    ['an error', 'status', 500],
  ] as const)('fails with %s', async (_what, failure, status) => {
    const { company } = await hooked();
    receiver.answer = (response) =>
      void response.writeHead(status, { location: 'https://hooks.example.com/other' }).end('Sorry');
    await happen(company);
    await portal.runJobs();
    expect(await newest(company)).toMatchObject({
      state: 'waiting',
      tries: 1,
      failure,
      answer_status: status,
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('fails when the answer trickles in, never comes, is too large, or is none', async () => {
    const { company } = await hooked();
    connectReceiver(portal, receiver, { timeout: 200 });
    const failureWith = async (answer: typeof receiver.answer) => {
      receiver.answer = answer;
      await happen(company);
      await portal.runJobs();
      return (await newest(company))?.failure;
    };
    expect(await failureWith(() => undefined)).toBe('no-answer');
    expect(
      await failureWith((response) => {
        const drip = setInterval(() => response.write('a'), 20);
        response.on('close', () => clearInterval(drip));
      }),
    ).toBe('no-answer');
    expect(await failureWith((response) => void response.end('a'.repeat(65_537)))).toBe('too-large');
    expect(await failureWith((response) => void response.socket?.end('no http\r\n\r\n'))).toBe('bad-answer');
    expect(await failureWith((response) => void response.socket?.destroy())).toBe('no-connection');
    expect(await failureWith((response) => void response.end('a'.repeat(65_536)))).toBeNull();
  });

  it('keeps the first kB of what was answered', async () => {
    const { company } = await hooked();
    receiver.answer = (response) => void response.writeHead(500).end(`\0é${'x'.repeat(5000)}`);
    await happen(company);
    await portal.runJobs();
    const { rows } = await portal.pool.query(
      `select answer_body from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
       where company_id = $1 and answer_status = 500`,
      [company.companyId],
    );
    expect(rows[0].answer_body).toMatch(/^\ufffdéx{1021}$/);
  });
});

describe('a failed delivery', () => {
  /** Runs what is due at a moment, whether a job waits for it or a sweep finds it. */
  const pass = async (milliseconds: number) => {
    portal.clock.advance(milliseconds);
    await portal.runSchedule('enterprise.due-webhooks');
    await portal.runJobs();
  };

  it('is tried again after each of the waits, and then no more', async () => {
    const { company } = await hooked();
    receiver.answer = (response) => void response.writeHead(503).end();
    await happen(company);
    await portal.runJobs();
    const waits = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      DAY,
    ];
    expect(webhookWaits).toEqual(waits);
    for (const [at, wait] of waits.entries()) {
      await pass(wait - 1);
      expect(receiver.received, `before wait ${at}`).toHaveLength(at + 1);
      await pass(1);
      expect(receiver.received, `after wait ${at}`).toHaveLength(at + 2);
    }
    expect(await newest(company)).toMatchObject({ state: 'failed', tries: 10, next_try_at: null });
    await pass(30 * HOUR);
    expect(receiver.received).toHaveLength(10);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('is tried again after five seconds without a sweep', async () => {
    const { company } = await hooked();
    receiver.answer = (response) => void response.writeHead(503).end();
    await happen(company);
    await portal.runJobs();
    portal.clock.advance(5 * SECOND);
    await portal.runJobs({ ahead: 5 * SECOND });
    expect(receiver.received).toHaveLength(2);
  });

  it('ends with 410, which turns the endpoint off', async () => {
    const { company } = await hooked();
    receiver.answer = (response) => void response.writeHead(410).end();
    await happen(company);
    await portal.runJobs();
    expect(await newest(company)).toMatchObject({ state: 'failed', answer_status: 410 });
    expect(await endpoint(company)).toMatchObject({ off_because: 'gone', off_since: expect.any(Date) });
    const [mail] = await listOutbox(portal.db, { to: company.owner.emailaddress });
    expect(mail?.text).toContain('hooks.example.com answered that it is gone (410)');
  });

  it('turns the endpoint off after five days without a success, and mails the owner once', async () => {
    const { company } = await hooked();
    const mails = async () =>
      (await listOutbox(portal.db, { to: company.owner.emailaddress })).filter(({ subject }) =>
        subject?.includes('webhook'),
      );
    receiver.answer = (response) => void response.writeHead(500).end();
    await happen(company);
    await portal.runJobs();
    portal.clock.advance(webhookTimes.failing - 1);
    await happen(company);
    await portal.runJobs();
    expect(await endpoint(company)).toMatchObject({ off_since: null });
    portal.clock.advance(1);
    await happen(company);
    await happen(company);
    await portal.runJobs();
    expect(await endpoint(company)).toMatchObject({ off_because: 'failures' });
    await happen(company);
    const before = receiver.received.length;
    await pass(DAY);
    expect(receiver.received).toHaveLength(before);
    expect(await newest(company)).toMatchObject({ state: 'failed', failure: 'off', tries: 0 });
    expect((await deliveriesOf(portal, company)).filter(({ state }) => state === 'failed')).toHaveLength(5);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('We turned off your webhook endpoint at hooks.example.com');
    expect(mail?.text).toContain('has failed for five days');
  });

  it('leaves the endpoint on as long as something works', async () => {
    const { company } = await hooked();
    const respond = (status: number) =>
      (receiver.answer = (response) => void response.writeHead(status).end());
    respond(500);
    await happen(company);
    await portal.runJobs();
    portal.clock.advance(4 * DAY);
    respond(200);
    await happen(company);
    await portal.runJobs();
    expect(await endpoint(company)).toMatchObject({ failing_since: null });
    respond(500);
    portal.clock.advance(4 * DAY);
    await happen(company);
    await portal.runJobs();
    expect(await endpoint(company)).toMatchObject({ off_since: null, failing_since: portal.clock.now() });
  });
});

it('a delivery is listed and kept for 30 days', async () => {
  const { company } = await hooked();
  const { owner } = company;
  const listed = async () => {
    await giveSession(owner.visitor, owner.emailaddress);
    return (await owner.visitor.perform(listWebhookDeliveries, {})).deliveries.length;
  };
  portal.clock.advance(webhookTimes.kept - 1);
  await portal.runSchedule('enterprise.sweep');
  expect(await listed()).toBe(1);
  portal.clock.advance(1);
  expect(await listed()).toBe(0);
  await portal.runSchedule('enterprise.sweep');
  expect(await deliveriesOf(portal, company)).toEqual([]);
});

it('one job at a time sends to an endpoint, and another goes on when it has died', async () => {
  const { company, webhookid } = await hooked();
  await portal.pool.query(
    `update webhook_endpoint set sending_by = 'dead', sending_until = $2 where id = $1`,
    [webhookid, new Date(portal.clock.now().getTime() + MINUTE)],
  );
  await happen(company);
  await portal.runJobs();
  expect(receiver.received).toEqual([]);
  portal.clock.advance(MINUTE);
  await portal.runSchedule('enterprise.due-webhooks');
  await portal.runJobs();
  expect(receiver.received).toHaveLength(1);
});
