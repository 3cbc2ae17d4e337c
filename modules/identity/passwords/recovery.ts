import { z } from 'zod';
import {
  anyone,
  HOUR,
  hashToken,
  inputOf,
  newId,
  newToken,
  operation,
  readEmailAddress,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { liveCodes, tryRecoveryCode, useCode, voidCode } from '../codes.ts';
import { anyPassword, forgotPasswordFields, recoveryFields } from '../fields.ts';
import { startRecovery } from '../jobs.ts';
import { identityTimings } from '../limits.ts';
import { mayMail } from '../mail-limits.ts';
import { releaseAddress } from '../profile/address-release.ts';
import { Refusal } from '../refusals.ts';
import { recordChange, takeSnapshot } from '../security-changes/recording.ts';
import { recoveryCookie, recoveryGrantCookie } from '../sessions/cookies.ts';
import { endAllSessions, endSession } from '../sessions/sessions.ts';
import { findAccountsByAddress } from '../sign-in/account-address.ts';
import { lockAccount } from '../sign-in/account-lock.ts';
import { accountKey, clearLoginFailures } from '../sign-in/failures.ts';
import { findTrustedBrowser, forgetBrowsers } from '../two-step/trusted-browsers.ts';
import { keepFormerPassword, requireUnusedPassword } from './former.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';

const mismatch = 'identity.recovery-code-mismatch';

/**
 * Asks for a recovery code (doc1 §4). Known and unknown addresses get the same row, the same job and the same answer;
 * only the job looks up the account (D13). The code works only in this browser, the mailed link in any (D12).
 */
export const forgotPassword = operation({
  name: 'identity.forgot-password',
  summary: 'Sends a code and a link to set a new password, if the address has an account.',
  access: anyone,
  kind: 'write',
  input: inputOf(forgotPasswordFields),
  invalidAs: (options) => new Refusal('identity.recovery-failed', options),
  output: z.object({}),
  throttle: { by: 'address', limit: 20, per: HOUR },
  async run(work, { emailaddress: typed }) {
    const { visit, now } = work;
    const [account] = await findAccountsByAddress(work, typed);
    const emailaddress = account?.emailaddress ?? readEmailAddress(typed) ?? typed;
    const browser = newToken();
    const codeId = newId();
    await work.db
      .insertInto('verification_code')
      .values({
        id: codeId,
        purpose: 'recovery',
        channel: 'EMAIL',
        destination: emailaddress,
        host: visit.host,
        requested_at: now,
        browser_hash: hashToken(browser),
      })
      .execute();
    const remembered = account !== undefined && (await findTrustedBrowser(work, account.id)) !== null;
    if (remembered || (await mayMail(work, 'recovery', emailaddress)))
      await work.enqueue(startRecovery, { codeId });
    work.afterCommit(() =>
      visit.cookies.set(recoveryCookie, browser, { maxAge: 2 * identityTimings['recovery.code-lifetime'] }),
    );
    return {};
  },
});

/**
 * Looks up the account of a recovery, within the job. The request is voided if there is no account, if the account is
 * closed, or if the request came less than 30 s after another.
 * @returns whether to send a code
 */
export async function resolveRecovery(work: Work, codeId: string): Promise<boolean> {
  const code = await work.db
    .selectFrom('verification_code')
    .select(['account_id', 'destination', 'requested_at'])
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  if (!code) return false;
  if (code.account_id) return true;
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', code.destination)
    .where('active', '=', true)
    .executeTakeFirst();
  const live = account
    ? await liveCodes(work, account.id, 'recovery')
        .select(['id', 'requested_at'])
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  const tooSoon =
    live !== undefined &&
    code.requested_at.getTime() - live.requested_at.getTime() < identityTimings['code.resend-lock'];
  if (!account || tooSoon) {
    await voidCode(work, codeId);
    return false;
  }
  if (live) await voidCode(work, live.id);
  await work.db
    .updateTable('verification_code')
    .set({ account_id: account.id })
    .where('id', '=', codeId)
    .execute();
  return true;
}

/** The purpose for which the grant's cookie is signed. */
export const grantPurpose = 'identity.recovery-grant';

/**
 * Checks the code, which works only in the browser that asked, or the token of the mailed link, which works in any. For
 * an address that was never verified this is the first proof. Anybody may have registered it before, so the address is
 * taken from that account and its true owner registers anew.
 */
export const forgotPasswordVerify = operation({
  name: 'identity.forgot-password-verify',
  summary: 'Checks the recovery code or the token of the emailed link.',
  access: anyone,
  kind: 'staged',
  input: inputOf(recoveryFields),
  output: z.object({ startsover: yesNo }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { code }) {
    const { visit, portal } = work;
    const codeId = isLinkToken(code) ? await findByLink(work, code) : await tryInBrowser(work, code);
    return work.apart(async (inside) => {
      await useCode(inside, codeId, mismatch);
      inside.afterCommit(() => visit.cookies.clear(recoveryCookie));
      if (await releaseUnproven(inside, codeId)) return { startsover: true };
      inside.afterCommit(() => {
        const lifetime = identityTimings['recovery.code-lifetime'];
        const until = new Date(inside.now.getTime() + lifetime);
        visit.cookies.set(recoveryGrantCookie, portal.keys.sign(grantPurpose, codeId, until), {
          maxAge: lifetime,
        });
      });
      return { startsover: false };
    });
  },
});

/**
 * Takes the address from an account that never verified it, and closes that account.
 * @returns false for an account with a verified address, which stays as it is
 */
async function releaseUnproven(work: Work<unknown>, codeId: string): Promise<boolean> {
  const account = await work.db
    .selectFrom('account')
    .innerJoin('verification_code as code', 'code.account_id', 'account.id')
    .select('account.id')
    .where('code.id', '=', codeId)
    .where('account.email_verified_at', 'is', null)
    .executeTakeFirst();
  if (!account) return false;
  await releaseAddress(work, account.id);
  return true;
}

/** Whether it is the token of a mailed link, and no code or sentence with one. */
const isLinkToken = (typed: string) => /^[\w-]{33,}$/.test(typed);

function tryInBrowser(work: Work<unknown>, code: string): Promise<string> {
  return tryRecoveryCode(work, hashToken(work.visit.cookies.get(recoveryCookie) ?? ''), code);
}

async function findByLink(work: Pick<Work, 'db' | 'now'>, token: string): Promise<string> {
  const found = await work.db
    .selectFrom('verification_code')
    .select('id')
    .where('link_hash', '=', hashToken(token))
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  if (!found) throw new Refusal(mismatch, { field: 'code' });
  return found.id;
}

/** What became of a mailed link; `replaced` by a newer one, or voided with the account's other codes. */
const linkStates = ['open', 'used', 'expired', 'replaced', 'unknown'] as const;

/** What the page of a mailed link shows. It tells nothing about an account: only who got the mail has the token. */
export const checkRecoveryLink = operation({
  name: 'identity.check-recovery-link',
  summary: 'Whether the emailed link of a recovery still works, and why not.',
  access: anyone,
  kind: 'read',
  input: inputOf(recoveryFields),
  output: z.object({ state: z.enum(linkStates) }),
  throttle: { by: 'address', limit: 120, per: HOUR },
  async run({ db, now }, { code }): Promise<{ state: (typeof linkStates)[number] }> {
    const found = await db
      .selectFrom('verification_code')
      .select(['used_at', 'voided_at', 'expires_at'])
      .where('link_hash', '=', hashToken(code))
      .executeTakeFirst();
    if (!found) return { state: 'unknown' };
    if (found.used_at) return { state: 'used' };
    if (found.voided_at) return { state: 'replaced' };
    return { state: found.expires_at && found.expires_at > now ? 'open' : 'expired' };
  },
});

/** Whether this browser may set a new password now. */
export const getRecovery = operation({
  name: 'identity.get-recovery',
  summary: 'The progress of a recovery.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({ asked: z.boolean(), granted: z.boolean() }),
  async run(work) {
    const asked = work.visit.cookies.get(recoveryCookie) !== undefined;
    return { asked, granted: (await findGrant(work)) !== null };
  },
});

/**
 * The account whose password this browser may set, according to its signed cookie. A grant works once: setting the
 * password makes password_changed_at later than the use of the code.
 */
async function findGrant(work: Pick<Work, 'db' | 'visit' | 'portal' | 'now'>) {
  const signed = work.visit.cookies.get(recoveryGrantCookie);
  const codeId = signed ? work.portal.keys.unsign(grantPurpose, signed, work.now) : null;
  if (!codeId) return null;
  const grant = await work.db
    .selectFrom('verification_code as code')
    .innerJoin('account', 'account.id', 'code.account_id')
    .select(['account.id as accountId', 'emailaddress', 'firstname', 'lastname', 'businessname'])
    .where('code.id', '=', codeId)
    .whereRef('code.used_at', '>=', 'account.password_changed_at')
    .where('account.active', '=', true)
    .executeTakeFirst();
  return grant ?? null;
}

/** Sets the new password; every session and every remembered browser of the account ends with it (D10). */
export const forgotNewPassword = operation({
  name: 'identity.forgot-new-password',
  summary: 'Sets a new password after the recovery code.',
  access: anyone,
  kind: 'staged',
  input: inputOf({ password: anyPassword }),
  invalidAs: (options) => new Refusal('identity.password-incomplete', options),
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { password }) {
    const grant = await findGrant(work);
    if (!grant) throw new Refusal('identity.recovery-failed', { detail: 'no grant' });
    await requireGoodPassword(password, grant, 'password');
    const { accountId, emailaddress } = grant;
    await requireUnusedPassword(work, accountId, password, 'password');
    const passwordHash = await hashPassword(work.portal.config, password);
    await work.apart(async (inside) => {
      // Read again under a lock: if two requests come at the same time, the first one uses up the grant.
      await lockAccount(inside, accountId);
      if (!(await findGrant(inside))) throw new Refusal('identity.recovery-failed', { detail: 'grant used' });
      await setPassword(inside, accountId, passwordHash);
      await clearLoginFailures(inside, accountKey(emailaddress));
      await endSession(inside);
      inside.afterCommit(() => work.visit.cookies.clear(recoveryGrantCookie));
    });
    return {};
  },
});

/** Stores the hash, ends all sessions, forgets all remembered browsers and mails the person. */
export async function setPassword(
  work: Work<unknown>,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  const before = await takeSnapshot(work, accountId);
  await keepFormerPassword(work, accountId, before.account.password_hash);
  await work.db
    .updateTable('account')
    .set({
      password_hash: passwordHash,
      // Must be later than the use of any code in the same millisecond, because `findGrant` compares the two.
      password_changed_at: new Date(work.now.getTime() + 1),
    })
    .where('id', '=', accountId)
    .execute();
  await endAllSessions(work, accountId);
  await forgetBrowsers(work, accountId);
  await work.audit({ action: identityAudit.passwordChanged, about: accountId });
  await recordChange(work, before, 'password');
}
