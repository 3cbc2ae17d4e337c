import { DAY, HOUR, MINUTE, SECOND } from '#modules/platform/browser.ts';
import { remindersAfter } from '#modules/platform/fields/days.ts';

/** Alerts at one moment that are mailed one by one. If there are more, one mail has them all. */
export const OWN_ALERT_MAILS = 10;

/** How long alerts that are told at once are gathered, so that a sweep in several transactions is one moment. */
export const ALERTS_GATHERED = 20 * SECOND;

/** How long bounced invitations of a network are gathered for one mail, from the first one on. */
export const BOUNCES_GATHERED = 10 * MINUTE;

/** After how long whoever was changed by others while a rule was saved is judged by it. */
export const JUDGED_AGAIN = 5 * SECOND;

/** How long it is kept which alerts were mailed to whom. */
export const ALERT_MAILS_KEPT = 30 * DAY;

/** How long after its wait an adverse action lapses on which nobody decided (D133). */
export const LAPSES_AFTER = 60 * DAY;

/** How long the proof of an adverse action is kept after it ended (D133). */
export const PROOF_KEPT_YEARS = 5;

/** Adverse actions in a list. */
export const ADVERSE_LISTED = 200;

/** The last word of each key is its unit. */
export const networkLimits = {
  'search.free-people': 5, // D52
  /** Share links of one person that can work at the same time. */
  'share.working-links': 20,
  /** How many days before today the alerts begin that the page shows at first, and that can count as unread. */
  'alerts.first-range-days': 30, // doc2 §9
  /** How many days ahead an exception from the compliance rule can end. */
  'alerts.exception-days': 180, // D131
  /** Digits of the phone number, and of the code. */
  'sms.digits': 4, // doc1 §9
  /** Wrong digits and wrong codes for one invitation in a day, counted together. */
  'sms.wrong-tries': 5, // D12
  /** Texts with a code for one invitation in a day. */
  'sms.codes': 3, // D12
} as const;

/**
 * After how many days people are reminded of an invitation that they have not answered (D53). It expires on
 * day 30.
 */
export const invitationReminders = remindersAfter({ upTo: 29 });

/** In milliseconds. */
export const networkTimings = {
  'search.free-window': 30 * DAY, // D52
  'invitations.lifetime': 30 * DAY, // D53
  'center.code-life': 30 * DAY, // D45
  /** How long the Invite Center shows that nothing is left to accept, before it moves on to the login page. */
  'center.leaves': 8 * SECOND, // doc1 §9
  'access.ask-again': 7 * DAY, // D84
  /** How long the link works with which a person stops what was accepted automatically. */
  'shares.stop-link': 30 * DAY, // D144
  /** How long a removed connection stays listed under Removed. */
  'network.removed-listed': 30 * DAY, // D101
  'renewals.ask-again': 14 * DAY,
  'alerts.refresh': 5 * MINUTE, // doc2 §9
  'sms.code-lifetime': 10 * MINUTE, // D12
  'sms.answer-wait': 10 * MINUTE, // D56
  /** The period over which wrong tries and texts are counted. */
  'sms.counted': DAY, // D12
  'sms.polling': 10 * SECOND, // doc1 §9
  /** How long the page says that a score was shared. */
  'share.confirmation-shown': 15 * SECOND, // doc1 §9
} as const;

/** Of files of people to invite (D132). */
export const BULK_MEGABYTES = 10;
export const BULK_ROWS = 100_000;
/** Invitations of a company in a day, and how many staff may allow at most (D132). */
export const BULK_ROWS_IN_DAY = 1_000;
export const BULK_MOST_ROWS_IN_DAY = 100_000;
/** What is shown of a file before it is checked (doc3 §9). */
export const BULK_PREVIEW_ROWS = 5;
export const BULK_PREVIEW_COLUMNS = 11;
/** How long a check of the rows and the file are kept, in milliseconds (D132). */
export const BULK_CHECK_KEPT = HOUR;
export const BULK_FILES_KEPT = 30 * DAY;

/**
 * ShieldIDs in a file that nobody has. With more of them, the file is not checked: its counts would say which ShieldIDs
 * exist.
 */
export const BULK_UNKNOWN_SHIELDIDS = 300;
/** How often the rows of files may be checked in an hour, by one person. */
export const BULK_CHECKS_AN_HOUR = 60;

/** ShieldIDs that a company’s keys may look up in an hour although nobody who shares has them. */
export const UNKNOWN_PEOPLE_AN_HOUR = 300;
