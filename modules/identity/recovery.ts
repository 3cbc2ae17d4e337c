import { z } from 'zod';
import {
  anyone,
  HOUR,
  hashToken,
  inputOf,
  newId,
  newToken,
  operation,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { tryCode, useCode } from './codes.ts';
import { recoveryCookie, recoveryGrantCookie } from './cookies.ts';
import { Account } from './entities/account.ts';
import { VerificationCode } from './entities/code.ts';
import { accountVerified } from './events.ts';
import { anyPassword, forgotPasswordFields, recoveryFields } from './fields.ts';
import { sendPasswordChanged, startRecovery } from './jobs.ts';
import { identityTimings } from './limits.ts';
import { clearLoginFailures } from './login-failures.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { Refusal } from './refusals.ts';
import { markVerified } from './registration.ts';
import { endAllSessions, endSession } from './sessions.ts';
import { forgetBrowsers } from './trusted-browsers.ts';

const recoveryRefusals = {
  mismatch: 'identity.recovery-code-mismatch',
  spent: 'identity.recovery-code-mismatch',
} as const;

/**
 * Asks for a recovery code (doc1 §4). Known and unknown addresses get the same row, the same job and the same answer;
 * the job finds out whose address it is (D13). The code works in this browser, the mailed link anywhere (D12).
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
  async run(work, { emailaddress }) {
    const { visit, now } = work;
    const browser = newToken();
    const code = work.em.create(VerificationCode, {
      id: newId(),
      purpose: 'recovery',
      channel: 'EMAIL',
      destination: emailaddress,
      host: visit.host,
      requestedAt: now,
      browserHash: hashToken(browser),
    });
    await work.em.flush();
    await work.enqueue(startRecovery, { codeId: code.id });
    work.afterCommit(() =>
      visit.cookies.set(recoveryCookie, browser, { maxAge: 2 * identityTimings['recovery.code-lifetime'] }),
    );
    return {};
  },
});

/**
 * Finds whose recovery it is, in the job. Nobody's, a closed account's, and one asked for less than 30 s after another
 * come to nothing.
 * @returns whether a code is to be sent
 */
export async function resolveRecovery(work: Work, codeId: string): Promise<boolean> {
  const code = await work.em.findOne(VerificationCode, { id: codeId });
  if (!code || code.voidedAt || code.usedAt) return false;
  if (code.accountId) return true;
  const account = await work.em.findOne(Account, { emailaddress: code.destination, active: true });
  const live = account
    ? await work.row(sql<{ id: string; requested_at: Date }>`
        select id, requested_at from verification_code
        where account_id = ${account.id} and purpose = 'recovery' and used_at is null and voided_at is null
        for update`)
    : undefined;
  const tooSoon =
    live !== undefined &&
    code.requestedAt.getTime() - new Date(live.requested_at).getTime() < identityTimings['code.resend-lock'];
  if (!account || tooSoon) {
    code.voidedAt = work.now;
    await work.em.flush();
    return false;
  }
  if (live) await work.rows(sql`update verification_code set voided_at = ${work.now} where id = ${live.id}`);
  code.accountId = account.id;
  await work.em.flush();
  return true;
}

const grantPurpose = 'identity.recovery-grant';

/** Checks the code, typed in the browser that asked, or the long token of the mailed link, anywhere. */
export const forgotPasswordVerify = operation({
  name: 'identity.forgot-password-verify',
  summary: 'Checks the recovery code or the token of the mailed link.',
  access: anyone,
  kind: 'staged',
  input: inputOf(recoveryFields),
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { code }) {
    const { visit, portal } = work;
    const codeId = code.length > 32 ? await findByLink(work, code) : await tryInBrowser(work, code);
    await work.apart(async (inside) => {
      await useCode(inside, codeId, recoveryRefusals.spent);
      inside.afterCommit(() => {
        const lifetime = identityTimings['recovery.code-lifetime'];
        const until = new Date(inside.now.getTime() + lifetime);
        visit.cookies.set(recoveryGrantCookie, portal.keys.sign(grantPurpose, codeId, until), {
          maxAge: lifetime,
        });
        visit.cookies.clear(recoveryCookie);
      });
    });
    return {};
  },
});

async function tryInBrowser(work: Work<unknown>, code: string): Promise<string> {
  const browser = work.visit.cookies.get(recoveryCookie);
  const tried = await tryCode(
    work,
    { browserHash: hashToken(browser ?? '') },
    'recovery',
    code,
    recoveryRefusals,
  );
  return tried.codeId;
}

async function findByLink(work: Pick<Work, 'row' | 'now'>, token: string): Promise<string> {
  const found = await work.row(sql<{ id: string }>`
    select id from verification_code
    where link_hash = ${hashToken(token)} and purpose = 'recovery' and used_at is null and voided_at is null
      and expires_at > ${work.now}`);
  if (!found) throw new Refusal(recoveryRefusals.mismatch, { field: 'code' });
  return found.id;
}

/** Whether this browser may set a new password now. */
export const getRecovery = operation({
  name: 'identity.get-recovery',
  summary: 'Says how far a recovery is.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({ asked: z.boolean(), granted: z.boolean() }),
  async run(work) {
    const asked = work.visit.cookies.get(recoveryCookie) !== undefined;
    return { asked, granted: (await findGrant(work)) !== null };
  },
});

interface Grant {
  account_id: string;
  emailaddress: string;
  firstname: string;
  lastname: string;
  businessname: string;
  email_verified: boolean;
}

/** A grant is good for one new password: the change that it made is later than the code's use. */
async function findGrant(work: Pick<Work, 'row' | 'visit' | 'portal' | 'now'>): Promise<Grant | null> {
  const signed = work.visit.cookies.get(recoveryGrantCookie);
  const codeId = signed ? work.portal.keys.unsign(grantPurpose, signed, work.now) : null;
  if (!codeId) return null;
  const grant = await work.row(sql<Grant>`
    select account.id as account_id, emailaddress::text as emailaddress, firstname, lastname, businessname,
      email_verified_at is not null as email_verified
    from verification_code code join account on account.id = code.account_id
    where code.id = ${codeId} and code.used_at >= account.password_changed_at and account.active`);
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
    const passwordHash = await hashPassword(password);
    await work.apart(async (inside) => {
      // Read again under a lock: of two at the same time, the second has lost its grant.
      await inside.rows(sql`select id from account where id = ${grant.account_id} for no key update`);
      if (!(await findGrant(inside))) throw new Refusal('identity.recovery-failed', { detail: 'grant used' });
      await setPassword(inside, grant.account_id, passwordHash);
      await clearLoginFailures(inside, `account:${grant.emailaddress.toLowerCase()}`);
      if (!grant.email_verified) {
        await markVerified(inside, grant.account_id);
        const { account_id: accountId, emailaddress } = grant;
        await inside.publish(accountVerified, { accountId, emailaddress });
      }
      await endSession(inside);
      inside.afterCommit(() => work.visit.cookies.clear(recoveryGrantCookie));
    });
    return {};
  },
});

/** Keeps the hash, ends all sessions, forgets all browsers and tells the person. */
export async function setPassword(
  work: Work<unknown>,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  const account = await work.em.findOneOrFail(Account, { id: accountId });
  account.passwordHash = passwordHash;
  // Later than any code that was used in the same millisecond.
  account.passwordChangedAt = new Date(work.now.getTime() + 1);
  await work.em.flush();
  await endAllSessions(work, accountId);
  await forgetBrowsers(work, accountId);
  await work.audit({ action: identityAudit.passwordChanged, about: accountId });
  await work.enqueue(sendPasswordChanged, { accountId });
}
