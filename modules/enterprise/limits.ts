import { DAY } from '#modules/platform/browser.ts';

/** Bytes of the largest logo that is taken. */
export const logoBytes = 1_048_576;

/** The period of which the page speed is shown, in milliseconds. */
export const vitalsWindow = 28 * DAY;
