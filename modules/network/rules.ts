import { DAY, expiresAt, RENEWAL_WINDOW_DAYS } from '#modules/platform/index.ts';
import type { ConnectionStatus } from './forms.ts';

/** What of a connection decides its status. */
export interface ConnectionFacts {
  bounced: boolean;
  ignored: boolean;
  accepted: boolean;
  /** The other side is a company that shares its network: it has no score of its own. */
  company: boolean;
  sharing: boolean;
}

/** What of the person decides it. */
export interface PersonFacts {
  /** yyyy-MM-dd of the score that stands; null for none. */
  expiration: string | null;
  /** A monitoring update waits for the person: what stands may not be shown meanwhile (doc2 §4.2). */
  suspended: boolean;
  scorePending: boolean;
  checkInProgress: boolean;
  applicationStarted: boolean;
}

/** Whether the score still stands at `now`: until 11:00 UTC of its day, not at it (D5). */
export function isValid(expiration: string | null, now: Date): boolean {
  return expiration !== null && now < expiresAt(expiration);
}

/** 45 or fewer days remain, or none (D5). */
export function isRenewalDue(expiration: string, now: Date): boolean {
  return expiresAt(expiration).getTime() - now.getTime() <= RENEWAL_WINDOW_DAYS * DAY;
}

/** A connection's status: the first line that fits (D50). refresh.ts says the same in SQL; a test compares the two. */
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

/** When the status may change by the passing of time alone; null for never. */
export function statusUntil(company: boolean, expiration: string | null, now: Date): Date | null {
  if (company || expiration === null) return null;
  const end = expiresAt(expiration);
  const window = new Date(end.getTime() - RENEWAL_WINDOW_DAYS * DAY);
  return [window, end].find((moment) => moment > now) ?? null;
}
