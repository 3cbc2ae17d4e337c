import { hashToken, newId, newToken, type Work } from '#modules/platform/index.ts';
import { voidCodes } from '../codes.ts';
import { passwordLink } from '../mails.ts';

/** A link with which the owner of an account sets the password: that of a recovery which no browser asked for. */
export interface PasswordLink {
  codeId: string;
  /** Works once, until `expiresAt`; whoever has it can set the password. */
  link: string;
  expiresAt: Date;
}

/**
 * Makes the link; an earlier one that was not used stops working. The caller has it mailed by a job with the code's id.
 * @param lifetime in milliseconds
 */
export async function makePasswordLink(
  work: Work<unknown>,
  account: { accountId: string; emailaddress: string },
  lifetime: number,
): Promise<PasswordLink> {
  await voidCodes(work, account.accountId, 'recovery');
  const codeId = newId();
  const token = tokenOf(work, codeId);
  const expiresAt = new Date(work.now.getTime() + lifetime);
  await work.db
    .insertInto('verification_code')
    .values({
      id: codeId,
      account_id: account.accountId,
      purpose: 'recovery',
      channel: 'EMAIL',
      destination: account.emailaddress,
      host: work.visit.host,
      requested_at: work.now,
      link_hash: hashToken(token),
      // The hash of a code that nobody is told, so that only the link works.
      code_hash: work.portal.keys.lookupHash('identity.code', newToken()),
      sent_at: work.now,
      expires_at: expiresAt,
    })
    .execute();
  return { codeId, link: passwordLink(work.portal.config.publicUrl, token), expiresAt };
}

/** What the mail with the link says; null when the link was used or voided, or has expired. */
export async function findPasswordLink(work: Work, codeId: string) {
  const found = await work.db
    .selectFrom('verification_code as code')
    .innerJoin('account', 'account.id', 'code.account_id')
    .select(['account.id as accountId', 'firstname', 'registered_host as host', 'expires_at'])
    .where('code.id', '=', codeId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  if (!found?.expires_at) return null;
  const { accountId, firstname, host, expires_at: expiresAt } = found;
  return { accountId, firstname, host, expiresAt, token: tokenOf(work, codeId) };
}

/**
 * The token, derived from the row's id with the signing key, so that the job makes the same one and no payload contains
 * it.
 */
function tokenOf({ portal }: Pick<Work, 'portal'>, codeId: string): string {
  return portal.keys.mac('identity.recovery-link', codeId);
}
