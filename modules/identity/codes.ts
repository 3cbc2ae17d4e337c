import {
  hashToken,
  type KeyRing,
  newId,
  SECOND,
  sameSecret,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { VerificationCode } from './entities/code.ts';
import { sendCode } from './jobs.ts';
import { identityLimits, identityTimings } from './limits.ts';
import { type IdentityRefusalCode, Refusal } from './refusals.ts';
import { type CodeChannel, type CodePurpose, codeLifetime, normaliseCode } from './rules.ts';

/**
 * Codes that are mailed or texted (D12). Asking for one makes a row and a job; the job mints the code, keeps its hash
 * and sends it. Five tries, then it is void; used once; a new one makes the old one void.
 */

export interface WantedCode {
  accountId: string;
  purpose: Exclude<CodePurpose, 'recovery'>;
  channel: CodeChannel;
  destination: string;
}

/** @throws Refusal identity.code-resend-locked within 30 s of the last one */
export async function requestCode(work: Work, wanted: WantedCode): Promise<void> {
  // One request at a time: there is one live code for each account and purpose.
  await work.rows(sql`select id from account where id = ${wanted.accountId} for no key update`);
  const live = await work.row(sql<{ id: string; requested_at: Date }>`
    select id, requested_at from verification_code
    where account_id = ${wanted.accountId} and purpose = ${wanted.purpose}
      and used_at is null and voided_at is null`);
  if (live) {
    const free = new Date(live.requested_at).getTime() + identityTimings['code.resend-lock'];
    if (free > work.now.getTime()) {
      const retryAfter = Math.ceil((free - work.now.getTime()) / SECOND);
      throw new Refusal('identity.code-resend-locked', { retryAfter });
    }
    await work.rows(sql`update verification_code set voided_at = ${work.now} where id = ${live.id}`);
  }
  const code = work.em.create(VerificationCode, {
    ...wanted,
    id: newId(),
    host: work.visit.host,
    requestedAt: work.now,
  });
  await work.em.flush();
  await work.enqueue(sendCode, { codeId: code.id });
}

/** Milliseconds until another code may be asked for; 0 when it may be now. */
export async function resendWait(
  work: Pick<Work, 'row' | 'now'>,
  accountId: string,
  purpose: CodePurpose,
): Promise<number> {
  const live = await work.row(sql<{ requested_at: Date }>`
    select requested_at from verification_code
    where account_id = ${accountId} and purpose = ${purpose} and used_at is null and voided_at is null`);
  if (!live) return 0;
  return Math.max(
    0,
    new Date(live.requested_at).getTime() + identityTimings['code.resend-lock'] - work.now.getTime(),
  );
}

export interface MintedCode {
  code: string;
  /** For recovery: the long token of the mailed link, which works in any browser. */
  linkToken: string | null;
  purpose: CodePurpose;
  channel: CodeChannel;
  destination: string;
  host: string;
}

/** A code that waited longer than this for its job is not worth sending any more. */
const STALE = 60 * 60 * SECOND;

/**
 * Mints a code: keeps its hash, starts its time. It is derived from the row's id under the signing key, so that a job
 * that runs twice sends the same one twice.
 * @returns null when there is nothing to send (used, void, or too late)
 */
export async function mintCode(work: Work, codeId: string): Promise<MintedCode | null> {
  const row = await work.em.findOne(VerificationCode, { id: codeId }, { lockMode: 4 });
  if (!row || row.usedAt || row.voidedAt || row.accountId === null || row.accountId === undefined)
    return null;
  if (work.now.getTime() - row.requestedAt.getTime() > STALE) {
    row.voidedAt = work.now;
    await work.em.flush();
    return null;
  }
  const { keys } = work.portal;
  const code = deriveCode(keys, row.id);
  const linkToken = row.purpose === 'recovery' ? keys.mac('identity.recovery-link', row.id) : null;
  row.codeHash = hashCode(keys, row.id, code);
  row.linkHash = linkToken === null ? null : hashToken(linkToken);
  row.sentAt = work.now;
  row.expiresAt = new Date(work.now.getTime() + codeLifetime(row.purpose));
  await work.em.flush();
  const { purpose, channel, destination, host } = row;
  return { code, linkToken, purpose, channel, destination, host };
}

const SIZE = 36n ** BigInt(identityLimits['code.length-characters']);

function deriveCode(keys: KeyRing, codeId: string): string {
  const number = Buffer.from(keys.mac('identity.code', codeId), 'base64url').readBigUInt64BE() % SIZE;
  return number.toString(36).padStart(identityLimits['code.length-characters'], '0').toUpperCase();
}

function hashCode(keys: KeyRing, codeId: string, code: string): string {
  return keys.lookupHash('identity.code', `${codeId}:${code}`);
}

/** Which live code a typed one is held against. */
export type CodeOwner = { accountId: string } | { browserHash: Buffer };

interface Tried {
  id: string;
  account_id: string;
  code_hash: string;
  tries: number;
}

/**
 * Holds a typed code against the live one. The try is counted in a transaction of its own, before anything else, so
 * that a refusal does not take it back; using it up is the caller's transaction (`useCode`).
 * @throws Refusal identity.code-too-short, identity.code-void or `mismatch`
 */
export async function tryCode(
  work: Pick<Work, 'apart' | 'portal'>,
  owner: CodeOwner,
  purpose: CodePurpose,
  typed: string,
  refusal: { mismatch: IdentityRefusalCode; spent: IdentityRefusalCode } = {
    mismatch: 'identity.code-mismatch',
    spent: 'identity.code-void',
  },
): Promise<{ codeId: string; accountId: string }> {
  const code = normaliseCode(typed);
  if (code.length !== identityLimits['code.length-characters']) {
    throw new Refusal('identity.code-too-short', { field: 'code' });
  }
  const whose =
    'accountId' in owner ? sql`account_id = ${owner.accountId}` : sql`browser_hash = ${owner.browserHash}`;
  const most = identityLimits['code.tries-count'];
  const tried = await work.apart(({ now, row }) =>
    row(sql<Tried>`
      update verification_code set tries = tries + 1
      where ${whose} and purpose = ${purpose} and used_at is null and voided_at is null
        and code_hash is not null and expires_at > ${now} and tries < ${most}
      returning id, account_id, code_hash, tries`),
  );
  if (!tried) throw new Refusal(refusal.spent, { field: 'code' });
  if (sameSecret(tried.code_hash, hashCode(work.portal.keys, tried.id, code))) {
    return { codeId: tried.id, accountId: tried.account_id };
  }
  const left = most - tried.tries;
  throw new Refusal(refusal.mismatch, {
    field: 'code',
    issues: { code: [triesLeft(left)] },
  });
}

function triesLeft(left: number): string {
  if (left === 0) return 'The code does not match. Please ask for a new one.';
  return `The code does not match. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
}

/** Uses a code up, once: of two that come with the right one at the same time, the second is refused. */
export async function useCode(
  work: Pick<Work, 'row' | 'now'>,
  codeId: string,
  spent: IdentityRefusalCode = 'identity.code-void',
): Promise<void> {
  const used = await work.row(sql`
    update verification_code set used_at = ${work.now}
    where id = ${codeId} and used_at is null and voided_at is null returning id`);
  if (!used) throw new Refusal(spent, { field: 'code', detail: 'used at the same time' });
}
