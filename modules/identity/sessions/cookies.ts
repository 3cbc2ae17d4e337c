/** The cookies of identity, without the prefix that production adds (D10). */
export const sessionCookie = 'session';
/** A browser remembered for 30 days. */
export const browserCookie = 'browser';
/** A browser in which somebody signed in before (D95). */
export const knownCookie = 'known';
/** The browser that asked for a recovery code (D12). */
export const recoveryCookie = 'recovery';
/** What a browser gets in exchange for a recovery code: the right to set one new password. */
export const recoveryGrantCookie = 'recovery-grant';
/** The time zone, set by the script of the page (D83). */
export const zoneCookie = 'tz';
