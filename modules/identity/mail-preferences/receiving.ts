import { z } from 'zod';
import {
  anyone,
  deliveryTag,
  type MailProgress,
  markHandled,
  operation,
  readEmailAddress,
  recordTag,
  storeOnce,
  verifySvixHook,
  type Work,
} from '#modules/platform/index.ts';
import { mailProgressed } from '../events.ts';
import { Refusal } from '../refusals.ts';
import { noteProgress } from './sent-mails.ts';
import { type SuppressionCause, suppress } from './suppression.ts';

/**
 * What a mail provider reports about a mail after it has accepted it. SMTP alone does not say what is returned later.
 */

const PROVIDER = 'mail';

const text = z.string().max(320);

const mailEvent = z.object({
  type: z.string().max(60),
  /** When it happened. */
  created_at: z.string().max(60).optional(),
  data: z.object({
    to: z.union([text, z.array(text).max(50)]),
    bounce: z.object({ type: z.string().max(60) }).optional(),
    /** Resend's documentation has a list here, but it sends an object. */
    tags: z
      .union([z.record(text, text), z.array(z.object({ name: text, value: text })).max(75)])
      .nullish()
      .catch(null),
  }),
});
type MailEvent = z.output<typeof mailEvent>;

/** For events about something other than a mail, such as a domain. */
const otherEvent = z.object({ type: z.string().regex(/^(?!email\.)[\w.]{1,60}$/) });

/**
 * Takes an event from /hooks/mail.
 * @throws Refusal not-found if no events are expected, callback-unsigned, invalid-input
 */
export const receiveMailEvent = operation({
  name: 'identity.receive-mail-event',
  summary: 'A signed event of the email provider: what became of an email.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** The body, byte for byte as it was received. */
    body: z.string().max(256 * 1024),
    /** The headers svix-id, svix-timestamp and svix-signature, separated by a space. */
    signature: z.string().max(2000).optional(),
  }),
  output: z.object({ received: z.boolean() }),
  async run(work, { body, signature }) {
    const secret = work.portal.config.mail.webhookSecret;
    if (!secret) throw new Refusal('not-found');
    const eventId = verifySvixHook({ secrets: [secret], header: signature, body, now: work.now });
    if (eventId === null) throw new Refusal('callback-unsigned');
    const event = parseEvent(body);
    // Addresses are not stored, so everything that an event asks for is done here.
    const hook = { provider: PROVIDER, eventId, body: { type: event.type }, receivedAt: work.now };
    if (!(await storeOnce(work.db, hook))) return { received: false };
    if ('data' in event) await apply(work, event);
    await markHandled(work.db, PROVIDER, eventId, work.now);
    return { received: true };
  },
});

function parseEvent(body: string): MailEvent | z.output<typeof otherEvent> {
  try {
    return z.union([otherEvent, mailEvent]).parse(JSON.parse(body));
  } catch {
    throw new Refusal('invalid-input', { detail: 'a mail event of another shape' });
  }
}

/** Events that need no action are stored and answered. */
async function apply(work: Work<unknown>, { type, created_at, data }: MailEvent): Promise<void> {
  const cause = causeOf(type, data.bounce?.type);
  if (cause !== null) for (const address of [data.to].flat()) await suppress(work, addressIn(address), cause);
  const progress = progresses.get(type);
  if (!progress) return;
  const at = momentOf(created_at, work.now);
  const [deliveryId, recordId] = [deliveryTag, recordTag].map(
    (tag) => z.uuid().safeParse(readTag(data.tags, tag)).data,
  );
  if (recordId) await noteProgress(work, recordId, progress, at);
  if (deliveryId) await work.publish(mailProgressed, { deliveryId, progress, at });
}

/** The person who had the mail sent is not told that its reader reported it as spam. */
const progresses = new Map<string, MailProgress>([
  ['email.sent', 'sent'],
  ['email.delivery_delayed', 'delayed'],
  ['email.delivered', 'delivered'],
  ['email.opened', 'opened'],
  ['email.clicked', 'clicked'],
  ['email.failed', 'failed'],
  // The provider has the address on its own suppression list and sends nothing to it.
  ['email.suppressed', 'failed'],
  ['email.bounced', 'bounced'],
]);

function readTag(tags: MailEvent['data']['tags'], tag: string): string | undefined {
  if (Array.isArray(tags)) return tags.find(({ name }) => name === tag)?.value;
  return tags?.[tag];
}

/**
 * An event may arrive late, because the provider retries for hours. A time in the future, from a clock ahead of ours,
 * counts as now.
 */
function momentOf(said: string | undefined, now: Date): Date {
  const at = new Date(said ?? '');
  return Number.isNaN(at.getTime()) || at > now ? now : at;
}

/** @param bounce the bounce; a mailbox that is full only at the moment is no reason */
function causeOf(type: string, bounce: string | undefined): SuppressionCause | null {
  if (type === 'email.complained') return 'complained';
  return type === 'email.bounced' && (bounce ?? 'Permanent') === 'Permanent' ? 'bounced' : null;
}

/** `Nina <nina@example.com>` is nina@example.com. An account may have an address that is not in the one form. */
function addressIn(recipient: string): string {
  return readEmailAddress(recipient) ?? recipient.trim().toLowerCase();
}
