import type { Grade } from '#modules/platform/browser.ts';
import { event, Port, type Work } from '#modules/platform/index.ts';
import type { ApplicationStatus } from './statuses.ts';

/** Events for the modules that build on this one, published in the transaction of the change. */

export const applicationStatusChanged = event<{
  accountId: string;
  applicationId: string;
  /** Null if the application was just opened. */
  from: ApplicationStatus | null;
  to: ApplicationStatus;
}>('applications.status-changed');

/** The person accepted a score, which is now active. */
export const scoreActivated = event<{
  accountId: string;
  applicationId: string;
  shieldId: string;
  score: Grade;
  /** yyyy-MM-dd, which means 11:00 UTC of that day (D5). */
  expiration: string;
}>('applications.score-activated');

/** A dispute or a chargeback began or ended, so whether the person's score is shared has changed. */
export const scoreHoldChanged = event<{ accountId: string }>('applications.score-hold-changed');

/** The active score of a person was made to expire early. */
export const scoreExpired = event<{ accountId: string }>('applications.score-expired');

/** Staff moved checks to another account of the same person. */
export const checksMoved = event<{ from: string; to: string; applicationIds: readonly string[] }>(
  'applications.checks-moved',
);

/** The sharing choices of the acceptance, with the open invitations to accept (doc2 §4.5, step 8). */
export const pendingInvitesChosen = event<{ accountId: string; inviteIds: readonly string[] }>(
  'applications.pending-invites-chosen',
);

/** An open invitation that the person may accept together with the score (doc2 §3). */
export interface PendingInvite {
  id: string;
  firstname: string;
  lastname: string;
  businessname: string;
  invite_dts: Date;
  accepted: boolean;
  /** Accepting shares the report too (D59). */
  network_requires_pdf: boolean;
  /** The companies that will see the person as well (D55). */
  also_seen_by: string[];
}

/** Finds the open invitations of an account; implemented by the module that stores them. */
export type FindPendingInvites = (
  work: Pick<Work, 'rows' | 'now'>,
  accountId: string,
) => Promise<PendingInvite[]>;

/** The names of the companies and people who see a person's score now. */
export type FindViewers = (work: Pick<Work, 'rows' | 'now'>, accountId: string) => Promise<string[]>;

/**
 * Makes a link to the open invitations of an account, for a mail to it; implemented by the module that stores them.
 * @returns its path; null if no invitation is waiting
 */
export type MintInvitesLink = (work: Work<unknown>, accountId: string) => Promise<string | null>;

/** Implemented by the module that stores who shares with whom. */
export const scoreViewers = new Port<FindViewers>('viewers of a score');

export const pendingInvitesLink = new Port<MintInvitesLink>('link to pending invitations');

export const pendingInvites = new Port<FindPendingInvites>('pending invitations');
