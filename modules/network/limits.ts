import { DAY, SECOND } from '#modules/platform/browser.ts';

/** The last word of each key is its unit. */
export const networkLimits = {
  'search.free-people': 5, // D52
  /** Share links of one person that work at the same time. */
  'share.working-links': 20,
} as const;

/** In milliseconds. */
export const networkTimings = {
  'search.free-window': 30 * DAY, // D52
  'invitations.lifetime': 30 * DAY, // D53
  'access.ask-again': 7 * DAY, // D84
  'renewals.ask-again': 14 * DAY,
  /** How long the page says that a score was shared. */
  'share.confirmation-shown': 15 * SECOND, // doc1 §9
} as const;
