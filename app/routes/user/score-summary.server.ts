import { type Caller, daysUntil, type Grade, RENEWAL_WINDOW_DAYS } from '#modules/platform/index.ts';

/** The state of the person's score for the home page (doc2 §4.3). */
export interface ScoreSummary {
  shieldId: string | null;
  /** The full legal name that the score was made for (D98). */
  holder: string | null;
  grade: Grade;
  /** yyyy-MM-dd */
  expiration: string | null;
  /** The payment for its check is disputed, so it is not shared (D113). */
  held: boolean;
  /** Since when it is under review and not shared (D116); null if it is not. */
  reviewSince: Date | null;
  /** Shown in green while valid, amber shortly before the end, red when expired. */
  state: 'none' | 'valid' | 'soon' | 'expired';
  daysLeft: number;
  /** Whether to show the banner: no pending change, no dispute, nothing in progress. */
  offersRenewal: boolean;
  /** Whether the score can be found by search, which is required for sharing (doc1 §2). */
  current: boolean;
  /**
   * Whether buying a check is the first thing to do. Not for the team of a company, which uses the portal to see
   * others.
   */
  begins: boolean;
}

const ended = new Set(['done', 'cancelled', 'refunded']);

export function summarizeScore(
  { facts }: Caller,
  applications: readonly { composite_status_code: string }[],
  now: Date,
): ScoreSummary {
  const expiration = facts.certification_expiration;
  const daysLeft = expiration ? daysUntil(expiration, now) : 0;
  const state = stateOf(facts.certification_number, expiration, daysLeft);
  const busy = applications.some((application) => !ended.has(application.composite_status_code));
  return {
    shieldId: facts.certification_number,
    holder: facts.certification_name,
    grade: facts.certification_score ?? 'NA',
    expiration,
    held: facts.score_held && state !== 'expired',
    reviewSince: state === 'none' || state === 'expired' ? null : facts.score_review_since,
    state,
    daysLeft,
    offersRenewal:
      (state === 'soon' || state === 'expired') &&
      !facts.pending_score_change &&
      !facts.open_score_dispute &&
      !busy,
    current: facts.has_current_verification,
    begins: state === 'none' && !busy && facts.company_name === null,
  };
}

function stateOf(
  shieldId: string | null,
  expiration: string | null,
  daysLeft: number,
): ScoreSummary['state'] {
  if (!shieldId || !expiration) return 'none';
  if (daysLeft <= 0) return 'expired';
  return daysLeft <= RENEWAL_WINDOW_DAYS ? 'soon' : 'valid';
}
