/** The fields of the network's forms, as plain data that pages show without loading a schema. */
import { permissiblePurposes } from '#modules/enterprise/fields.ts';
import { preferenceFields } from '#modules/identity/fields.ts';
import { EXPIRES_SOON_DAYS } from '#modules/platform/browser.ts';
import { fields, optional } from '#modules/platform/fields/field.ts';
import {
  agreement,
  choice,
  code,
  date,
  emailAddress,
  id,
  key,
  line,
  many,
  note,
  number,
  personName,
  term,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { networkTexts } from './texts.ts';

export const acceptTypes = ['INDIVIDUAL', 'FULLNETWORK'] as const;

export const inviteFields = fields({
  touser: term('Email or ShieldID', {
    missing: 'Enter an email address or a ShieldID',
  }),
  /** The type of coupon to send along. */
  purchase_coupon: optional(key('Coupon', { max: 36 })),
  /** The package to ask for. */
  purchase_package: optional(key('Background check', { max: 36 })),
});

export const inviteCompanyFields = fields({
  touser: term('ShieldLink ID or email', {
    missing: 'Enter a ShieldLink ID or an email address',
  }),
});

export const acceptFields = fields({
  accepttype: choice('Accept as', acceptTypes, 'Choose how to accept'),
});

/** Open invitations that are listed, and chosen at once. */
export const mostInvitations = 100;

/** The Invite Center: which invitations to accept, and the preferences beside them. */
export const centerFields = fields({
  invites: many('Invitations', id(), mostInvitations),
  network_autoacceptinvite: preferenceFields.network_autoacceptinvite,
  network_searchresults: preferenceFields.network_searchresults,
});

/** What the reader of a mailed link does without a proof (D119). */
export const centerIgnoreFields = fields({ inviteid: id() });
export const centerOffFields = fields({
  preference: choice('', ['network_autoacceptinvite', 'network_searchresults'], 'Choose a preference'),
});

export const shareByEmailFields = fields({
  emailaddress: emailAddress('Their email', { missing: 'Enter an email address', autoComplete: 'off' }),
});

/** How many days a share link works. */
export const shareTerms = ['1', '7', '14', '30', '90'] as const;

/** For a link that is mailed, and wherever no lifetime is chosen. */
export const mailedShareTerm = '14' satisfies (typeof shareTerms)[number];

export const shareLinkFields = fields({
  label: optional(personName('Name', { max: 60, autoComplete: 'off' })),
  /** At most 30; a place may ask for more than was chosen (D133). */
  days: choice('Ends after', shareTerms, 'Choose when the link ends'),
});

/** What the owner of a network uses full reports for. */
export const attestationFields = fields({
  purpose: choice(
    'Permissible purpose',
    Object.keys(permissiblePurposes) as (keyof typeof permissiblePurposes)[],
    'Choose the permissible purpose',
  ),
  attested: agreement(networkTexts['report.attestation'], networkTexts['report.attestation-needed']),
});

/** The last digits of a person's number, and the code that was sent to it. */
export const smsNumberFields = fields({
  phonenumber: code('Last 4 digits of the mobile number'),
});
export const smsCodeFields = fields({
  verificationcode: code('Confirmation code'),
});

/** The fields of a button in a row of a grid. */
export const rowFields = fields({ id: id() });

export const rowSwitchFields = fields({
  ...rowFields,
  value: choice('', ['YES', 'NO'], 'Choose one of the two'),
});

/** What a company can be told about a person in its network (doc2 §3, D61), in the order of the charts. */
export const alertTypes = [
  'new',
  'expiressoon',
  'scorechange',
  'expired',
  'leftnetwork',
  'removeduser',
  'out_compliance',
] as const;
export type AlertType = (typeof alertTypes)[number];

export const alertLabels: Record<AlertType, string> = {
  new: 'New',
  expiressoon: 'Expires soon',
  scorechange: 'Score change',
  expired: 'Expired',
  leftnetwork: 'Left network',
  removeduser: 'Removed',
  out_compliance: 'Out of compliance',
};

/** What a member of a team can be told of by email: the alerts, and what is told by email alone (D61). */
export const subscriptionTypes = [...alertTypes, 'network_invites', 'purchase'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

/** How a member is told: at once, in the daily summary, or not at all. */
export const alertDeliveries = ['ATONCE', 'SUMMARY', 'NO'] as const;
export type AlertDelivery = (typeof alertDeliveries)[number];

interface SubscriptionWords {
  label: string;
  note: string;
}

export const subscriptionWords: Record<SubscriptionType, SubscriptionWords> = {
  new: { label: alertLabels.new, note: 'Someone joined your network' },
  expiressoon: { label: alertLabels.expiressoon, note: `${EXPIRES_SOON_DAYS} days before a score expires` },
  scorechange: { label: alertLabels.scorechange, note: 'Monitoring or a renewal changed it' },
  expired: { label: alertLabels.expired, note: 'A score is no longer valid' },
  leftnetwork: { label: alertLabels.leftnetwork, note: 'Someone stopped sharing with you' },
  removeduser: { label: alertLabels.removeduser, note: 'Someone on your team removed them' },
  out_compliance: { label: alertLabels.out_compliance, note: 'Someone no longer meets your rule' },
  network_invites: { label: 'Invitations', note: 'Accepted, ignored, or not delivered' },
  purchase: { label: 'Purchases', note: 'Your coupon was used' },
};

const deliveryOf = (type: SubscriptionType) =>
  choice(subscriptionWords[type].label, alertDeliveries, 'Choose how you get it');
const statusesFor = (type: AlertType) =>
  many(`${subscriptionWords[type].label}: for people who are`, key('Status', { max: 32 }), 12);

/** How each type is delivered, and for people in which statuses. */
export const alertSubscriptionFields = fields({
  new: deliveryOf('new'),
  new_statuses: statusesFor('new'),
  expiressoon: deliveryOf('expiressoon'),
  expiressoon_statuses: statusesFor('expiressoon'),
  scorechange: deliveryOf('scorechange'),
  scorechange_statuses: statusesFor('scorechange'),
  expired: deliveryOf('expired'),
  expired_statuses: statusesFor('expired'),
  leftnetwork: deliveryOf('leftnetwork'),
  leftnetwork_statuses: statusesFor('leftnetwork'),
  removeduser: deliveryOf('removeduser'),
  removeduser_statuses: statusesFor('removeduser'),
  out_compliance: deliveryOf('out_compliance'),
  out_compliance_statuses: statusesFor('out_compliance'),
  network_invites: deliveryOf('network_invites'),
  purchase: deliveryOf('purchase'),
});

/** The scores of which a rule lets in a range, from the best. */
export const ruleScores = ['IC01+', 'IC01', 'IC02', 'IC03', 'IC04'] as const;

/** The rule by which a company counts people as in compliance (D131). */
export const complianceRuleFields = fields({
  minscore: choice('Best score allowed', ruleScores, 'Choose the best score allowed'),
  maxscore: choice('Lowest score allowed', ruleScores, 'Choose the lowest score allowed'),
  outofcomp_expired: tick('An expired score is out'),
  outofcomp_leftnetwork: tick('Someone who left the network is out'),
  outofcomp_removed: tick('Someone you removed is out'),
});

/** How a company starts an adverse action. */
export const adverseFields = fields({
  decision: line('You may decide not to', { max: 200, missing: 'Say what you may decide' }),
  place: key('Place of work', { max: 12, missing: 'Choose the place of work' }),
  results: many('Results', line('', { max: 200 }), 100),
  days: choice('Waiting period', ['7', '10', '14', '21', '30'], 'Choose how many days you wait'),
  assessment: optional(note('Your assessment', { max: 4_000 })),
  /** The report that the form showed. */
  report: id(),
});

/** The day on which a paper notice was posted. */
export const postingFields = fields({
  posted_on: date('Mailed on', { missing: 'Enter the day on which it was mailed' }),
});

/** An exception from the rule, for one person. */
export const exceptionFields = fields({
  connectionid: key('Person', { max: 36, missing: 'Choose a person' }),
  last_date: date('Until', { missing: 'Enter the last day of the exception' }),
  reason: line('Reason', { max: 300, missing: 'Enter the reason' }),
});

/** What a column of a file with people to invite can be (D132). */
export const columnKinds = [
  'ignored',
  'emailaddress',
  'shieldid',
  'fullname',
  'firstname',
  'lastname',
  'mobile',
  'businessname',
  'coupon',
  'package',
  'note',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const columnLabels: Record<ColumnKind, string> = {
  ignored: 'Leave out',
  emailaddress: 'Email',
  shieldid: 'ShieldID',
  fullname: 'Full name',
  firstname: 'First name',
  lastname: 'Last name',
  mobile: 'Mobile',
  businessname: 'Business name',
  coupon: 'Coupon',
  package: 'Package',
  note: 'Note',
};

/** How a file can be read whose letters were read wrong. */
export const bulkEncodings = ['windows-1252', 'utf-8', 'utf-16le', 'utf-16be'] as const;
export const bulkEncodingLabels: Record<(typeof bulkEncodings)[number], string> = {
  'windows-1252': 'Windows-1252 (Western European)',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
};

export const bulkUploadFields = fields({
  encoding: optional(choice('Read the file as', bulkEncodings, 'Choose how the file is read')),
});

/** Columns that a file can have. */
const MOST_COLUMNS = 200;

export const bulkColumnsFields = fields({
  includes_header: tick('The first row is a header'),
  columns: many('Columns', key('Column', { max: 20 }), MOST_COLUMNS),
  /** The type of coupon that all invitations carry. */
  purchase_coupon: optional(key('Coupon for everyone', { max: 36 })),
});

export const bulkStartFields = fields({
  /** What the coupons can cost at most, in cents, as it was shown. */
  coupon_most: optional(number()),
  confirmed: tick('I confirm this amount'),
});

/** How many rows of files staff can allow a company to send in a day. */
export const dailyRowChoices = ['1000', '2000', '5000', '10000', '25000', '50000', '100000'] as const;

export const bulkLimitFields = fields({
  daily_rows: choice('Invitations a day', dailyRowChoices, 'Choose how many'),
});
