import { createHmac } from 'node:crypto';
import { MINUTE, SECOND } from './browser.ts';
import { sameSecret } from './crypto/tokens.ts';
import { type Database, toJson } from './database/sql.ts';
import type { Json } from './json.ts';

/** What an outside service told us by a callback. */
export interface ReceivedHook {
  provider: string;
  /** The provider's own id of the event: stored once, whatever arrives again. */
  eventId: string;
  /** Any value that JSON can hold. */
  body: Json | object;
  receivedAt: Date;
}

/**
 * Keeps an event before any work on it.
 * @returns false when it was stored before: a replay, to be answered as received and not worked on
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

/** @returns null when it is not stored, or was emptied after it had been handled */
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
 * Marks an event as worked on.
 * @returns false when it was already: another run was faster
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

/** The signature header of a callback: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signHook(secret: string, body: string | Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / SECOND);
  return `t=${seconds},v1=${hookMac(secret, seconds, body)}`;
}

export interface HookProof {
  /** More than one while a secret is being changed. */
  secrets: readonly string[];
  /** The signature header as it came. */
  header: string | null | undefined;
  /** The body as it came, byte for byte. */
  body: string | Buffer;
  now: Date;
  /** Milliseconds that the timestamp may be off; 5 minutes by default (D40). */
  tolerance?: number;
}

/** Whether a callback was signed by a holder of the secret, not long ago. */
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
 * Whether a callback was signed as Svix does it, which mail providers use: the headers svix-id, svix-timestamp and
 * svix-signature with a blank between, over `id.timestamp.body`.
 * @returns the id, the same however often the callback is sent again; null for a forged or stale one
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

/** The three headers as `verifySvixHook` reads them. */
export function signSvixHook(secret: string, id: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / SECOND);
  return `${id} ${seconds} v1,${svixMac(secret, `${id}.${seconds}.`, body)}`;
}

/** @param secret `whsec_` and the key in base64 */
function svixMac(secret: string, lead: string, body: string | Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(lead).update(body).digest('base64');
}

function hookMac(secret: string, seconds: number, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}
