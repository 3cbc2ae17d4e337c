/** The sandbox's outcome for each surname. Pure functions. */

export type Outcome = 'approved' | 'review' | 'rejected' | 'blurred' | 'stays';

const bySurname: Record<string, Outcome> = {
  approve: 'approved',
  consider: 'review',
  reject: 'rejected',
  blur: 'blurred',
  wait: 'stays',
};

export function outcomeOf(lastname: string): Outcome {
  return bySurname[lastname.trim().toLowerCase()] ?? 'approved';
}

/** How Onfido calls the status of a run with this outcome. */
export const runState = {
  approved: 'approved',
  review: 'review',
  rejected: 'declined',
  blurred: 'declined',
  stays: 'processing',
} as const satisfies Record<Outcome, string>;
