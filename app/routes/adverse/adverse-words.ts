import type { getAdverseAction, listAdverseActions } from '#modules/network/index.ts';
import { formatCount, formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';

/** How adverse actions are written on pages. */

export type Case = OutputOf<typeof getAdverseAction>['adverse'];
export type Listed = OutputOf<typeof listAdverseActions>['actions'][number];
type State = Case['state'];

type Tone = 'ok' | 'warn' | 'bad' | 'info';

export const stateTones: Partial<Record<State, Tone>> = {
  sending: 'info',
  undelivered: 'warn',
  waiting: 'info',
  paused: 'warn',
  ready: 'ok',
};

export const isOpen = (state: State): boolean => !['final', 'withdrawn', 'lapsed'].includes(state);

/** How far a case is, in one line. */
export function headline({ state, clock, closed_at, closed_by }: Case, timeZone: string): string {
  const from = clock?.decide_from ? formatDate(clock.decide_from) : '';
  const closed = closed_at ? formatDate(closed_at, timeZone) : '';
  switch (state) {
    case 'sending':
      return 'The first notice is being sent';
    case 'undelivered':
      return 'The first notice has to be mailed on paper';
    case 'waiting':
      return `Day ${(clock?.passed ?? 0) + 1} of ${clock?.total ?? 0}. You may decide from ${from}`;
    case 'paused':
      return pausedAt(clock);
    case 'ready':
      return `You may decide as of ${from}`;
    case 'final':
      return `Final notice sent on ${closed}`;
    case 'withdrawn':
      return closed_by ? `Withdrawn by ${closed_by} on ${closed}` : `Withdrawn on ${closed}`;
    case 'lapsed':
      return `Expired on ${closed}`;
  }
}

/** What that means for the company. */
export function remark({ state, clock, opened_at, closed_because }: Case, timeZone: string): string {
  const opened = opened_at
    ? `They opened the notice on ${formatDate(opened_at, timeZone)}.`
    : 'They haven’t opened the notice yet.';
  switch (state) {
    case 'sending':
      return 'The clock starts once the email is sent.';
    case 'undelivered':
      return 'The email couldn’t be delivered, or the person gets documents on paper. Our staff mails it, and the clock starts on that day.';
    case 'waiting':
      return `${opened} You may not act on the results yet.`;
    case 'paused':
      return `The person disputes the report. After it is decided, the waiting period continues with ${formatCount((clock?.total ?? 0) - (clock?.passed ?? 0), 'day')} left. You see the outcome, not their words.`;
    case 'ready':
      return `${opened} If you don’t decide within 60 days after the waiting period, the adverse action expires.`;
    case 'final':
      return 'They can still dispute the report with the agency.';
    case 'withdrawn':
      return closed_because === 'corrected'
        ? 'The results were removed from the report, so there is nothing left to act on. The person was told.'
        : 'The person was told that nothing changes for them.';
    case 'lapsed':
      return 'No one decided within 60 days after the waiting period. The person was told.';
  }
}

/** How much of the wait had passed when a dispute paused it. */
export const pausedAt = (clock: Case['clock']) =>
  clock?.passed ? `Paused at day ${clock.passed} of ${clock.total}` : 'Paused before the first day';
