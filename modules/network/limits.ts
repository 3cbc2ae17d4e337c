import { DAY } from '#modules/platform/browser.ts';

/** The last word of each key is its unit. */
export const networkLimits = {
  'search.free-people': 5, // D52
} as const;

/** In milliseconds. */
export const networkTimings = {
  'search.free-window': 30 * DAY, // D52
  'invitations.lifetime': 30 * DAY, // D53
  'access.ask-again': 7 * DAY, // D84
  'renewals.ask-again': 14 * DAY,
} as const;
