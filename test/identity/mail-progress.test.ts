import { expect, test } from 'vitest';
import { addressUnreachable, mailProgressed, receiveMailEvent } from '#modules/identity/index.ts';
import { MINUTE, newId, signSvixHook } from '#modules/platform/index.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What the modules above hear of a mail from the mail provider. */

const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
const portal = await testPortal({ environment: { MAIL_WEBHOOK_SECRET: secret } });
portal.clock.stop();
const now = portal.clock.now();
const progressed = hearEvents(portal, mailProgressed);
const unreachable = hearEvents(portal, addressUnreachable);
let sent = 0;

async function tell(type: string, data: object, created_at?: string): Promise<void> {
  sent += 1;
  const body = JSON.stringify({ type, ...(created_at === undefined ? {} : { created_at }), data });
  const signature = signSvixHook(secret, `msg_${sent}`, body, now);
  await portal.visitor().perform(receiveMailEvent, { body, signature });
}

test.each([
  ['sent', 'sent'],
  ['delivery_delayed', 'delayed'],
  ['delivered', 'delivered'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['failed', 'failed'],
  ['suppressed', 'failed'],
  ['bounced', 'bounced'],
])('email.%s is told as %s, of the mail that its tag names', async (type, progress) => {
  const deliveryId = newId();
  const to = newAddress();
  progressed.length = 0;
  await tell(`email.${type}`, { to, tags: { delivery: deliveryId, other: 'x' } });
  await tell(`email.${type}`, {
    to,
    tags: [
      { name: 'other', value: 'x' },
      { name: 'delivery', value: deliveryId },
    ],
  });
  const told = { deliveryId, progress, at: now };
  expect(progressed).toEqual([told, told]);
});

test.each([
  ['a moment before', new Date(now.getTime() - MINUTE).toISOString(), -MINUTE],
  ['now', now.toISOString(), 0],
  ['a moment that is still to come', new Date(now.getTime() + MINUTE).toISOString(), 0],
  ['no date', 'yesterday', 0],
])('what happened at %s is told so, and never as in the future', async (_when, said, later) => {
  progressed.length = 0;
  await tell('email.opened', { to: newAddress(), tags: { delivery: newId() } }, said);
  expect(progressed).toMatchObject([{ at: new Date(now.getTime() + later) }]);
});

test('an event of another kind, or of a mail without the tag, tells of no mail', async () => {
  progressed.length = 0;
  await tell('email.scheduled', { to: newAddress(), tags: { delivery: newId() } });
  await tell('email.opened', { to: newAddress() });
  await tell('email.opened', { to: newAddress(), tags: { delivery: 'no id' } });
  await tell('email.opened', { to: newAddress(), tags: [{ name: 'other', value: newId() }] });
  await tell('contact.created', {});
  expect(progressed).toEqual([]);
});

test('a mail that is returned for good says that nobody can be reached, one reported as spam does not', async () => {
  unreachable.length = 0;
  const [returned, reported, full] = [newAddress(), newAddress(), newAddress()];
  await tell('email.bounced', { to: returned });
  await tell('email.complained', { to: reported });
  await tell('email.bounced', { to: full, bounce: { type: 'Transient' } });
  expect(unreachable).toEqual([{ emailaddress: returned }]);
});
