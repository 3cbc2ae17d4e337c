import { receiveCraCallback, receiveVerificationCallback } from '#modules/applications/index.ts';
import { receiveMailEvent } from '#modules/identity/index.ts';
import { receiveText } from '#modules/network/index.ts';
import { receivePaymentEvent } from '#modules/purchasing/index.ts';
import type { Hook } from './hooks.ts';

/** Every address under /hooks/: who calls it, which headers authenticate it, and which operation receives it. */
export const hooks: readonly Hook[] = [
  { name: 'idv', headers: ['x-sha2-signature'], operation: receiveVerificationCallback },
  { name: 'cra', headers: ['cra-signature'], operation: receiveCraCallback },
  {
    name: 'mail',
    headers: ['svix-id', 'svix-timestamp', 'svix-signature'],
    operation: receiveMailEvent,
  },
  { name: 'sms', headers: ['x-twilio-signature'], operation: receiveText, answer: asTwiml },
  { name: 'stripe', headers: ['stripe-signature'], operation: receivePaymentEvent },
];

/** The answer for Twilio: a text message to send back, or nothing. */
function asTwiml(output: unknown): { type: string; body: string } {
  const reply = (output as { reply: string | null }).reply;
  const text = reply?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const message = text ? `<Message>${text}</Message>` : '';
  return { type: 'text/xml; charset=utf-8', body: `<Response>${message}</Response>` };
}
