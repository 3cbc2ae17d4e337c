import { DAY, HOUR, MINUTE, SECOND } from '#modules/platform/browser.ts';

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

/** Requests that each key makes in a minute, at most (D134). */
export const KEY_CALLS_A_MINUTE = 600;

/** How long a request with an Idempotency-Key is kept (D135). */
export const KEY_REQUEST_KEPT = DAY;

/** No request under /api/v1 takes longer. One that was not answered by then did nothing, and may begin anew. */
export const KEY_REQUEST_LONGEST = 10 * MINUTE;

/** Endpoints of a company, at most. */
export const mostWebhooks = 10;

/** The waits after each failed try of a delivery. After the last of them it is not tried again (D136). */
export const webhookWaits: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** D136. */
export const webhookTimes = {
  /** One try in all, from the look-up of the host to the last byte of the answer. */
  try: 10 * SECOND,
  /** Failures without a success in between until an endpoint is turned off. */
  failing: 5 * DAY,
  /** How long the former secret signs beside the new one. */
  bothSecrets: 24 * HOUR,
  /** How long deliveries are listed. */
  kept: 30 * DAY,
} as const;

/** Bytes of the largest answer that is read (D136), and how many of them are kept. */
export const webhookAnswerBytes = { read: 65_536, kept: 1024 } as const;

/** Bytes of the largest logo that is accepted. */
export const logoBytes = 1_048_576;

/** The period for which the page speed is shown, in milliseconds. */
export const vitalsWindow = 28 * DAY;
