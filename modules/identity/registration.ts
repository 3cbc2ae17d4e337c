import { z } from 'zod';
import {
  anyone,
  type Caller,
  HOUR,
  inputOf,
  newId,
  operation,
  SECOND,
  type Work,
  writeWithoutWaiting,
  yesNo,
} from '#modules/platform/index.ts';
import { secondStepDone } from './access.ts';
import { identityAudit } from './audit.ts';
import { liveCodes, requestCode, resendWait, tryCode, useCode, voidCodes } from './codes.ts';
import { accountVerified } from './events.ts';
import { accountFields, anyPassword, codeFields, newAddressFields } from './fields.ts';
import { sendWelcome } from './jobs.ts';
import { identityLimits } from './limits.ts';
import { adoptMailPreferences } from './mail-preferences/stored.ts';
import {
  hashPassword,
  type PasswordOwner,
  passwordMatches,
  requireGoodPassword,
} from './passwords/passwords.ts';
import { requireOwnBusiness, requireOwnName } from './profile/reserved-names.ts';
import { Refusal } from './refusals.ts';
import type { Role } from './rules.ts';
import { holdSession, openSession } from './sessions/sessions.ts';
import { lockAccount } from './sign-in/account-lock.ts';
import { noteBrowser } from './sign-in/known-browsers.ts';
import { noteLogin } from './sign-in/last-login.ts';
import { identityTexts } from './texts.ts';

/** How often one network address may find out whether an account exists (D13). */
const telling = {
  by: 'address',
  limit: identityLimits['register.tells-an-hour-count'],
  per: HOUR,
  together: 'identity.tells-who-has-an-account',
} as const;

export const checkEmail = operation({
  name: 'identity.check-email',
  summary: 'Whether an email address already has an account.',
  access: anyone,
  kind: 'read',
  input: inputOf(newAddressFields),
  output: z.object({ accountexists: yesNo }),
  throttle: telling,
  async run(work, { emailaddress }) {
    return { accountexists: await accountExists(work, emailaddress) };
  },
});

async function accountExists({ db }: Pick<Work, 'db'>, emailaddress: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', emailaddress)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The first step of registration (doc1 §4): creates an account whose address is not proven yet, and a session for it.
 */
export const register = operation({
  name: 'identity.register',
  summary: 'Creates an account and signs it in. The terms and the email code follow.',
  access: anyone,
  kind: 'staged',
  // requireGoodPassword checks how good the password is, and answers in the documents' words.
  input: inputOf({ ...accountFields, password: anyPassword }),
  invalidAs: (options) => new Refusal('identity.registration-incomplete', options),
  output: z.object({ sessionid: z.string() }),
  throttle: telling,
  async run(work, { password, ...given }) {
    await requireFreeAddressAndPassword(work, { ...given, password });
    await requireOwnName(work, given);
    await requireOwnBusiness(work, given.businessname, null);
    const passwordHash = await hashPassword(work.portal.config, password);
    const sessionid = await work.apart(async (inside) => {
      const accountId = await createAccount(inside, { ...given, passwordHash });
      await inside.audit({ action: identityAudit.accountCreated, about: accountId, actorId: accountId });
      await noteLogin(inside, accountId);
      return openSession(inside, { accountId, twoStepAt: null });
    });
    return { sessionid };
  },
});

/**
 * Problems with both are reported together.
 * @throws Refusal identity.email-taken, identity.password-weak
 */
async function requireFreeAddressAndPassword(
  work: Pick<Work, 'db'>,
  given: PasswordOwner & { password: string },
): Promise<void> {
  const taken = await accountExists(work, given.emailaddress);
  try {
    await requireGoodPassword(given.password, given, 'password');
  } catch (error) {
    if (!taken || !(error instanceof Refusal)) throw error;
    throw new Refusal('identity.email-taken', {
      field: 'emailaddress',
      issues: { emailaddress: [identityTexts['register.email-taken']], password: [error.text] },
    });
  }
  if (taken) throw new Refusal('identity.email-taken', { field: 'emailaddress' });
}

export interface NewAccount {
  firstname: string;
  lastname: string;
  businessname?: string | undefined;
  emailaddress: string;
  mobile?: string;
  passwordHash: string;
  role?: Role;
  /** Absent if the address is not proven yet. */
  emailVerifiedAt?: Date;
}

/**
 * Creates an account with its facts.
 * @returns the account's id
 * @throws a unique violation, answered as identity.email-taken, when the address was registered at the same time
 */
export async function createAccount(
  work: Pick<Work, 'db' | 'now' | 'visit'>,
  given: NewAccount,
): Promise<string> {
  const { passwordHash, emailVerifiedAt, ...plain } = given;
  const id = newId();
  await work.db
    .insertInto('account')
    .values({
      ...plain,
      id,
      email_verified_at: emailVerifiedAt ?? null,
      password_hash: passwordHash,
      password_changed_at: work.now,
      registered_host: work.visit.host,
      registered_at: work.now,
    })
    .execute();
  await writeWithoutWaiting(work.db, work.db.insertInto('session_facts').values({ account_id: id }));
  return id;
}

/**
 * Sends a new account its code once the terms are accepted, unless a code still works or the address is already proven.
 */
export async function requestRegistrationCode(work: Work<Caller>): Promise<void> {
  const { accountId, emailVerified, emailaddress } = work.caller;
  if (emailVerified || (await hasLiveCode(work, accountId))) return;
  await requestCode(work, { accountId, purpose: 'register', channel: 'EMAIL', destination: emailaddress });
}

async function hasLiveCode(work: Pick<Work, 'db' | 'now'>, accountId: string): Promise<boolean> {
  const live = await liveCodes(work, accountId, 'register')
    .select('id')
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', work.now)]))
    .executeTakeFirst();
  return live !== undefined;
}

/** The last step of registration: the code proves the address; from now on sign-in has a second step (D11). */
export const registerVerify = operation({
  name: 'identity.register-verify',
  summary: 'Checks the email code of a new account.',
  access: secondStepDone,
  kind: 'staged',
  input: inputOf(codeFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { code }) {
    const { accountId, sessionId, emailVerified } = work.caller;
    if (emailVerified) return {};
    const codeId = await tryCode(work, accountId, 'register', code);
    await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      await useCode(inside, codeId);
      const emailaddress = await markVerified(inside, accountId);
      await openSession(inside, { accountId, twoStepAt: inside.now });
      await noteBrowser(inside, accountId);
      await inside.publish(accountVerified, { accountId, emailaddress });
    });
    return {};
  },
});

/** Notes that the address is proven. @returns the address */
export async function markVerified(
  work: Pick<Work, 'db' | 'now' | 'audit' | 'enqueue' | 'publish'>,
  accountId: string,
): Promise<string> {
  const { emailaddress } = await work.db
    .updateTable('account')
    .set({ email_verified_at: work.now })
    .where('id', '=', accountId)
    .returning('emailaddress')
    .executeTakeFirstOrThrow();
  await work.audit({ action: identityAudit.emailVerified, about: accountId });
  await adoptMailPreferences(work, accountId, emailaddress);
  await work.enqueue(sendWelcome, { accountId });
  return emailaddress;
}

/** Another code for a new account; locked for 30 s after the last (D12). */
export const resendRegistrationCode = operation({
  name: 'identity.resend-registration-code',
  summary: 'Sends a new account its email code again.',
  access: secondStepDone,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work) {
    const { accountId, emailVerified, emailaddress } = work.caller;
    if (emailVerified) return {};
    await requestCode(work, { accountId, purpose: 'register', channel: 'EMAIL', destination: emailaddress });
    return {};
  },
});

/**
 * Corrects the address of a new account that is not proven yet: the code that was sent to the old one is void, and the
 * new one gets its own. It reveals as much about accounts as a registration does, so it counts against the same limit
 * (D13).
 */
export const correctRegistrationAddress = operation({
  name: 'identity.correct-registration-address',
  summary: 'Changes the email address of a new account before it is verified, and sends a code to it.',
  access: secondStepDone,
  inPersonOnly: true,
  // No transaction is open while the password's hash is compared.
  kind: 'staged',
  input: inputOf(newAddressFields),
  output: z.object({}),
  throttle: telling,
  async run(work, { emailaddress }) {
    if (await isOwnPassword(work, emailaddress)) {
      throw new Refusal('identity.address-is-password', { field: 'emailaddress' });
    }
    await work.apart((inside) => correctAddress(inside, emailaddress));
    return {};
  },
});

/**
 * Whether an address is the caller's password, which is not allowed (D14). Only the hash of the password is known here.
 * No transaction may be open, because the comparison is slow.
 */
export async function isOwnPassword(
  { db, caller, portal }: Pick<Work<Caller>, 'db' | 'caller' | 'portal'>,
  emailaddress: string,
): Promise<boolean> {
  const { password_hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  return passwordMatches(portal.config, emailaddress, password_hash);
}

/**
 * @param emailaddress in the one form
 * @throws Refusal identity.address-verified, identity.email-taken
 */
async function correctAddress(work: Work<Caller>, emailaddress: string): Promise<void> {
  const { accountId } = work.caller;
  await lockAccount(work, accountId);
  const account = await work.db
    .selectFrom('account')
    .select(['emailaddress', 'email_verified_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (account.email_verified_at) throw new Refusal('identity.address-verified');
  if (account.emailaddress === emailaddress) return;
  if (await accountExists(work, emailaddress)) {
    throw new Refusal('identity.email-taken', { field: 'emailaddress' });
  }
  await work.db.updateTable('account').set({ emailaddress }).where('id', '=', accountId).execute();
  await voidCodes(work, accountId, 'register');
  await requestCode(work, { accountId, purpose: 'register', channel: 'EMAIL', destination: emailaddress });
  await work.audit({ action: identityAudit.addressCorrected, about: accountId });
  work.afterCommit(() => work.visit.forgetCaller());
}

/**
 * What the pages of registration show: which steps are done, where the code was sent, when another may be requested.
 */
export const getRegistration = operation({
  name: 'identity.get-registration',
  summary: 'The progress of a registration.',
  access: secondStepDone,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    termsaccepted: z.boolean(),
    emailverified: z.boolean(),
    emailaddress: z.string(),
    resend_seconds: z.number(),
  }),
  async run(work) {
    const { caller } = work;
    const { accountId, emailVerified, emailaddress } = caller;
    const wait = emailVerified ? 0 : await resendWait(work, accountId, 'register', emailaddress);
    return {
      termsaccepted: caller.termsAccepted,
      emailverified: caller.emailVerified,
      emailaddress: caller.emailaddress,
      resend_seconds: Math.ceil(wait / SECOND),
    };
  },
});
