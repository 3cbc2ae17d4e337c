import { DAY, HOUR, MINUTE, SECOND } from '#modules/platform/browser.ts';
import { lengths } from '#modules/platform/fields/kinds.ts';

/** The last word of each key is its unit. */
export const identityLimits = {
  'code.length-characters': 6, // doc1 §9
  'code.tries-count': 5, // D12
  'method.starts-an-hour-count': 10, // D13
  'recovery.codes-count': 10,
  'passkey.most-count': 10,
  'login.slower-after-failures': 5, // D13
  'login.locked-after-failures': 10, // D13
  'register.tells-an-hour-count': 20, // D13
  /** To one address in a day, of each kind and of all kinds, for which nobody had to sign in. */
  'mails.of-a-kind-count': 5, // D128
  'mails.of-all-kinds-count': 20, // D128
  /** Invitations of all senders to one address in a day. */
  'mails.invitations-count': 10, // D128
  'email.top-level-domain-letters': lengths.topLevelDomain, // doc1 §9
  'mobile.digits': lengths.phoneDigits, // doc1 §9
  'password.characters': [lengths.newPassword, lengths.password], // D14
  'password.strength-points': [30, 40], // doc2 §9
  'profile.postal-code-digits': lengths.postalCode, // doc2 §9
} as const;

/** Bytes of the largest photo that is accepted. */
export const photoBytes = 10 * 1_048_576;

/** In milliseconds. */
export const identityTimings = {
  'session.idle': 30 * MINUTE, // D10
  'session.absolute': 12 * HOUR, // D10
  'session.admin-idle': 15 * MINUTE, // D10
  'session.poll': 30 * SECOND, // doc1 §9
  'session.refresh': 5 * MINUTE, // doc1 §9
  'hand-off.lifetime': MINUTE, // D15
  'code.lifetime': 10 * MINUTE, // D12
  'code.resend-lock': 30 * SECOND, // doc2 §9
  'code.other-method-closes': 5 * SECOND, // doc1 §9
  'login.lock': 15 * MINUTE, // D13
  'recovery.code-lifetime': 15 * MINUTE, // D12
  'password.recent-two-step': 10 * MINUTE, // D14
  'profile.toast-cleared': 2 * SECOND, // doc2 §9
  'passkey.challenge': 5 * MINUTE,
  'undo.lifetime': 72 * HOUR, // D103
  'browser.remembered': 30 * DAY, // doc1 §9
} as const;

/** How long after its end a session still says whose it was, in milliseconds. */
export const endedSessionKept = 12 * HOUR;

/** How long what was typed into a form is kept for the next login, in milliseconds. */
export const keptTextLifetime = 30 * MINUTE;

/** The most that is kept of one form, in bytes of JSON. */
export const keptTextBytes = 50_000;

/** How many forms are kept for an account. The oldest are forgotten first. */
export const keptTextCount = 20;

/** How long before the end of a session its page asks whether to stay, in milliseconds. */
export const sessionWarning = 2 * MINUTE;

/** The period over which mails to an address are counted, in milliseconds (D128). */
export const mailsCounted = DAY;

/** How long an invitation that was sent again cannot be sent again, in milliseconds (D128). */
export const resendLock = 5 * MINUTE;

/** How long an account is kept after the person asked for its deletion, in milliseconds. */
export const changeOfMind = 30 * DAY;

/**
 * How long a due deletion waits for a result that the person does not accept, or an application that they do not
 * finish, in milliseconds (D140).
 */
export const erasureWaitLongest = 30 * DAY;

/** How long the copy of a person's data can be downloaded, in milliseconds. */
export const exportKept = 72 * HOUR;

/** How long the mailed link that confirms email preferences works, in milliseconds. */
export const mailChoiceKept = 72 * HOUR;

/**
 * Business days within which a request to limit the use of personal data is answered (California Code of Regulations 11
 * §7027).
 */
export const limitAnswerBusinessDays = 15;

/** The longest session in which staff act as a person, in milliseconds (D16). */
export const staffSessionLongest = HOUR;
