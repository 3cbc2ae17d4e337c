import { createHmac } from 'node:crypto';
import { sameSecret } from '../crypto/index.ts';

/** Texts that people send back, as Twilio posts them: a form, signed with the account's token (Twilio, Webhooks security). */

/** The header X-Twilio-Signature: HMAC-SHA1, base64, of the address and then each name and value in order of the names. */
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

/** The text in a signed form; null where the signature or the shape is wrong. */
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
