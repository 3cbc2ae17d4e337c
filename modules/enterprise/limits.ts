import { DAY, SECOND } from '#modules/platform/browser.ts';

/** In milliseconds. The first two: how long a message stays on a team page with script. */
export const enterpriseTimings = {
  'team.invite-sent-shown': 2 * SECOND, // doc2 §9
  'team.own-role-shown': 4 * SECOND, // doc2 §9
  /** How long a label that a company gave up stays its own. A trigger of the table company says the same. */
  'host.reserved': 90 * DAY, // D114
} as const;

/** Keys of a company that are neither revoked nor expired, at most. */
export const mostApiKeys = 20;

/** Addresses and networks from which a key works, at most. */
export const mostAllowedAddresses = 20;

/** Bytes of the largest logo that is accepted. */
export const logoBytes = 1_048_576;

/** The period for which the page speed is shown, in milliseconds. */
export const vitalsWindow = 28 * DAY;
