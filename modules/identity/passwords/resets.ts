import { DAY, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { voidCodes } from '../codes.ts';
import { sendStaffReset } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { lockAccount } from '../sign-in/account-lock.ts';
import { forgetBrowsers } from '../two-step/trusted-browsers.ts';
import { makePasswordLink } from './link.ts';

/**
 * How staff help a person back into an account. The caller has checked who may; each of these mails the person (D95).
 */

/** How long the mailed link works: longer than a link that the reader has just asked for, because it is read later. */
const LINK_LIFETIME = DAY;

/**
 * Mails the owner of an account a link to set a new password. The old one works until then.
 * @throws Refusal identity.account-closed, identity.address-unverified: opening the link would be the first proof of
 * the address
 */
export async function sendPasswordReset(work: Work<unknown>, accountId: string): Promise<void> {
  const account = await getOpenAccount(work, accountId);
  if (!account.email_verified_at) throw new Refusal('identity.address-unverified');
  const { codeId } = await makePasswordLink(
    work,
    { accountId, emailaddress: account.emailaddress },
    LINK_LIFETIME,
  );
  await work.audit({ action: identityAudit.passwordResetSent, about: accountId });
  await work.enqueue(sendStaffReset, { accountId, codeId });
}

/**
 * Puts the second step back to codes by email (D11): every other method, its passkeys, its recovery codes and its
 * remembered browsers are deleted, and every session ends. None of this can be undone.
 * @throws Refusal identity.account-closed
 */
export async function resetTwoStep(work: Work<unknown>, accountId: string): Promise<void> {
  await getOpenAccount(work, accountId);
  const { db } = work;
  await db
    .updateTable('account')
    .set({ two_step_method: 'EMAIL', two_step_contact_id: null, mobile_verified_at: null })
    .where('id', '=', accountId)
    .execute();
  await db.deleteFrom('contact_method').where('account_id', '=', accountId).execute();
  await db.deleteFrom('passkey').where('account_id', '=', accountId).execute();
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await voidCodes(work, accountId, 'two-step');
  await voidCodes(work, accountId, 'contact');
  await forgetBrowsers(work, accountId);
  await endAllSessions(work, accountId);
  await work.audit({ action: identityAudit.twoStepReset, about: accountId });
  await work.enqueue(sendStaffReset, { accountId, codeId: null });
}

/** The account, locked until the transaction ends. */
async function getOpenAccount(work: Work<unknown>, accountId: string) {
  await lockAccount(work, accountId);
  const account = await work.db
    .selectFrom('account')
    .select(['emailaddress', 'email_verified_at', 'active'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!account.active) throw new Refusal('identity.account-closed');
  return account;
}
