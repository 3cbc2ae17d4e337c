import { sql, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { Account } from './entities/account.ts';
import { accountDisabled } from './events.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { createAccount } from './registration.ts';
import { endAllSessions } from './sessions.ts';

export interface NewStaff {
  emailaddress: string;
  firstname: string;
  lastname: string;
  password: string;
}

/**
 * Makes a member of the platform's staff: for the CLI and the demo data, since no page gives this role. Two-step is on
 * by e-mail and cannot be switched off (D11).
 * @throws Refusal identity.password-weak, identity.email-taken
 */
export async function createStaffAccount(work: Work, staff: NewStaff): Promise<string> {
  const { password, ...given } = staff;
  await requireGoodPassword(password, given, 'password');
  const passwordHash = await hashPassword(password);
  const accountId = await createAccount(work, {
    ...given,
    emailaddress: given.emailaddress.toLowerCase(),
    passwordHash,
  });
  const account = await work.em.findOneOrFail(Account, { id: accountId });
  account.role = 'ADMIN';
  account.emailVerifiedAt = work.now;
  await work.em.flush();
  await work.audit({ action: identityAudit.staffAccountCreated, about: accountId });
  return accountId;
}

/** Closes or reopens an account; closing ends its sessions at once (D73). The caller has checked who may. */
export async function setAccountActive(
  work: Work<unknown>,
  accountId: string,
  active: boolean,
): Promise<void> {
  const account = await work.em.findOneOrFail(Account, { id: accountId });
  if (account.active === active) return;
  account.active = active;
  await work.em.flush();
  await work.audit({
    action: active ? identityAudit.accountEnabled : identityAudit.accountDisabled,
    about: accountId,
  });
  if (active) return;
  await endAllSessions(work, accountId);
  await work.publish(accountDisabled, { accountId });
}

/** Switches the second step of an account, for the demo data; an ADMIN keeps it, by the database's own check. */
export async function setTwoStepMethod(
  work: Pick<Work, 'rows' | 'audit'>,
  accountId: string,
  method: 'EMAIL' | 'SMS' | 'DISABLED',
): Promise<void> {
  await work.rows(sql`update account set two_step_method = ${method} where id = ${accountId}`);
  await work.audit({ action: identityAudit.twoStepMethodSet, about: accountId, detail: { method } });
}
