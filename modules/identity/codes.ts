import {
  findCode,
  formatCount,
  hashToken,
  type KeyRing,
  newId,
  SECOND,
  sameSecret,
  tryAgainIn,
  type Work,
} from '#modules/platform/index.ts';
import { sendCode, sendCodeText } from './jobs.ts';
import { identityLimits, identityTimings } from './limits.ts';
import { mayMail } from './mail-limits.ts';
import { type IdentityRefusalCode, Refusal } from './refusals.ts';
import { registrationLinkMark } from './registration-link.ts';
import { type CodeChannel, type CodePurpose, codeLifetime } from './rules.ts';
import { lockAccount } from './sign-in/account-lock.ts';

/**
 * Codes that are mailed or texted (D12). Asking for one creates a row and a job; the job makes the code, stores its
 * hash and sends it. A code is void after five tries, after one use, and when a new one is requested.
 */

export interface WantedCode {
  accountId: string;
  purpose: Exclude<CodePurpose, 'recovery'>;
  channel: CodeChannel;
  destination: string;
}

/**
 * Codes for these go to methods of the person's own, of which there are several: one can be used at once after another
 * was, and each is sent a code at most every 30 s. For other purposes the lock counts for all addresses together.
 */
const toMethods: ReadonlySet<CodePurpose> = new Set<CodePurpose>(['two-step', 'contact']);

/** @throws Refusal identity.code-resend-locked within 30 s of the last request */
export async function requestCode(work: Work, wanted: WantedCode): Promise<void> {
  // Requests for one account run one after the other, so that it has one live code for each purpose.
  await lockAccount(work, wanted.accountId);
  const live = await liveCodes(work, wanted.accountId, wanted.purpose).select('id').executeTakeFirst();
  const wait = await resendWait(work, wanted.accountId, wanted.purpose, wanted.destination);
  if (wait > 0) throw new Refusal('identity.code-resend-locked', { retryAfter: Math.ceil(wait / SECOND) });
  if (live) await voidCode(work, live.id);
  const codeId = newId();
  await work.db
    .insertInto('verification_code')
    .values({
      id: codeId,
      account_id: wanted.accountId,
      purpose: wanted.purpose,
      channel: wanted.channel,
      destination: wanted.destination,
      host: work.visit.host,
      requested_at: work.now,
    })
    .execute();
  // Anybody can register with an address that is not theirs.
  if (wanted.purpose === 'register' && !(await mayMail(work, 'registration', wanted.destination))) return;
  await work.enqueue(wanted.channel === 'SMS' ? sendCodeText : sendCode, { codeId });
}

/**
 * Milliseconds until another code may be requested; 0 if one may be requested now.
 * @param destination where it would be sent
 */
export async function resendWait(
  work: Pick<Work, 'db' | 'now'>,
  accountId: string,
  purpose: CodePurpose,
  destination: string,
): Promise<number> {
  const last = toMethods.has(purpose)
    ? await lastRequest(work, accountId, purpose, destination)
    : await liveCodes(work, accountId, purpose).select('requested_at').executeTakeFirst();
  return last ? remainingLock(last.requested_at, work.now) : 0;
}

/** Also one that was replaced by a code to another method, so that taking turns does not send more. */
function lastRequest({ db }: Pick<Work, 'db'>, accountId: string, purpose: CodePurpose, destination: string) {
  return db
    .selectFrom('verification_code')
    .select('requested_at')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('destination', '=', destination)
    .where('used_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst();
}

/** In milliseconds; 0 when the lock is over. */
function remainingLock(requestedAt: Date, now: Date): number {
  return Math.max(0, requestedAt.getTime() + identityTimings['code.resend-lock'] - now.getTime());
}

/** A query for the codes of an account that are neither used nor void; the caller chooses the columns. */
export function liveCodes({ db }: Pick<Work, 'db'>, accountId: string, purpose: CodePurpose) {
  return db
    .selectFrom('verification_code')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null);
}

/** Voids what was sent to an address or number that is no longer a method of the account. */
export async function voidCodesTo(
  { db, now }: Pick<Work, 'db' | 'now'>,
  accountId: string,
  destination: string,
): Promise<void> {
  await db
    .updateTable('verification_code')
    .set({ voided_at: now })
    .where('account_id', '=', accountId)
    .where('destination', '=', destination)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

export async function voidCode({ db, now }: Pick<Work, 'db' | 'now'>, codeId: string): Promise<void> {
  await db.updateTable('verification_code').set({ voided_at: now }).where('id', '=', codeId).execute();
}

/** Voids the account's live codes for a purpose. */
export async function voidCodes(
  { db, now }: Pick<Work, 'db' | 'now'>,
  accountId: string,
  purpose: CodePurpose,
): Promise<void> {
  await db
    .updateTable('verification_code')
    .set({ voided_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

export interface MintedCode {
  accountId: string | null;
  code: string;
  /**
   * For a recovery: the token of the mailed link, which works in any browser. For a registration: what the link names
   * its code by. Other codes have none.
   */
  linkToken: string | null;
  purpose: CodePurpose;
  channel: CodeChannel;
  destination: string;
  host: string;
}

/** If the job starts later than this after the request, the code is not sent. */
const STALE = 60 * 60 * SECOND;

/**
 * Makes the code for a request: stores its hash and starts its lifetime. The code is derived from the row's id with the
 * signing key, so that a job that runs twice sends the same code twice.
 * @returns null if there is nothing to send (used, void, or too late)
 */
export async function mintCode(work: Work, codeId: string): Promise<MintedCode | null> {
  const row = await work.db
    .selectFrom('verification_code')
    .select(['id', 'account_id', 'purpose', 'channel', 'destination', 'host', 'requested_at'])
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (work.now.getTime() - row.requested_at.getTime() > STALE) {
    await voidCode(work, row.id);
    return null;
  }
  const { keys } = work.portal;
  const code = deriveCode(keys, row.id);
  const linkToken = linkTokenOf(keys, row);
  await work.db
    .updateTable('verification_code')
    .set({
      code_hash: hashCode(keys, row.id, code),
      link_hash: row.purpose === 'recovery' && linkToken !== null ? hashToken(linkToken) : null,
      sent_at: work.now,
      expires_at: new Date(work.now.getTime() + codeLifetime(row.purpose)),
    })
    .where('id', '=', row.id)
    .execute();
  const { account_id: accountId, purpose, channel, destination, host } = row;
  return { accountId, code, linkToken, purpose, channel, destination, host };
}

function linkTokenOf(keys: KeyRing, { id, purpose }: { id: string; purpose: CodePurpose }): string | null {
  if (purpose === 'recovery') return keys.mac('identity.recovery-link', id);
  return purpose === 'register' ? registrationLinkMark(keys, id) : null;
}

const SIZE = 36n ** BigInt(identityLimits['code.length-characters']);

function deriveCode(keys: KeyRing, codeId: string): string {
  const number = Buffer.from(keys.mac('identity.code', codeId), 'base64url').readBigUInt64BE() % SIZE;
  return number.toString(36).padStart(identityLimits['code.length-characters'], '0').toUpperCase();
}

function hashCode(keys: KeyRing, codeId: string, code: string): string {
  return keys.lookupHash('identity.code', `${codeId}:${code}`);
}

/**
 * Compares a typed code with the account's live one, which must have been sent to `destination` if one is given. The
 * try is counted first, in a transaction of its own, so that a refusal does not undo it. Marking the code as used is
 * left to the caller's transaction (`useCode`).
 * @returns the code's id
 * @throws Refusal identity.code-too-short, identity.code-void or identity.code-mismatch
 */
export async function tryCode(
  work: Pick<Work, 'apart' | 'portal'>,
  accountId: string,
  purpose: Exclude<CodePurpose, 'recovery'>,
  typed: string,
  destination?: string,
): Promise<string> {
  const code = requireFullCode(typed);
  const tried = await work.apart(({ now, db }) =>
    db
      .updateTable('verification_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', mostTries)
      .$if(destination !== undefined, (query) => query.where('destination', '=', destination ?? ''))
      .returning(['id', 'code_hash', 'tries'])
      .executeTakeFirst(),
  );
  if (!tried?.code_hash) throw new Refusal('identity.code-void', { field: 'code' });
  if (sameSecret(tried.code_hash, hashCode(work.portal.keys, tried.id, code))) return tried.id;
  throw mismatch('identity.code-mismatch', mostTries - tried.tries);
}

/**
 * Compares a typed code with the one that this browser asked for. The answer must not reveal whether a code was made or
 * still works, so every try is counted and answered the same way, with or without an account (D13).
 * @returns the code's id
 * @throws Refusal identity.code-too-short or identity.recovery-code-mismatch
 */
export async function tryRecoveryCode(
  work: Pick<Work, 'apart' | 'portal' | 'now'>,
  browserHash: Buffer,
  typed: string,
): Promise<string> {
  const code = requireFullCode(typed);
  const tried = await work.apart(({ db }) =>
    db
      .updateTable('verification_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('browser_hash', '=', browserHash)
      .where('tries', '<', mostTries)
      .returning(['id', 'code_hash', 'tries', 'used_at', 'voided_at', 'expires_at'])
      .executeTakeFirst(),
  );
  if (!tried) throw new Refusal('identity.recovery-code-mismatch', { field: 'code' });
  const right = sameSecret(tried.code_hash ?? '', hashCode(work.portal.keys, tried.id, code));
  const live = !tried.used_at && !tried.voided_at && tried.expires_at && tried.expires_at > work.now;
  if (right && live) return tried.id;
  throw mismatch('identity.recovery-code-mismatch', mostTries - tried.tries);
}

const mostTries = identityLimits['code.tries-count'];

/** The six characters of a code, alone or in a sentence. @throws Refusal identity.code-too-short */
export function requireFullCode(typed: string): string {
  const code = findCode(typed, identityLimits['code.length-characters']);
  if (code !== null) return code;
  throw new Refusal('identity.code-too-short', { field: 'code' });
}

/**
 * @param left how many tries are left
 * @param wait in milliseconds, whole seconds: when there are tries again, if no other code can be requested
 */
export function mismatch(code: IdentityRefusalCode, left: number, wait?: number): Refusal {
  return new Refusal(code, {
    field: 'code',
    issues: { code: [triesLeft(left, wait)] },
    ...(wait === undefined ? {} : { retryAfter: wait / SECOND }),
  });
}

function triesLeft(left: number, wait: number | undefined): string {
  if (left > 0) return `The code does not match. You have ${formatCount(left, 'try', 'tries')} left.`;
  const next = wait === undefined ? 'Please request a new one.' : tryAgainIn(wait);
  return `The code does not match. ${next}`;
}

/**
 * Marks a code as used. If two requests come with the right code at the same time, the second one is refused.
 * @throws Refusal `spent`
 */
export async function useCode(
  work: Pick<Work, 'db' | 'now'>,
  codeId: string,
  spent: IdentityRefusalCode = 'identity.code-void',
): Promise<void> {
  const used = await work.db
    .updateTable('verification_code')
    .set({ used_at: work.now })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new Refusal(spent, { field: 'code', detail: 'used at the same time' });
}
