import { z } from 'zod';
import {
  anyone,
  markHandled,
  operation,
  storeOnce,
  verifySvixHook,
  type Work,
} from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';
import { type SuppressionCause, suppress } from './suppression.ts';

/** What a mail provider tells of a mail after it has taken it: SMTP alone says nothing of what is returned later. */

const PROVIDER = 'mail';

const mailEvent = z.object({
  type: z.string().max(60),
  data: z.object({
    to: z.union([z.string().max(320), z.array(z.string().max(320)).max(50)]),
    bounce: z.object({ type: z.string().max(60) }).optional(),
  }),
});
type MailEvent = z.output<typeof mailEvent>;

/** Takes an event from /hooks/mail. @throws Refusal not-found where none are expected, callback-unsigned, invalid-input */
export const receiveMailEvent = operation({
  name: 'identity.receive-mail-event',
  summary: 'A signed event of the email provider: an email that bounced or was reported as spam.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** Byte for byte as it was sent. */
    body: z.string().max(256 * 1024),
    /** The headers svix-id, svix-timestamp and svix-signature with a blank between. */
    signature: z.string().max(2000).optional(),
  }),
  output: z.object({ received: z.boolean() }),
  async run(work, { body, signature }) {
    const secret = work.portal.config.mail.webhookSecret;
    if (!secret) throw new Refusal('not-found');
    const eventId = verifySvixHook({ secrets: [secret], header: signature, body, now: work.now });
    if (eventId === null) throw new Refusal('callback-unsigned');
    const event = parseEvent(body);
    // Addresses are not kept: everything that an event asks for is done here.
    const hook = { provider: PROVIDER, eventId, body: { type: event.type }, receivedAt: work.now };
    if (!(await storeOnce(work.db, hook))) return { received: false };
    await apply(work, event);
    await markHandled(work.db, PROVIDER, eventId, work.now);
    return { received: true };
  },
});

function parseEvent(body: string): MailEvent {
  try {
    return mailEvent.parse(JSON.parse(body));
  } catch {
    throw new Refusal('invalid-input', { detail: 'a mail event of another shape' });
  }
}

/** Events that ask for nothing, such as a delivery, are stored and answered. */
async function apply(work: Work<unknown>, { type, data }: MailEvent): Promise<void> {
  const cause = causeOf(type, data.bounce?.type);
  if (cause === null) return;
  for (const address of [data.to].flat()) await suppress(work, addressIn(address), cause);
}

/** @param bounce a mailbox that is full for now is no reason */
function causeOf(type: string, bounce: string | undefined): SuppressionCause | null {
  if (type === 'email.complained') return 'complained';
  return type === 'email.bounced' && (bounce ?? 'Permanent') === 'Permanent' ? 'bounced' : null;
}

/** `Nina <nina@example.com>` is nina@example.com. */
function addressIn(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
