import { listOpenApplications } from '#modules/applications/index.ts';
import { type Caller, getSetting, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { storeWindow } from '../settings.ts';
import type { OpenReview, StartStatus } from '../statuses.ts';
import { isStoreClosed, maySell, openReview, progressOf, startStatus } from './rules.ts';

export interface CallerStart {
  status: StartStatus;
  /** The application to continue with; null if there is none, or more than one. */
  applicationId: string | null;
  /** What is still open about the old check (D92). */
  review: OpenReview | null;
}

/** The start status of the caller now (D30). */
export async function readStartStatus(work: Work<Caller>): Promise<CallerStart> {
  const { accountId, facts } = work.caller;
  const applications = (await listOpenApplications(work, accountId)).map(({ id, status, score }) => ({
    id,
    status,
    accepted: score !== null,
  }));
  const expiration = facts.certification_number === null ? null : facts.certification_expiration;
  const counted = applications.filter((application) => progressOf(application) !== null);
  return {
    status: startStatus({ applications, expiration }, work.now),
    applicationId: counted.length === 1 ? (counted[0]?.id ?? null) : null,
    review: applications.map(openReview).find((review) => review !== null) ?? null,
  };
}

/**
 * @param options.begun whether the payment was already begun, because such a payment may be completed even while the
 * store is closed
 * @throws Refusal purchasing.not-now, purchasing.store-closed
 */
export async function requireMayBuy(work: Work<Caller>, { begun = false } = {}): Promise<StartStatus> {
  const { status } = await readStartStatus(work);
  if (!maySell(status)) throw new Refusal('purchasing.not-now', { detail: status });
  if (!begun && (await isStoreClosedNow(work))) throw new Refusal('purchasing.store-closed');
  return status;
}

export async function isStoreClosedNow({ db, now }: Pick<Work, 'db' | 'now'>): Promise<boolean> {
  return isStoreClosed(await getSetting(db, storeWindow), now);
}
