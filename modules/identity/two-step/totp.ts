import { Secret, TOTP } from 'otpauth';
import { SECOND, sealedColumn, type Work } from '#modules/platform/index.ts';
import { mismatch, requireFullCode } from '../codes.ts';
import { identityLimits, identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';

/** Codes of an authenticator app: RFC 6238 with what every app supports, SHA-1, six digits and 30 seconds. */
const parameters = {
  algorithm: 'SHA1',
  digits: identityLimits['code.length-characters'],
  period: 30,
} as const;

/** Time steps that a clock may be off, in either direction. */
const WINDOW = 1;

/** Wrong codes of an account's app; further tries are refused until this time has passed (D12). */
const wrongCodes = { limit: identityLimits['code.tries-count'], per: identityTimings['code.lifetime'] };

/** A new secret of 160 bits, in base32. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The address that an app takes as a QR code or as a key.
 * @param host the host of the account, as the app shows it
 */
export function appAddress(secret: string, host: string, emailaddress: string): string {
  return new TOTP({ ...parameters, issuer: host, label: emailaddress, secret }).toString();
}

const sealedAt = sealedColumn({ table: 'contact_method', column: 'secret_sealed' });

export function sealAppSecret({ portal }: Pick<Work, 'portal'>, methodId: string, secret: string): string {
  return portal.keys.encrypt(secret, sealedAt(methodId));
}

export function openAppSecret({ portal }: Pick<Work, 'portal'>, methodId: string, sealed: string): string {
  return portal.keys.decrypt(sealed, sealedAt(methodId));
}

/**
 * Compares a typed code with the app's, at most one time step early or late. Each try counts before the comparison and
 * outside any transaction; the correct code resets the count.
 * @returns the time step of the code, for `useAppCode`
 * @throws Refusal identity.code-too-short, identity.code-mismatch, throttled
 */
export async function tryAppCode(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  { accountId, methodId }: { accountId: string; methodId: string },
  typed: string,
): Promise<number> {
  const token = requireFullCode(typed);
  const { throttles } = work.portal;
  const key = `identity.app-code:${accountId}`;
  const { allowed, remaining, retryAfter } = await throttles.hit(key, wrongCodes);
  if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
  const row = await work.db
    .selectFrom('contact_method')
    .select(['secret_sealed', 'last_step'])
    .where('id', '=', methodId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row?.secret_sealed) throw new Refusal('identity.code-method-unknown');
  const app = new TOTP({ ...parameters, secret: openAppSecret(work, methodId, row.secret_sealed) });
  const timestamp = work.now.getTime();
  const delta = app.validate({ token, timestamp, window: WINDOW });
  const step = delta === null ? null : TOTP.counter({ period: parameters.period, timestamp }) + delta;
  if (step === null || step <= (row.last_step ?? 0)) {
    const next = remaining > 0 ? null : await throttles.peek(key, wrongCodes);
    const wait = next ? Math.ceil(next.retryAfter / SECOND) * SECOND : undefined;
    throw mismatch('identity.code-mismatch', remaining, wait);
  }
  await throttles.clear(key);
  return step;
}

/**
 * Uses up a code: neither it nor an older one works again. If two requests come with the same code at the same time,
 * the second is refused.
 * @throws Refusal identity.code-mismatch
 */
export async function useAppCode({ db }: Pick<Work, 'db'>, methodId: string, step: number): Promise<void> {
  const used = await db
    .updateTable('contact_method')
    .set({ last_step: step })
    .where('id', '=', methodId)
    .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new Refusal('identity.code-mismatch', { field: 'code', detail: 'used before' });
}
