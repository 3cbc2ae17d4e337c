import { expect, test } from 'vitest';
import { receiveMailEvent } from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { MINUTE, SECOND, signSvixHook, sql } from '#modules/platform/index.ts';
import { connectionRow, newCompany } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
const portal = await testPortal({ environment: { MAIL_WEBHOOK_SECRET: secret } });
const visitor = portal.visitor();

let sent = 0;

interface Sent {
  id?: string;
  at?: Date;
  by?: string;
  /** Replaces the signed body. */
  body?: string;
}

/** Sends an event as the provider does. */
function tell(
  event: object,
  { id = `msg_${++sent}`, at = portal.clock.now(), by = secret, body }: Sent = {},
) {
  const text = JSON.stringify(event);
  return visitor.perform(receiveMailEvent, { body: body ?? text, signature: signSvixHook(by, id, text, at) });
}

const returned = (to: string, type = 'Permanent') => ({
  type: 'email.bounced',
  created_at: '2026-01-01T00:00:00Z',
  data: { email_id: 'x', to: [to], bounce: { type, subType: 'General', message: 'no' } },
});

async function listed(): Promise<Record<string, string>> {
  const { rows } = await sql<{ emailaddress: string; reason: string }>`
    select emailaddress, reason from mail_suppression order by suppressed_at, emailaddress`.execute(
    portal.db,
  );
  return Object.fromEntries(rows.map(({ emailaddress, reason }) => [emailaddress, reason]));
}

test('the signature is that of Svix: its own example is taken', () => {
  const example = signSvixHook(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '{"test": 2432232314}',
    new Date(1614265330 * SECOND),
  );
  expect(example).toBe(
    'msg_p5jXN8AQM9LWM0D4loKWxJek 1614265330 v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('F160: a mail that is returned later puts its address on the list and marks its open invitations, once', async () => {
  const { owner } = await newCompany(portal);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: 'late@example.com' });
  await portal.runJobs();
  expect(await tell(returned('Late <LATE@example.com>'), { id: 'msg_a' })).toEqual({ received: true });
  expect(await tell(returned('late@example.com'), { id: 'msg_a' })).toEqual({ received: false });
  expect(await tell(returned('late@example.com'), { id: 'msg_b' })).toEqual({ received: true });
  expect((await listed())['late@example.com']).toBe('a mail was returned for good');
  expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITEBOUNCE' });

  const { rows } =
    await sql`select body, handled_at is not null as handled from hook_event where event_id in ('msg_a', 'msg_b')`.execute(
      portal.db,
    );
  const kept = { body: { type: 'email.bounced' }, handled: true };
  expect(rows).toEqual([kept, kept]);
});

test('a return without a kind counts as one for good, and the address is found in each form', async () => {
  const plainly = (to: string | string[]) => tell({ type: 'email.bounced', data: { to } });
  await plainly(' Plain@Example.com ');
  await plainly(['One <one@example.com> ', 'two@example.com']);
  const reason = 'a mail was returned for good';
  expect(await listed()).toMatchObject({
    'plain@example.com': reason,
    'one@example.com': reason,
    'two@example.com': reason,
  });
});

test('who reports a mail as spam gets no more of them, and that is no bounce', async () => {
  const person = await newPerson(portal);
  await tell({ type: 'email.complained', data: { to: person.emailaddress } });
  expect((await listed())[person.emailaddress]).toBe('a mail was reported as spam');
});

test('a mailbox that is full, and events that ask for nothing, leave the list as it is', async () => {
  const before = await listed();
  await tell(returned('full@example.com', 'Transient'));
  await tell({ type: 'email.opened', data: { to: ['full@example.com'] } });
  expect(await listed()).toEqual(before);
});

test('forged, stale, altered and unreadable events are refused and kept nowhere', async () => {
  const before = await listed();
  const count = async () => (await sql`select 1 from hook_event`.execute(portal.db)).rows.length;
  const stored = await count();
  const now = portal.clock.now().getTime();
  const event = returned('victim@example.com');
  const forged: Sent[] = [
    { by: `whsec_${Buffer.alloc(24, 6).toString('base64')}` },
    { at: new Date(now - 5 * MINUTE - 2 * SECOND) },
    { at: new Date(now + 5 * MINUTE + 2 * SECOND) },
    { body: JSON.stringify(returned('other@example.com')) },
    { id: 'msg 1' },
  ];
  for (const each of forged) {
    const refused = await tell(event, each).catch((error) => error);
    expect(refused).toMatchObject({ code: 'callback-unsigned', status: 401 });
    shows('edge.callback-unsigned', refused.text);
  }
  await expect(visitor.perform(receiveMailEvent, { body: '{}' })).rejects.toMatchObject({ status: 401 });
  for (const other of [{ type: 'email.bounced' }, { type: 1, data: { to: [] } }, []]) {
    await expect(tell(other)).rejects.toMatchObject({ code: 'invalid-input' });
  }
  expect(await listed()).toEqual(before);
  expect(await count()).toBe(stored);
});

test('an event is taken up to the sizes that a provider sends, and refused beyond', async () => {
  const event = ({ type = 60, at = 60, recipients = 50, address = 320, bounce = 60 } = {}) => ({
    type: 'email.'.padEnd(type, 'x'),
    created_at: '2'.repeat(at),
    data: {
      to: Array.from({ length: recipients }, () => 'a'.repeat(address)),
      bounce: { type: 'b'.repeat(bounce) },
    },
  });
  expect(await tell(event())).toEqual({ received: true });
  for (const more of [{ type: 61 }, { at: 61 }, { recipients: 51 }, { address: 321 }, { bounce: 61 }])
    await expect(tell(event(more)), JSON.stringify(more)).rejects.toMatchObject({ code: 'invalid-input' });
});

const plain = await testPortal({ environment: { MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' } });

test('nothing is taken where no secret is set', async () => {
  const body = JSON.stringify(returned('a@example.com'));
  const signature = signSvixHook(secret, 'msg_1', body, plain.clock.now());
  await expect(plain.visitor().perform(receiveMailEvent, { body, signature })).rejects.toMatchObject({
    code: 'not-found',
  });
});
