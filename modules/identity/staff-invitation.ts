import { DAY, hashToken, newId, newToken, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { sendStaffInvitation } from './jobs.ts';
import { passwordLink } from './mails.ts';
import { hashPassword } from './passwords.ts';
import { createAccount } from './registration.ts';

/** How long a new member of staff has to set the password. */
const LIFETIME = 3 * DAY;

export interface InvitedStaff {
  accountId: string;
  /** Works once, until `expiresAt`; whoever has it can set the password. */
  link: string;
  expiresAt: Date;
}

/**
 * Makes an account for a member of staff, without a password that anybody knows, and mails the link to set one (D87).
 * The link is that of a recovery with more time. Two-step is on by email from the first sign-in and cannot be switched
 * off (D11).
 * @throws a unique violation, answered as identity.email-taken, for an address that has an account
 */
export async function inviteStaff(
  work: Work,
  staff: { emailaddress: string; firstname: string; lastname: string },
): Promise<InvitedStaff> {
  const emailaddress = staff.emailaddress.toLowerCase();
  const accountId = await createAccount(work, {
    ...staff,
    emailaddress,
    passwordHash: await hashPassword(work.portal.config, newToken()),
    role: 'ADMIN',
    emailVerifiedAt: work.now,
  });
  await work.audit({ action: identityAudit.staffAccountCreated, about: accountId });
  const codeId = newId();
  const token = tokenOf(work, codeId);
  const expiresAt = new Date(work.now.getTime() + LIFETIME);
  await work.db
    .insertInto('verification_code')
    .values({
      id: codeId,
      account_id: accountId,
      purpose: 'recovery',
      channel: 'EMAIL',
      destination: emailaddress,
      host: work.visit.host,
      requested_at: work.now,
      link_hash: hashToken(token),
      // A code that nobody is told: only the link leads in.
      code_hash: work.portal.keys.lookupHash('identity.code', newToken()),
      sent_at: work.now,
      expires_at: expiresAt,
    })
    .execute();
  await work.enqueue(sendStaffInvitation, { codeId });
  return { accountId, link: passwordLink(work.portal.config.publicUrl, token), expiresAt };
}

/** What the mail says; null when the link was used or voided, or has expired. */
export async function findStaffInvitation(work: Work, codeId: string) {
  const found = await work.db
    .selectFrom('verification_code as code')
    .innerJoin('account', 'account.id', 'code.account_id')
    .select(['account.id as accountId', 'firstname', 'expires_at'])
    .where('code.id', '=', codeId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  if (!found?.expires_at) return null;
  const { accountId, firstname, expires_at: expiresAt } = found;
  return { accountId, firstname, expiresAt, token: tokenOf(work, codeId) };
}

/** Derived from the row's id with the signing key, so that the job makes the same one and no payload holds it. */
function tokenOf({ portal }: Pick<Work, 'portal'>, codeId: string): string {
  return portal.keys.mac('identity.recovery-link', codeId);
}
