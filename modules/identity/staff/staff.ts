import type { Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { accountDisabled, accountRestored, accountVerified } from '../events.ts';
import { sendAccountStatus } from '../jobs.ts';
import { hashPassword, requireGoodPassword } from '../passwords/passwords.ts';
import { Refusal } from '../refusals.ts';
import { createAccount, markVerified } from '../registration.ts';
import type { TwoStepMethod } from '../rules.ts';
import { endAllSessions, openSession } from '../sessions/sessions.ts';
import { noteLogin } from '../sign-in/last-login.ts';
import { getTerms, keepAcceptance } from '../terms/terms.ts';

export interface NewStaff {
  emailaddress: string;
  firstname: string;
  lastname: string;
  password: string;
}

/**
 * Makes a member of the platform's staff: for the CLI and the demo data, because no page can give this role. Two-step
 * is on by email and cannot be switched off (D11).
 * @throws Refusal identity.password-weak, identity.email-taken
 */
export async function createStaffAccount(work: Work, staff: NewStaff): Promise<string> {
  const { password, ...given } = staff;
  await requireGoodPassword(password, given, 'password');
  const passwordHash = await hashPassword(work.portal.config, password);
  const accountId = await createAccount(work, {
    ...given,
    passwordHash,
    role: 'ADMIN',
    emailVerifiedAt: work.now,
  });
  await work.audit({ action: identityAudit.staffAccountCreated, about: accountId });
  return accountId;
}

export interface NewMember {
  firstname: string;
  lastname: string;
  businessname: string;
  emailaddress: string;
  mobile: string;
  /** Made once for all of them, because hashing is slow on purpose. */
  passwordHash: string;
}

/**
 * Makes a person who has registered, accepted the portal's terms and proven the address, and signs the visit in: for the
 * demo data and for tests, which have hundreds of them. It publishes and records the same as registration does.
 * @param twoStep false if the person has switched two-step off
 * @returns the account's id
 */
export async function createMember(
  work: Work,
  member: NewMember,
  { twoStep }: { twoStep: boolean },
): Promise<string> {
  const accountId = await createAccount(work, member);
  await work.audit({ action: identityAudit.accountCreated, about: accountId, actorId: accountId });
  await keepAcceptance(work, accountId, await getTerms(work, 'portal'));
  await markVerified(work, accountId);
  if (!twoStep) await setTwoStepMethod(work, accountId, 'DISABLED');
  await noteLogin(work, accountId);
  await openSession(work, { accountId, twoStepAt: work.now });
  await work.publish(accountVerified, { accountId, emailaddress: member.emailaddress });
  return accountId;
}

/** Whether the portal has a member of staff. Until then it is being set up (D87). */
export async function hasStaff({ db }: Pick<Work, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Closes or reopens an account; closing ends its sessions at once (D73). The caller has checked the permission.
 * @returns false if nothing had to change
 */
export async function setAccountActive(
  work: Work<unknown>,
  accountId: string,
  active: boolean,
): Promise<boolean> {
  const account = await work.db
    .selectFrom('account')
    .select('active')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.active === active) return false;
  await work.db.updateTable('account').set({ active }).where('id', '=', accountId).execute();
  await work.audit({
    action: active ? identityAudit.accountEnabled : identityAudit.accountDisabled,
    about: accountId,
  });
  if (active) {
    await work.publish(accountRestored, { accountId });
    return true;
  }
  await endAllSessions(work, accountId);
  await work.publish(accountDisabled, { accountId });
  return true;
}

/**
 * Closes or reopens an account for staff, and tells the person (D73).
 * @throws Refusal identity.own-account, so that at least one member of staff can always log in
 */
export async function setAccountStatus(
  work: Work<{ accountId: string } | null>,
  accountId: string,
  active: boolean,
): Promise<void> {
  if (accountId === work.caller?.accountId) throw new Refusal('identity.own-account');
  if (await setAccountActive(work, accountId, active)) {
    await work.enqueue(sendAccountStatus, { accountId, active });
  }
}

/** Signs a person out everywhere, for staff. */
export async function endSessions(work: Work<unknown>, accountId: string): Promise<void> {
  await endAllSessions(work, accountId);
  await work.audit({ action: identityAudit.sessionsEnded, about: accountId, detail: { which: 'all' } });
}

/**
 * Sets the method of an account's second step, for the demo data.
 * @throws for DISABLED on an ADMIN, which the database refuses
 */
export async function setTwoStepMethod(
  work: Pick<Work, 'db' | 'audit'>,
  accountId: string,
  method: Exclude<TwoStepMethod, 'OTPAPP'>,
): Promise<void> {
  await work.db
    .updateTable('account')
    .set({ two_step_method: method, two_step_contact_id: null })
    .where('id', '=', accountId)
    .execute();
  await work.audit({ action: identityAudit.twoStepMethodSet, about: accountId, detail: { method } });
}
