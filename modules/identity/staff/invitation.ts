import { DAY, newToken, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { sendStaffInvitation } from '../jobs.ts';
import { makePasswordLink, type PasswordLink } from '../passwords/link.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { createAccount } from '../registration.ts';

/** How long a new member of staff has to set a password. */
const LIFETIME = 3 * DAY;

export interface InvitedStaff extends Omit<PasswordLink, 'codeId'> {
  accountId: string;
}

/**
 * Makes an account for a member of staff, with a password that nobody knows, and mails the link to set one (D87). The
 * link is that of a recovery, but works longer. Two-step is on by email from the first sign-in and cannot be switched
 * off (D11).
 * @throws a unique violation, answered as identity.email-taken, for an address that has an account
 */
export async function inviteStaff(
  work: Work,
  staff: { emailaddress: string; firstname: string; lastname: string },
): Promise<InvitedStaff> {
  const { emailaddress } = staff;
  const accountId = await createAccount(work, {
    ...staff,
    passwordHash: await hashPassword(work.portal.config, newToken()),
    role: 'ADMIN',
    emailVerifiedAt: work.now,
  });
  await work.audit({ action: identityAudit.staffAccountCreated, about: accountId });
  const { codeId, ...made } = await makePasswordLink(work, { accountId, emailaddress }, LIFETIME);
  await work.enqueue(sendStaffInvitation, { codeId });
  return { accountId, ...made };
}
