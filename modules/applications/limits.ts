import { DAY, MINUTE, RENEWAL_WINDOW_DAYS } from '#modules/platform/browser.ts';
import { type DayRule, remindersAfter } from '#modules/platform/fields/days.ts';

/** The last word of each key is its unit. */
export const applicationsLimits = {
  'ssn.length-characters': 11, // doc2 §9
  'shieldid.length-characters': 11, // doc2 §9
  'dateofbirth.length-characters': 10, // doc2 §9
  'applicant.min-age-years': 18, // D111
  'address.history-years': 7, // doc2 §9
  'autocomplete.min-characters': 3, // doc2 §9
  'signature.width-pixels': 762, // doc2 §2.9
  'signature.height-pixels': 200, // doc2 §2.9
  'errortext.min-characters': 8, // doc2 §5
  /** Wrong proofs for a former ShieldID or a link, in its life. */
  'proof.wrong-count': 5, // D127
} as const;

/** Pages of a paper application that are shown as pictures; all are in its file. */
export const packagePagesShown = 20;

/**
 * How many minutes each step takes: estimated from the length of its document and the number of its fields. The notice
 * of a state is as short as the disclosure.
 */
export const stepMinutes = {
  esign: 1,
  disclosure: 1,
  authorization: 2,
  jurisdictions: 1,
  name: 2,
  address: 2,
  notice: 1,
  idverification: 3,
  submit: 1,
  manual: 5,
  review: 0,
} as const;

/** A signed paper application, all its files together, in bytes. */
export const packageBytes = 20 * 1_048_576;

/** Photos of the pages of a signed paper application, instead of one PDF. */
export const packagePhotos = 20;

/** A document in a dispute, in bytes. */
export const documentBytes = 10 * 1_048_576;

/** How many documents one message can have. */
export const messageDocuments = 3;

/** On how many days before its expiration people are reminded to renew a score (F155). */
export const renewalReminders: DayRule = {
  least: 1,
  most: 10,
  upTo: RENEWAL_WINDOW_DAYS,
  initial: [RENEWAL_WINDOW_DAYS, 30, 14, 7, 1],
  counted: 'before',
};

/** After how many days without activity people are reminded of an application that they have not submitted. */
export const applicationReminders = remindersAfter({ upTo: 60 });

/** After how many days people are reminded of a score that waits for them. After three, and 30 days, staff may decide. */
export const scoreReminders = remindersAfter({ least: 3, upTo: 29, initial: [3, 7, 21] });

/** In milliseconds. */
export const applicationsTimings = {
  'cra.callback-age': 5 * MINUTE, // D40
  'autocomplete.delay': 300, // doc2 §9
  'approval.code-life': 30 * DAY, // D45
  'dispute.due': 30 * DAY, // D46
} as const;
