import {
  HOUR,
  type Portal,
  readEmailAddress,
  type ThrottleAnswer,
  type ThrottleLimit,
  type Work,
} from '#modules/platform/index.ts';
import { identityLimits, mailsCounted, resendLock } from './limits.ts';

/**
 * How many mails an address gets that its owner may not have asked for (D128). Counted by address in the database, so
 * that the limits hold across processes and for requests at the same time.
 */

/** Mails that somebody without a session, or without a proven address, can have sent to any address. */
export type AskedMail = 'recovery' | 'registration' | 'mail-choice' | 'privacy-request';

type Counting = { portal: Pick<Portal, 'throttles' | 'keys'> };

const perDay = (limit: number): ThrottleLimit => ({ limit, per: mailsCounted });
const ofKind = perDay(identityLimits['mails.of-a-kind-count']);
const ofAll = perDay(identityLimits['mails.of-all-kinds-count']);
const invitations = perDay(identityLimits['mails.invitations-count']);
/** Recovery must stay possible for the owner of an address, whoever else asks for it. */
const pastTheLimit: ThrottleLimit = { limit: 1, per: HOUR };

const keyOf = ({ portal }: Counting, counted: string, address: string) =>
  `identity.mails:${counted}:${portal.keys.lookupHash('identity.mails', readEmailAddress(address) ?? address)}`;

/**
 * Counts one mail to an address, in the transaction that enqueues it.
 * @returns whether it may be sent; the page must say the same either way
 */
export async function mayMail(
  work: Counting & Pick<Work, 'db'>,
  kind: AskedMail,
  address: string,
): Promise<boolean> {
  const throttles = work.portal.throttles.within(work);
  const key = keyOf(work, kind, address);
  if ((await throttles.hit(key, ofKind)).allowed) {
    if ((await throttles.hit(keyOf(work, 'all', address), ofAll)).allowed) return true;
    await throttles.takeBack(key);
  }
  if (kind !== 'recovery') return false;
  return (await throttles.hit(keyOf(work, 'past-the-limit', address), pastTheLimit)).allowed;
}

/** Counts one invitation of any sender to an address. @returns in how many milliseconds to try again if it has to wait */
export function countInvitation(
  portal: Pick<Portal, 'throttles' | 'keys'>,
  address: string,
): Promise<ThrottleAnswer> {
  return portal.throttles.hit(keyOf({ portal }, 'invitations', address), invitations);
}

/** Undoes the count of an invitation that was not sent. */
export function uncountInvitation(
  portal: Pick<Portal, 'throttles' | 'keys'>,
  address: string,
): Promise<void> {
  return portal.throttles.takeBack(keyOf({ portal }, 'invitations', address));
}

/** In milliseconds: how long until an invitation may be sent again that was last sent again at that time. */
export function resendWaitOf({ now }: Pick<Work, 'now'>, resentAt: Date): number {
  return Math.max(0, resentAt.getTime() + resendLock - now.getTime());
}
