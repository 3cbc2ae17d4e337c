import { MINUTE, SECOND } from '#modules/platform/browser.ts';

/** The last word of each key is its unit. */
export const adminLimits = {
  'note.least-characters': 6, // doc3 §9
} as const;

/** Between these hours of the portal's time zone the staff's morning email is sent. */
export const digestHours = { from: 7, until: 12 } as const;

/** Milliseconds. */
export const adminTimings = {
  'console.reset-sent-shown': 10 * SECOND, // doc3 §9
  'alert.refreshed': 60 * SECOND, // doc3 §9
  /** How long before the address of the dashboard and its figures are fetched again. */
  'dashboard.refreshed': 3 * MINUTE, // doc3 §9
  'refund.dialog-closes': 3 * SECOND, // doc3 §9
} as const;
