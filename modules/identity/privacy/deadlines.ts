import { DAY } from '#modules/platform/browser.ts';
import { limitAnswerBusinessDays } from '../limits.ts';

/** Milliseconds. The legal deadlines of requests about personal data (D23). */
export const deadlines = {
  /** A week has five business days; holidays are not taken into account. */
  limit: (limitAnswerBusinessDays / 5) * 7 * DAY,
  export: 45 * DAY,
  deletion: 45 * DAY,
  /** Of a deletion that waits: the law allows 45 days more if the person is told why. */
  waitingDeletion: 90 * DAY,
} as const;
