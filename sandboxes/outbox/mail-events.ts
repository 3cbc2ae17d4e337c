import {
  deliveryIdIn,
  deliveryTag,
  MINUTE,
  newId,
  type Portal,
  SECOND,
  signSvixHook,
} from '#modules/platform/index.ts';
import { listOutbox, type OutboxMessage } from './outbox.ts';

/**
 * Events about followed mails, in place of those of a mail provider: signed requests to the portal's webhook in
 * Resend's format.
 */

type MailEvent =
  | 'sent'
  | 'delivery_delayed'
  | 'delivered'
  | 'opened'
  | 'clicked'
  | 'bounced'
  | 'complained'
  | 'failed';

interface Step {
  event: MailEvent;
  /** How long after the mail was accepted, in milliseconds. */
  after: number;
  bounce?: 'Permanent' | 'Transient';
}

const taken: Step = { event: 'sent', after: 0 };
const arrived: Step = { event: 'delivered', after: 2 * SECOND };

/** The events for mails to addresses that begin with one of these words. */
const scenarios: Readonly<Record<string, readonly Step[]>> = {
  bounce: [taken, { event: 'bounced', after: 5 * SECOND, bounce: 'Permanent' }],
  full: [taken, { event: 'bounced', after: 5 * SECOND, bounce: 'Transient' }],
  delay: [taken, { event: 'delivery_delayed', after: 5 * SECOND }, { event: 'delivered', after: 3 * MINUTE }],
  complain: [taken, arrived, { event: 'complained', after: MINUTE }],
  fail: [{ event: 'failed', after: 0 }],
};

function scenarioOf(address: string): readonly Step[] {
  const found = Object.entries(scenarios).find(([word]) => address.startsWith(word));
  return found?.[1] ?? [taken, arrived];
}

const isFollowed = ({ channel, messageId }: OutboxMessage) =>
  channel === 'mail' && messageId !== null && deliveryIdIn(messageId) !== null;

const TIMEOUT = 10 * SECOND;
/**
 * For how long after a mail its events are sent. Sending one again does no harm, because the portal handles each event
 * only once.
 */
const TOLD_FOR = 10 * MINUTE;

/**
 * Sends the portal an event about a mail. Does nothing if the mail is not followed.
 * @param id the id of the event, by which the portal recognizes a repetition
 * @throws Error if the portal does not accept it
 */
export async function sendMailEvent(
  portal: Portal,
  message: OutboxMessage,
  { event, bounce }: Pick<Step, 'event' | 'bounce'>,
  id: string = newId(),
): Promise<void> {
  const { mail, publicUrl } = portal.config;
  if (mail.kind !== 'sandbox' || !isFollowed(message)) return;
  const now = portal.clock.now();
  const body = JSON.stringify({
    type: `email.${event}`,
    created_at: now.toISOString(),
    data: {
      email_id: message.id,
      created_at: message.createdAt.toISOString(),
      to: [message.to],
      subject: message.subject,
      tags: { [deliveryTag]: deliveryIdIn(message.messageId ?? '') },
      ...(bounce ? { bounce: { type: bounce, subType: 'General', message: 'The sandbox returned it' } } : {}),
    },
  });
  const [svixId = '', timestamp = '', signature = ''] = signSvixHook(
    mail.webhookSecret,
    `msg_${id}`,
    body,
    now,
  ).split(' ');
  const answer = await fetch(`${publicUrl}/hooks/mail`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'svix-id': svixId,
      'svix-timestamp': timestamp,
      'svix-signature': signature,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the portal answered ${answer.status} to an event of a mail`);
}

/** Sends the portal the events that are due for the mails of the last minutes. */
export async function sendRecentMailEvents(portal: Portal): Promise<void> {
  if (portal.config.mail.kind !== 'sandbox') return;
  const now = portal.clock.now().getTime();
  const messages = await listOutbox(portal.db, { channel: 'mail', limit: 500 });
  for (const message of messages.reverse().filter(isFollowed)) {
    const age = now - message.createdAt.getTime();
    if (age > TOLD_FOR) continue;
    for (const step of scenarioOf(message.to)) {
      if (age >= step.after) await sendMailEvent(portal, message, step, `${message.id}-${step.event}`);
    }
  }
}
