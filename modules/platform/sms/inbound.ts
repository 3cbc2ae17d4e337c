import { createHmac } from 'node:crypto';
import { sameSecret } from '../crypto/index.ts';

/**
 * Text messages from people, which Twilio posts as a form, signed with the account's token (Twilio, Webhooks security).
 */

/**
 * Makes the header X-Twilio-Signature: the base64 of the HMAC-SHA1 of the address followed by each name and value,
 * ordered by name.
 */
export function signTwilioForm(authToken: string, url: string, form: URLSearchParams): string {
  const pairs = [...form].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const text = url + pairs.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}

interface InboundText {
  /** The provider's id of the message. */
  id: string;
  /** E.164. */
  from: string;
  body: string;
}

/** The message in a signed form; null if the signature or a field is wrong. */
export function readTwilioForm(
  authToken: string,
  url: string,
  body: string,
  signature: string,
): InboundText | null {
  const form = new URLSearchParams(body);
  if (!sameSecret(signature, signTwilioForm(authToken, url, form))) return null;
  const [id, from, text] = ['MessageSid', 'From', 'Body'].map((name) => form.get(name));
  return id && from && text !== null && text !== undefined ? { id, from, body: text } : null;
}
