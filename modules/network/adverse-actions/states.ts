/** The states of an adverse action, and what is written down as its evidence (D133). */

export const adverseStates = ['waiting', 'paused', 'final', 'withdrawn', 'lapsed'] as const;
export type AdverseState = (typeof adverseStates)[number];

/** `ready`: the wait is over, and the company may decide. `undelivered`: the notice has to be posted on paper. */
export const shownStates = [
  'undelivered',
  'sending',
  'waiting',
  'paused',
  'ready',
  'final',
  'withdrawn',
  'lapsed',
] as const;
export type ShownState = (typeof shownStates)[number];

export type ClosedBecause = 'final' | 'company' | 'company-ended' | 'corrected' | 'erased' | 'lapsed';

export const evidenceKinds = [
  'purpose',
  'started',
  'delivered',
  'undelivered',
  'posted',
  'opened',
  'report-opened',
  'paused',
  'resumed',
  'corrected',
  'moved',
  'final',
  'final-delivered',
  'final-undelivered',
  'withdrawn',
  'withdrawal-delivered',
  'withdrawal-undelivered',
  'lapsed',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** The values that decide how an action is shown. */
interface StateRow {
  state: AdverseState;
  delivered_at: Date | null;
  wait_ends_at: Date | null;
  paper_since: Date | null;
}

export function shownState(
  { state, delivered_at, wait_ends_at, paper_since }: StateRow,
  now: Date,
): ShownState {
  if (state !== 'waiting') return state;
  if (delivered_at === null) return paper_since ? 'undelivered' : 'sending';
  return wait_ends_at && wait_ends_at <= now ? 'ready' : 'waiting';
}
