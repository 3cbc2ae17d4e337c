import { createHmac } from 'node:crypto';
import { MINUTE, SECOND } from './browser.ts';
import { sameSecret } from './crypto/tokens.ts';
import { type Database, toJson } from './database/sql.ts';
import type { Json } from './json.ts';

/** An event that an outside service sent to one of our webhooks. */
export interface ReceivedHook {
  provider: string;
  /** The provider's own id of the event. An event is stored only once, however often it arrives. */
  eventId: string;
  /** Any value that JSON can hold. */
  body: Json | object;
  receivedAt: Date;
}

/**
 * Stores an event before it is handled.
 * @returns false if it was stored before: it is a repetition, to be confirmed but not handled again
 */
export async function storeOnce(db: Database, hook: ReceivedHook): Promise<boolean> {
  const body: Json = JSON.parse(JSON.stringify(hook.body));
  const stored = await db
    .insertInto('hook_event')
    .values({
      provider: hook.provider,
      event_id: hook.eventId,
      received_at: hook.receivedAt,
      body: toJson(body),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** @returns the body; null if the event is not stored, or if its body was deleted some time after it was handled */
export async function findHookBody(db: Database, provider: string, eventId: string): Promise<Json> {
  const row = await db
    .selectFrom('hook_event')
    .select('body')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.body ?? null;
}

/**
 * Marks an event as handled.
 * @returns false if another run has already marked it
 */
export async function markHandled(
  db: Database,
  provider: string,
  eventId: string,
  now: Date,
): Promise<boolean> {
  const marked = await db
    .updateTable('hook_event')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0;
}

/** Makes the signature header of a webhook: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signHook(secret: string, body: string | Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / SECOND);
  return `t=${seconds},v1=${hookMac(secret, seconds, body)}`;
}

export interface HookProof {
  /** More than one during a change of the secret. */
  secrets: readonly string[];
  /** The signature header as received. */
  header: string | null | undefined;
  /** The body as received, byte for byte. */
  body: string | Buffer;
  now: Date;
  /** By how many milliseconds the timestamp may differ from now; 5 minutes by default (D40). */
  tolerance?: number;
}

/** Whether a webhook was signed with one of the secrets, and recently. */
export function verifyHook({ secrets, header, body, now, tolerance = 5 * MINUTE }: HookProof): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const stamp = parts.find((part) => /^t=\d{1,12}$/.test(part));
  if (!stamp) return false;
  const seconds = Number(stamp.slice(2));
  if (Math.abs(now.getTime() - seconds * SECOND) > tolerance) return false;
  const given = parts.filter((part) => part.startsWith('v1=')).slice(0, 5);
  return secrets.some((secret) => {
    const expected = `v1=${hookMac(secret, seconds, body)}`;
    return given.some((signature) => sameSecret(signature, expected));
  });
}

/**
 * Checks a webhook that was signed with the scheme of Svix, which mail providers use. `header` holds svix-id,
 * svix-timestamp and svix-signature, separated by spaces; the signature covers `id.timestamp.body`.
 * @returns the id, which is the same for each repetition of an event; null if the signature is wrong or too old
 */
export function verifySvixHook({
  secrets,
  header,
  body,
  now,
  tolerance = 5 * MINUTE,
}: HookProof): string | null {
  const [id = '', stamp = '', ...given] = (header ?? '').split(' ');
  if (!/^[\w-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(stamp)) return null;
  if (Math.abs(now.getTime() - Number(stamp) * SECOND) > tolerance) return null;
  const signed = secrets.some((secret) => {
    const expected = `v1,${svixMac(secret, `${id}.${stamp}.`, body)}`;
    return given.slice(0, 5).some((signature) => sameSecret(signature, expected));
  });
  return signed ? id : null;
}

/**
 * The headers of a webhook by Standard Webhooks, of which the scheme of Svix is the older name.
 * @param secrets more than one during a change of the secret: each signs, and the receiver takes any
 */
export function signStandardHook(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): { id: string; timestamp: string; signature: string } {
  const timestamp = String(Math.floor(at.getTime() / SECOND));
  const macs = secrets.map((secret) => `v1,${svixMac(secret, `${id}.${timestamp}.`, body)}`);
  return { id, timestamp, signature: macs.join(' ') };
}

/** The three headers in the form that `verifySvixHook` reads. */
export function signSvixHook(secret: string, id: string, body: string, at: Date): string {
  const { timestamp, signature } = signStandardHook([secret], { id, body, at });
  return `${id} ${timestamp} ${signature}`;
}

/** @param secret `whsec_` followed by the key in base64 */
function svixMac(secret: string, lead: string, body: string | Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(lead).update(body).digest('base64');
}

function hookMac(secret: string, seconds: number, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}
