import { DAY, EXPIRES_SOON_DAYS, expiresAt, RENEWAL_WINDOW_DAYS } from '#modules/platform/index.ts';
import type { ConnectionStatus } from './statuses.ts';

/** The values of a connection that decide its status. */
export interface ConnectionFacts {
  bounced: boolean;
  ignored: boolean;
  accepted: boolean;
  /** The invited person has opened the invitation, so the owner may know how far their check is (D106). */
  opened: boolean;
  /** The other side is a company that shares its network and has no score. */
  company: boolean;
  sharing: boolean;
}

/** The values of the person that decide the status. */
export interface PersonFacts {
  /** Expiration of the score in force, yyyy-MM-dd; null without one. */
  expiration: string | null;
  /**
   * A monitoring update is waiting for the person, and the score may not be shown until they have answered it (doc2
   * §4.2).
   */
  suspended: boolean;
  scorePending: boolean;
  checkInProgress: boolean;
  applicationStarted: boolean;
}

/** Whether a score is valid at `now`: it expires at 11:00 UTC of its date (D5). */
export function isValid(expiration: string | null, now: Date): boolean {
  return expiration !== null && now < expiresAt(expiration);
}

/** Whether a score expires within 45 days or has expired (D5). */
export function isRenewalDue(expiration: string, now: Date): boolean {
  return expiresAt(expiration).getTime() - now.getTime() <= RENEWAL_WINDOW_DAYS * DAY;
}

/**
 * A connection's status: the first rule that applies (D50). connections/refresh.ts has the same rules in SQL; a test compares the
 * two.
 */
export function connectionStatus(
  connection: ConnectionFacts,
  person: PersonFacts,
  now: Date,
): ConnectionStatus {
  const valid = isValid(person.expiration, now) && !person.suspended;
  if (!connection.accepted) {
    if (connection.ignored) return 'INVITEIGNORE';
    if (connection.bounced) return 'INVITEBOUNCE';
  }
  if (connection.company) {
    if (!connection.accepted) return 'INVITE';
    return connection.sharing ? 'CURRENT' : 'DISABLED';
  }
  if (!(connection.accepted || connection.opened)) return 'INVITE';
  if (!(connection.accepted && valid)) {
    if (person.scorePending) return 'SCOREPENDING';
    if (person.checkInProgress) return 'CHECKINPROGRESS';
    if (person.applicationStarted) return 'APPSTARTED';
  }
  if (!connection.accepted) {
    if (person.expiration === null) return 'INVITE';
    return isRenewalDue(person.expiration, now) ? 'INVITEINRENEWALWINDOW' : 'PENDINGINVITEACCEPT';
  }
  if (!connection.sharing) return 'DISABLED';
  if (person.expiration === null || !valid) return 'EXPIRED';
  return isRenewalDue(person.expiration, now) ? 'INRENEWALWINDOW' : 'CURRENT';
}

/** When the status, or what alerts report, next changes by the passing of time (D5); null if it does not. */
export function statusUntil(company: boolean, expiration: string | null, now: Date): Date | null {
  if (company || expiration === null) return null;
  const end = expiresAt(expiration).getTime();
  const moments = [end - RENEWAL_WINDOW_DAYS * DAY, end - EXPIRES_SOON_DAYS * DAY, end];
  const next = moments.find((moment) => moment > now.getTime());
  return next === undefined ? null : new Date(next);
}
