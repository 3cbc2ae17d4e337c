/**
 * The one table of texts, limits and timings (D8): what the documents' sections 5, 8 and 9 fix, verbatim, odd spelling
 * and padding included, and our own where they show nothing. Each entry names the area it belongs to; once an area is
 * listed as built, a journey that shows each of its entries must exist.
 */
import { DAY, HOUR, MINUTE, SECOND } from './browser.ts';

interface Entry<T> {
  value: T;
  area: Area;
  /** The document and section, or the decision, that fixes it; absent where it is our own. */
  source?: string;
}

/** The areas whose every entry a journey must have shown. */
export const builtAreas = [
  'edge',
  'sign-in',
  'registration',
  'recovery',
  'profile',
  'purchase',
  'application',
  'score',
  'search',
  'invitations',
  'network',
] as const;

/** Nothing but tests leads to these yet. */
const areasToCome = ['admin-session', 'identity-proof', 'companies'] as const;

export const areas = [...builtAreas, ...areasToCome] as const;
export type Area = (typeof areas)[number];

const texts = {
  // edge
  'edge.invalid-input': {
    value: 'Please check what you entered and try again.',
    area: 'edge',
  },
  'edge.no-session': { value: 'Please sign in to go on.', area: 'edge' },
  'edge.not-found': { value: 'We could not find that.', area: 'edge' },
  'edge.role-too-low': { value: 'Your role in this team does not allow that.', area: 'edge' },
  'edge.not-in-admin-session': {
    value: 'This cannot be done in an admin session.',
    area: 'admin-session',
    source: 'D16',
  },
  'edge.verification-needed': { value: 'Please verify your e-mail address first.', area: 'edge' },
  'edge.two-step-needed': { value: 'Please enter your verification code first.', area: 'edge' },
  'edge.terms-needed': { value: 'Please accept the terms first.', area: 'edge' },
  'edge.foreign-origin': { value: 'This request did not come from our own pages.', area: 'edge' },
  'edge.not-json': { value: 'Calls take JSON only.', area: 'edge' },
  'edge.too-large': { value: 'That is more than we can take at once.', area: 'edge' },
  'edge.throttled': { value: 'Too many tries. Please wait a little and try again.', area: 'edge' },
  'edge.conflict': { value: 'Someone changed this at the same time. Please try again.', area: 'edge' },
  'edge.unavailable': {
    value: 'A service we need does not answer. Please try again in a moment.',
    area: 'edge',
  },
  'edge.failed': { value: 'Something went wrong on our side. Please try again.', area: 'edge' },
  'edge.script-failed': { value: 'Loading chunk failed', area: 'edge', source: 'doc1 §8' },

  // sign-in
  'login.failure': {
    value: ' Error: The provided username or password are invalid. ',
    area: 'sign-in',
    source: 'doc1 §8',
  },
  'login.missing-fields': {
    value: ' Error: Username and Password are required ',
    area: 'sign-in',
    source: 'doc1 §8',
  },
  'login.password-changed': {
    value: 'Your password has been successfully changed. Please login with your new password.',
    area: 'sign-in',
    source: 'doc1 §2',
  },
  'login.locked': {
    value: 'Too many failed sign-ins. Please wait 15 minutes, or reset your password.',
    area: 'sign-in',
    source: 'D13',
  },
  'code.too-short': {
    value: 'Error : Verification code is 6 charaters ',
    area: 'sign-in',
    source: 'doc1 §8',
  },
  'code.mismatch': { value: 'Error: the provided code does not match', area: 'sign-in', source: 'doc1 §8' },
  'code.void': {
    value: 'This code can no longer be used. Please ask for a new one.',
    area: 'sign-in',
    source: 'D12',
  },
  'code.resend-locked': {
    value: 'A code was just sent. Please wait a moment before you ask for another one.',
    area: 'sign-in',
    source: 'D12',
  },
  'code.method-unknown': { value: 'Please choose one of your verification methods.', area: 'sign-in' },

  // registration
  'register.missing-fields': {
    value: ' Error: Please fill in the highlighted required fields. ',
    area: 'registration',
    source: 'doc1 §5',
  },
  'register.failure': {
    value: ' Error: There was a problem with registration. ',
    area: 'registration',
    source: 'doc1 §8',
  },
  'register.email-taken': {
    value: 'Error: The provided email address has already been registered',
    area: 'registration',
    source: 'doc1 §8',
  },

  // recovery
  'recovery.failure': {
    value: ' Error: There was a problem with your form submission. ',
    area: 'recovery',
    source: 'doc1 §8',
  },
  'recovery.code-mismatch': {
    value: 'Error : Verification code does not match',
    area: 'recovery',
    source: 'doc1 §8',
  },
  'recovery.password-fields': {
    value: 'Error: Please fill in the highlighted required fields.',
    area: 'recovery',
    source: 'doc1 §8',
  },

  // profile
  'password.mismatch': { value: 'Passwords do not match', area: 'profile', source: 'doc2 §8' },
  'password.weak': { value: 'Please pick a stronger password', area: 'profile', source: 'doc2 §8' },
  'password.updated': { value: 'Password successfully updated', area: 'profile', source: 'doc2 §8' },
  'password.current-wrong': { value: 'This is not your current password.', area: 'profile', source: 'D14' },
  'password.confirmation-needed': {
    value: 'Please enter your current password.',
    area: 'profile',
    source: 'D14',
  },
  'profile.locked': {
    value: 'Your name and date of birth were verified by ID and cannot be changed here.',
    area: 'identity-proof',
    source: 'doc2 §2.2',
  },

  // purchase
  'purchase.package-needed': {
    value: 'Error: Please select a package to continue',
    area: 'purchase',
    source: 'doc2 §8',
  },
  'purchase.terms-needed': { value: 'Please agree to the purchase terms to pay.', area: 'purchase' },
  'purchase.cardholder-needed': { value: 'Enter the name on the card.', area: 'purchase' },
  'purchase.zip-needed': { value: 'Enter the 5 digits of the billing ZIP.', area: 'purchase' },
  'purchase.declined-prefix': { value: 'Error : ', area: 'purchase', source: 'doc2 §8' },
  'purchase.declined': { value: 'The transaction was declined.', area: 'purchase', source: 'doc2 §8' },
  'purchase.not-now': {
    value: 'You have a background check already. Please finish it before you buy another.',
    area: 'purchase',
  },
  'purchase.closed': {
    value: 'This purchase was replaced by another one. Nothing was charged for it.',
    area: 'purchase',
  },
  'purchase.paid-already': { value: 'This purchase is paid already.', area: 'purchase' },
  'purchase.not-paid': { value: 'This purchase is not paid yet.', area: 'purchase' },
  'purchase.processing': {
    value: 'Your bank is still working on this payment. We look again by ourselves.',
    area: 'purchase',
  },
  'purchase.provider-silent': {
    value: 'The payment service does not answer. You were not charged. Please try again in a moment.',
    area: 'purchase',
  },
  'purchase.notice-unsigned': {
    value: 'This notice is not signed by the payment service.',
    area: 'purchase',
  },
  'purchases.empty': { value: 'No Purchases', area: 'purchase', source: 'doc2 §2.7' },

  // application
  'application.not-complete': {
    value: 'Error: Application not complete, please complete application',
    area: 'application',
    source: 'doc2 §8',
  },
  'application.moved-on': {
    value: 'This application has moved on since you opened the page. Please look at where it stands now.',
    area: 'application',
    source: 'D41',
  },
  'application.consent-replaced': {
    value: 'This document has a newer version. Please read it and agree to that one.',
    area: 'application',
    source: 'D42',
  },
  'application.acknowledgement-needed': {
    value: 'Please tick the box to show that you agree.',
    area: 'application',
    source: 'doc2 §5',
  },
  'application.signature-needed': {
    value: 'Please draw your signature, or type your name.',
    area: 'application',
    source: 'doc2 §5',
  },
  'application.signature-unreadable': {
    value: 'We could not read that signature. Please draw it again, or type your name.',
    area: 'application',
  },
  'application.jurisdictions-needed': {
    value: 'Please choose at least one, or None of the above.',
    area: 'application',
    source: 'doc2 §5',
  },
  'application.ssn-needed': { value: 'Please enter your Social Security number.', area: 'application' },
  'application.ssn-never-issued': {
    value: 'No Social Security number like this was ever issued. Please check it.',
    area: 'application',
    source: 'D40',
  },
  'application.file-not-ready': {
    value: 'Your file copy is being made. Please try again in a moment.',
    area: 'application',
  },
  'application.callback-unsigned': {
    value: 'This callback is not signed as it must be.',
    area: 'application',
    source: 'D40',
  },

  // score
  'score.decided': { value: 'You have already decided on this score.', area: 'score', source: 'D45' },
  'score.terms-needed': {
    value: 'Please agree to the terms before you go on.',
    area: 'score',
    source: 'doc2 §5',
  },
  'score.proof-needed': {
    value: 'Please prove who you are before you see the report.',
    area: 'score',
    source: 'D45',
  },
  'score.proof-mismatch': {
    value: 'That does not match what we have. Please check the date and the four digits.',
    area: 'score',
    source: 'D45',
  },
  'report.failure': { value: 'Error: Report failure', area: 'score', source: 'doc2 §8' },

  // search
  'search.not-found': { value: 'Error: Shield ID Not Found', area: 'search', source: 'doc1 §8' },
  'search.invalid-email': { value: 'Error: Invalid Email Address', area: 'search', source: 'doc1 §5' },
  'search.own': { value: "That's your Shield ID / Email address", area: 'search', source: 'doc1 §5' },
  'search.private': {
    value: 'ShieldScore sharing not enabled for this user.',
    area: 'search',
    source: 'doc1 §8',
  },
  'search.limit-reached': {
    value: 'Your free searches of the last 30 days are used up. Invite this person to see their ShieldScore.',
    area: 'search',
    source: 'D52',
  },

  // invitations
  'invitations.already-invited': {
    value: 'User already invited.',
    area: 'invitations',
    source: 'doc2 §8',
  },
  'invitations.no-score': {
    value: 'You cannot accept as an individual without a valid ShieldScore.',
    area: 'invitations',
    source: 'doc1 §5',
  },
  'invitations.check-first': {
    value: 'You must complete a background check before sharing your ShieldScore',
    area: 'invitations',
    source: 'doc1 §5',
  },
  'invitations.company-only': {
    value: 'The inviter asked you to accept as a company.',
    area: 'companies',
    source: 'doc1 §5',
  },
  'invitations.no-company': {
    value: 'Only the owner or an admin of a company with ShieldLink can accept as a company.',
    area: 'invitations',
  },
  'invitations.closed': { value: 'This invitation is no longer open.', area: 'invitations' },
  'invitations.expired': {
    value: 'This invitation has expired. Ask to be invited again.',
    area: 'invitations',
    source: 'D53',
  },
  'invitations.sent': { value: 'Invitation sent', area: 'invitations' },
  'invitations.link-copied': { value: 'Link Copied', area: 'invitations', source: 'doc1 §8' },

  // network
  'network.empty': {
    value: 'Start building your trusted network. Add independent contractors today',
    area: 'network',
    source: 'doc1 §2',
  },
  'network.are-you-sure': { value: 'Are you sure?', area: 'network', source: 'doc1 §2' },
  'network.nevermind': { value: 'Nevermind', area: 'network', source: 'doc1 §2' },
  'network.yes': { value: 'Yes', area: 'network', source: 'doc1 §2' },
  'network.removal-submitted': {
    value: 'Removal Request has been submitted',
    area: 'network',
    source: 'doc1 §2',
  },
  'network.not-in-this-state': {
    value: 'That is not possible in the present state of this connection.',
    area: 'network',
  },

  // companies
  'console.host-taken': {
    value: 'Error: domain name not available. please select a different domain',
    area: 'companies',
    source: 'doc3 §8',
  },
  'console.on-another-team': {
    value: 'Error: User already attached to another team.',
    area: 'companies',
    source: 'doc3 §8',
  },
  'console.staff-in-team': {
    value: 'Error: Admin users cannot be added to teams.',
    area: 'companies',
    source: 'doc3 §8',
  },
} as const satisfies Record<string, Entry<string>>;

/** Limits: counts, lengths and amounts. The unit stands in the key's last word. */
const limits = {
  'code.length-characters': { value: 6, area: 'sign-in', source: 'doc1 §9' },
  'code.tries-count': { value: 5, area: 'sign-in', source: 'D12' },
  'login.slower-after-failures': { value: 5, area: 'sign-in', source: 'D13' },
  'login.locked-after-failures': { value: 10, area: 'sign-in', source: 'D13' },
  'register.tells-an-hour-count': { value: 20, area: 'registration', source: 'D13' },
  'email.top-level-domain-letters': { value: [2, 24], area: 'registration', source: 'doc1 §9' },
  'mobile.digits': { value: 10, area: 'registration', source: 'doc1 §9' },
  'password.characters': { value: [8, 128], area: 'registration', source: 'D14' },
  'password.strength-points': { value: [30, 40], area: 'registration', source: 'doc2 §9' },
  'profile.postal-code-digits': { value: 5, area: 'profile', source: 'doc2 §9' },
  'grid.page-size-rows': { value: 10, area: 'network', source: 'doc1 §9' },
  'search.free-people': { value: 5, area: 'search', source: 'D52' },
  'ssn.length-characters': { value: 11, area: 'application', source: 'doc2 §9' },
  'dateofbirth.length-characters': { value: 10, area: 'application', source: 'doc2 §9' },
  'address.history-years': { value: 7, area: 'application', source: 'doc2 §9' },
  'signature.width-pixels': { value: 762, area: 'application', source: 'doc2 §2.9' },
  'signature.height-pixels': { value: 200, area: 'application', source: 'doc2 §2.9' },
  'errortext.min-characters': { value: 8, area: 'score', source: 'doc2 §5' },
  'purchase.zip-digits': { value: 5, area: 'purchase', source: 'doc2 §5' },
  'purchase.new-york-look-back-years': { value: 10, area: 'purchase', source: 'doc2 §9' },
  'purchase.progress-percent': { value: [20, 40, 60, 60, 100], area: 'purchase', source: 'doc2 §9' },
} as const satisfies Record<string, Entry<number | readonly number[]>>;

/** Timings, in milliseconds. */
const timings = {
  'edge.script-timeout': { value: 120 * SECOND, area: 'edge', source: 'doc1 §9' },
  'session.idle': { value: 30 * MINUTE, area: 'sign-in', source: 'D10' },
  'session.absolute': { value: 12 * HOUR, area: 'sign-in', source: 'D10' },
  'session.admin-idle': { value: 15 * MINUTE, area: 'sign-in', source: 'D10' },
  'session.poll': { value: 30 * SECOND, area: 'sign-in', source: 'doc1 §9' },
  'session.refresh': { value: 5 * MINUTE, area: 'sign-in', source: 'doc1 §9' },
  'code.lifetime': { value: 10 * MINUTE, area: 'sign-in', source: 'D12' },
  'code.resend-lock': { value: 30 * SECOND, area: 'sign-in', source: 'doc2 §9' },
  'code.other-method-closes': { value: 5 * SECOND, area: 'sign-in', source: 'doc1 §9' },
  'login.lock': { value: 15 * MINUTE, area: 'sign-in', source: 'D13' },
  'recovery.code-lifetime': { value: 15 * MINUTE, area: 'recovery', source: 'D12' },
  'password.recent-two-step': { value: 10 * MINUTE, area: 'profile', source: 'D14' },
  'search.free-window': { value: 30 * DAY, area: 'search', source: 'D52' },
  'invitations.lifetime': { value: 30 * DAY, area: 'invitations', source: 'D53' },
  'invitations.sent-shown': { value: 5 * SECOND, area: 'invitations', source: 'doc1 §9' },
  'invitations.copied-shown': { value: 5 * SECOND, area: 'invitations', source: 'doc2 §9' },
  'browser.remembered': { value: 30 * DAY, area: 'sign-in', source: 'doc1 §9' },
  'cra.callback-age': { value: 5 * MINUTE, area: 'application', source: 'D40' },
  'approval.code-life': { value: 30 * DAY, area: 'score', source: 'D45' },
  'dispute.due': { value: 30 * DAY, area: 'score', source: 'D46' },
} as const satisfies Record<string, Entry<number>>;

export type TextKey = keyof typeof texts;
export type LimitKey = keyof typeof limits;
export type TimingKey = keyof typeof timings;
export type CatalogueKey = TextKey | LimitKey | TimingKey;

/** The text as the person reads it. */
export function text(key: TextKey): string {
  return texts[key].value;
}

export function limit<K extends LimitKey>(key: K): (typeof limits)[K]['value'] {
  return limits[key].value;
}

/** @returns milliseconds */
export function timing(key: TimingKey): number {
  return timings[key].value;
}

/** The whole table, for the checks: key, area and value of every entry. */
export function listCatalogue(): { key: CatalogueKey; area: Area; value: unknown }[] {
  return Object.entries({ ...texts, ...limits, ...timings }).map(([key, entry]) => ({
    key: key as CatalogueKey,
    area: entry.area,
    value: entry.value,
  }));
}
