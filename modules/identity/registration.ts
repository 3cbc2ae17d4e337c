import { z } from 'zod';
import { tick } from '#modules/platform/fields/kinds.ts';
import {
  anyone,
  HOUR,
  inputOf,
  newId,
  operation,
  SECOND,
  sql,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { secondStepDone } from './access.ts';
import { identityAudit } from './audit.ts';
import { requestCode, resendWait, tryCode, useCode } from './codes.ts';
import { Account } from './entities/account.ts';
import { SessionFactsRow } from './entities/session.ts';
import { TermsAcceptance } from './entities/terms.ts';
import { accountRegistered, accountVerified } from './events.ts';
import { accountFields, anyPassword, codeFields, forgotPasswordFields, termsFields } from './fields.ts';
import { sendTermsCopy, sendWelcome } from './jobs.ts';
import { identityLimits } from './limits.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { Refusal } from './refusals.ts';
import { maskEmail } from './rules.ts';
import { holdSession, openSession } from './sessions.ts';
import { getTerms } from './terms.ts';

/** Who tells whether an account exists does so at most this often an address (D13). */
const telling = { by: 'address', limit: identityLimits['register.tells-an-hour-count'], per: HOUR } as const;

export const checkEmail = operation({
  name: 'identity.check-email',
  summary: 'Says whether an e-mail address already has an account.',
  access: anyone,
  kind: 'read',
  input: inputOf(forgotPasswordFields),
  output: z.object({ accountexists: yesNo }),
  throttle: telling,
  async run(work, { emailaddress }) {
    const found = await work.row(sql`select 1 from account where emailaddress = ${emailaddress}::citext`);
    return { accountexists: found !== undefined };
  },
});

/** The first step of registration (doc1 §4): an account whose address is not proven yet, and a session for it. */
export const register = operation({
  name: 'identity.register',
  summary: 'Makes an account and signs it in; the terms and the e-mail code follow.',
  access: anyone,
  kind: 'staged',
  // How good the password is, requireGoodPassword says in the documents' words.
  input: inputOf({ ...accountFields, password: anyPassword }),
  invalidAs: (options) => new Refusal('identity.registration-incomplete', options),
  output: z.object({ sessionid: z.string() }),
  throttle: telling,
  async run(work, { password, ...given }) {
    const taken = await work.row(
      sql`select 1 from account where emailaddress = ${given.emailaddress}::citext`,
    );
    if (taken) throw new Refusal('identity.email-taken', { field: 'emailaddress' });
    await requireGoodPassword(password, given, 'password');
    const passwordHash = await hashPassword(password);
    const sessionid = await work.apart(async (inside) => {
      const accountId = await createAccount(inside, { ...given, passwordHash });
      await inside.audit({ action: identityAudit.accountCreated, about: accountId });
      await inside.publish(accountRegistered, { accountId });
      return openSession(inside, { accountId, twoStepDone: false, remembered: false });
    });
    return { sessionid };
  },
});

export interface NewAccount {
  firstname: string;
  lastname: string;
  businessname?: string | undefined;
  emailaddress: string;
  mobile?: string;
  passwordHash: string;
}

/** An account with its facts. @throws a unique violation, read as identity.email-taken, when another was faster */
export async function createAccount(
  work: Pick<Work, 'em' | 'now' | 'visit'>,
  given: NewAccount,
): Promise<string> {
  const account = work.em.create(Account, {
    ...given,
    id: newId(),
    businessname: given.businessname ?? '',
    passwordChangedAt: work.now,
    registeredHost: work.visit.host,
    registeredAt: work.now,
  });
  await work.em.flush();
  work.em.create(SessionFactsRow, { accountId: account.id });
  await work.em.flush();
  return account.id;
}

/** The second step of registration, and the answer to a newer version (D17): what was agreed to, when and from where. */
export const acceptTerms = operation({
  name: 'identity.accept-terms',
  summary: 'Accepts the current terms; a new account is then sent its e-mail code.',
  access: secondStepDone,
  kind: 'write',
  inPersonOnly: true,
  // A version that was read and is no longer the current one is not what the person agreed to.
  input: inputOf({ ...termsFields, updatedterms: tick('The terms have changed') }),
  invalidAs: (options) => new Refusal('identity.terms-not-accepted', options),
  output: z.object({}),
  async run(work, { email_copy, terms_version }) {
    const { accountId, emailVerified, emailaddress } = work.caller;
    const terms = await getTerms(work, 'portal');
    if (terms_version !== undefined && terms_version !== terms.version) {
      throw new Refusal('identity.registration-failed', { detail: `version ${terms_version} was read` });
    }
    const accepted = await work.row(sql<{ id: string }>`
      select id from terms_acceptance where account_id = ${accountId} and terms_version_id = ${terms.id}`);
    if (!accepted) {
      const acceptance = work.em.create(TermsAcceptance, {
        id: newId(),
        accountId,
        termsVersionId: terms.id,
        acceptedAt: work.now,
        address: work.visit.address,
        agent: work.visit.agent.slice(0, 400),
        emailCopy: email_copy,
      });
      const account = await work.em.findOneOrFail(Account, { id: accountId });
      account.acceptedTermsId = terms.id;
      await work.em.flush();
      await work.audit({
        action: identityAudit.termsAccepted,
        about: accountId,
        detail: { version: terms.version },
      });
      if (email_copy) await work.enqueue(sendTermsCopy, { acceptanceId: acceptance.id });
    }
    if (!emailVerified && !(await hasLiveCode(work, accountId))) {
      await requestCode(work, {
        accountId,
        purpose: 'register',
        channel: 'EMAIL',
        destination: emailaddress,
      });
    }
    work.afterCommit(() => work.visit.forgetCaller());
    return {};
  },
});

async function hasLiveCode(work: Pick<Work, 'row' | 'now'>, accountId: string): Promise<boolean> {
  const live = await work.row(sql`
    select 1 from verification_code where account_id = ${accountId} and purpose = 'register'
      and used_at is null and voided_at is null and (expires_at is null or expires_at > ${work.now})`);
  return live !== undefined;
}

/** The last step of registration: the code proves the address, and from here on two-step is on (D11). */
export const registerVerify = operation({
  name: 'identity.register-verify',
  summary: 'Checks the e-mail code of a new account.',
  access: secondStepDone,
  kind: 'staged',
  input: inputOf(codeFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { code }) {
    const { accountId, sessionId, emailVerified, emailaddress } = work.caller;
    if (emailVerified) return {};
    const { codeId } = await tryCode(work, { accountId }, 'register', code);
    await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      await useCode(inside, codeId);
      await markVerified(inside, accountId);
      await openSession(inside, { accountId, twoStepDone: true, remembered: false });
      await inside.publish(accountVerified, { accountId, emailaddress });
    });
    return {};
  },
});

/** The address is proven: by a registration's code, or by a recovery's. */
export async function markVerified(
  work: Pick<Work, 'em' | 'now' | 'audit' | 'enqueue'>,
  accountId: string,
): Promise<void> {
  const account = await work.em.findOneOrFail(Account, { id: accountId });
  account.emailVerifiedAt = work.now;
  await work.em.flush();
  await work.audit({ action: identityAudit.emailVerified, about: accountId });
  await work.enqueue(sendWelcome, { accountId });
}

/** Another code for a new account; locked for 30 s after the last (D12). */
export const resendRegistrationCode = operation({
  name: 'identity.resend-registration-code',
  summary: 'Sends a new account its e-mail code again.',
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

/** What the pages of registration show: how far it is, where the code went, when another may be asked for. */
export const getRegistration = operation({
  name: 'identity.get-registration',
  summary: 'Says how far a registration is.',
  access: secondStepDone,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    terms_html: z.string(),
    terms_version: z.number(),
    termsaccepted: z.boolean(),
    emailverified: z.boolean(),
    partialemailaddress: z.string(),
    resend_seconds: z.number(),
  }),
  async run(work) {
    const { caller } = work;
    const terms = await getTerms(work, 'portal');
    const wait = caller.emailVerified ? 0 : await resendWait(work, caller.accountId, 'register');
    return {
      terms_html: terms.html,
      terms_version: terms.version,
      termsaccepted: caller.termsAccepted,
      emailverified: caller.emailVerified,
      partialemailaddress: maskEmail(caller.emailaddress),
      resend_seconds: Math.ceil(wait / SECOND),
    };
  },
});
