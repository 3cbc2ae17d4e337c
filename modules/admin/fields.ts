import { applicationsLimits } from '#modules/applications/limits.ts';
import { teamInviteFields, teamOwnerFields } from '#modules/enterprise/fields.ts';
import { preferenceFields, profileFields } from '#modules/identity/fields.ts';
import { grades, providerNames } from '#modules/platform/browser.ts';
import { fields, optional, withoutAutofill } from '#modules/platform/fields/field.ts';
import {
  birthDate,
  choice,
  date,
  emailAddress,
  key,
  line,
  many,
  money,
  nameSuffix,
  note,
  personName,
  phone,
  reference,
  rows,
  state,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { adminLimits } from './limits.ts';
import { catalogueRegions, controlNames, freePeople, goalHours, noteTypes } from './statuses.ts';

/** The fields of the console's forms, as plain data, so that pages show them without loading a schema. */

/** @param missing the error without it */
const reason = (missing: string) =>
  note('Reason', { min: adminLimits['note.least-characters'], max: 500, missing });

/** Why staff need to see a whole SSN (D44). */
export const ssnRevealFields = fields({
  reason: reason('Write why you need to see the whole number'),
});

/** What is looked at: an outside service, or mails in the brand of a served host, of the portal without one. */
export const providerFields = fields({ provider: choice('', providerNames, 'Choose a service') });
export const mailBrandFields = fields({ host: optional(key('Brand', { max: 260 })) });

/** One job of the queue. */
export const jobFields = fields({ jobid: key('Job', { max: 18 }) });

/** Why a job is canceled, a legal hold is set or lifted, or a former account is unlinked. */
export const reasonFields = fields({ reason: reason('Write the reason') });

/** Why staff open a person's report. */
export const reportReasonFields = fields({ reason: reason('Write why you need to open the report') });

/** The former account that staff link to a person, by its ShieldID, and why. */
export const legacyLinkFields = fields({
  shieldid: reference('ShieldID of the former account', {
    max: applicationsLimits['shieldid.length-characters'],
    missing: 'Enter the ShieldID',
    autoComplete: 'off',
  }),
  reason: reason('Write how you know that the former account is theirs'),
});

/** Why a different check of the person counts from now on. */
export const checkActivationFields = fields({
  note: reason('Write why this check becomes the active one'),
});

/** The check whose report is to be fetched from the agency again. */
export const reportFetchFields = fields({ profileid: key('Profile', { max: 40 }) });

/** @param missing the error without it */
const written = (label: string, missing: string, max = 4000) =>
  note(label, { min: adminLimits['note.least-characters'], max, missing });

/** What staff decide about a score that the person left unanswered, and why. */
export const scoreDecisionFields = fields({
  approve: choice('Decision', ['YES', 'NO'], 'Choose one of the two'),
  note: written('Why', 'Write why you decide this way'),
});

/** Why an address that got no mail gets mail again. */
export const suppressionLiftFields = fields({
  note: written('Reason', 'Write why the address works again', 500),
});

/** What staff found when they examined an SSN. */
export const ssnReleaseFields = fields({ note: written('What you found', 'Write what you found') });

/** What a person whose SSN could not be confirmed has to correct. They read it in the mail and in their application. */
export const ssnReturnFields = fields({
  correction: written('What to correct', 'Write what the person has to correct', 1000),
});

/** What staff write about an alert. */
const alertNote = (label: string, missing: string) =>
  note(label, { min: adminLimits['note.least-characters'], max: 4000, missing });
/** Why an alert is dismissed, or what was done before it was closed. */
export const alertDismissalFields = fields({
  note: alertNote('Why', 'Write why it needs no decision now'),
});
export const alertClosingFields = fields({ note: alertNote('What was done', 'Write what was done') });

/** Why a former ShieldID may be claimed again. */
export const proofAllowanceFields = fields({
  note: written('How you know who the owner is', 'Write how you know who the owner is'),
});

const goal = (label: string) => choice(label, goalHours, 'Choose a time');
/** Within which time staff want to look at each kind of alert. `seen` is the fingerprint of what the page showed. */
export const reviewGoalFields = fields({
  idverification: goal('ID reviews'),
  application_ssn_verification: goal('SSN reviews'),
  application_manual_review: goal('Paper packages'),
  refund: goal('Refunds that need a second admin'),
  payment_dispute: goal('Payment disputes'),
  proof_limit: goal('Wrong proofs'),
  email_address: goal('Email addresses'),
  agency_silent: goal('Agencies that don’t answer'),
  monitor_profile_not_actioned: goal('Monitoring updates without an answer'),
  seen: optional(key('', { max: 64 })),
});

const days = { max: 60, missing: 'Enter at least one day' };
/** What can be done for free, and when people are reminded. `seen` is the fingerprint of what the page showed. */
export const limitFields = fields({
  free_people: choice('People found for free in 30 days', freePeople, 'Choose how many'),
  reminder_days: line('Days before expiration', days),
  application_days: line('Days without activity', days),
  score_days: line('Days after a score is ready', days),
  invitation_days: line('Days after the invitation', days),
  card_days: line('Days before the card expires', days),
  seen: optional(key('', { max: 64 })),
});

/** Who works on an alert; empty for nobody. `seen` is the person that the page showed. */
export const alertAssignmentFields = fields({
  assignee: optional(key('Assigned to', { max: 36, autoComplete: 'off' })),
  seen: optional(key('', { max: 36 })),
});

/** A text that people agree to, as HTML, and the fingerprint of what the page showed. */
export const termsTextFields = fields({
  html: note('Text', { max: 100_000, missing: 'Write the text' }),
  seen: optional(key('', { max: 64 })),
});

export const adminNoteFields = fields({
  note_type: choice('About', noteTypes, 'Choose what the note is about'),
  note: written('Note', 'Write the note'),
});

/** What staff write in a dispute. */
export const disputeReplyFields = fields({
  message: note('Message', { min: 2, max: 4000, missing: 'Write the message' }),
});

/** The agency's result of a dispute, as staff enter it. */
export const disputeDecisionFields = fields({
  outcome: choice('Result', ['confirmed', 'corrected'], 'Choose the result'),
  score: optional(choice('Corrected score', grades, 'Choose the corrected score')),
  explanation: written('Explanation for the person', 'Write what the agency found'),
});

/** The date until which the active score is valid from now on, and why (D71). */
export const expirationFields = fields({
  new_expiration: date('New expiration date', { missing: 'Enter the new date', autoComplete: 'off' }),
  adminnote: note('Why', {
    min: adminLimits['note.least-characters'],
    max: 1000,
    missing: 'Write why it changes',
  }),
});

/** The ShieldID that will become the active one. */
export const shieldIdsFields = fields({ active_candidateid: key('ShieldID', { max: 40 }) });
const reasonForPerson = note('Reason for the person', {
  min: adminLimits['note.least-characters'],
  max: 4000,
  missing: 'Write the reason',
});
/** The decision about a request to block what comes from identity theft. */
export const blockDecisionFields = fields({
  decision: choice('Decision', ['block', 'decline'], 'Choose the decision'),
  reason: reasonForPerson,
});

/** Why a block is lifted. */
export const blockRescissionFields = fields({
  reason: reasonForPerson,
});

/** The ids of the monitoring that staff turn off. */
export const monitoringIdsFields = fields({
  monitoringids: many('Monitoring ids', key('Monitoring id', { max: 64 }), 100),
});

/** The check whose newest monitoring update the person is asked to accept. */
export const monitoringUpdateFields = fields({ profileid: key('Profile', { max: 40 }) });

/** The answer to a request about personal data; it goes out by email. */
export const privacyAnswerFields = fields({
  answer: note('Answer', { min: 10, max: 4000, missing: 'Write the answer' }),
});

/** Why a request is closed without an answer; it goes out by email (D150). */
export const privacyClosingFields = fields({
  reason: note('Reason', { min: 10, max: 4000, missing: 'Write the reason' }),
});

/** What staff correct when it is locked for the person (D98). */
export const identityCorrectionFields = fields({
  firstname: personName('First name', { autoComplete: 'off' }),
  middlename: optional(personName('Middle name', { autoComplete: 'off' })),
  lastname: personName('Last name', { autoComplete: 'off' }),
  namesuffix: optional({ ...nameSuffix(), autoComplete: 'off' }),
  dateofbirth: birthDate('Date of birth', { autoComplete: 'off' }),
  reason: note('Reason', {
    min: adminLimits['note.least-characters'],
    max: 1000,
    missing: 'Write why it is corrected',
  }),
});

const { firstname, middlename, lastname, namesuffix, dateofbirth, ...contact } =
  withoutAutofill(profileFields);

/**
 * The fingerprint of the section that the page showed, so that a save that would overwrite somebody else's changes is
 * refused.
 */
const seen = optional(key('', { max: 64 }));

/** A person's profile when its name and date of birth are locked. */
export const lockedUserFields = fields({
  emailaddress: emailAddress('Email', { autoComplete: 'off' }),
  ...contact,
  seen,
});

/** A person's profile, as staff edit it (doc3 §3). */
export const userFields = fields({
  firstname,
  middlename,
  lastname,
  namesuffix,
  dateofbirth,
  ...lockedUserFields,
});

/** The switches of a person, as staff edit them (doc3 §2). */
export const userPrivacyFields = fields({
  ...preferenceFields,
  network_sharing_master: tick('Share their ShieldScore'),
  email_preference_invites: tick('Email them network invitations'),
  email_preference_renewal: tick('Email them renewal reminders'),
  seen,
});

/** Why staff act as a person; the person is told the reason (D16). */
export const userSessionFields = fields({
  reason: reason('Write why you need to act as this person'),
});

/** Whom staff invite into a company's team. */
export const companyTeamInviteFields = fields({
  emailaddress: teamInviteFields.emailaddress,
  role: teamInviteFields.role,
  /** The address without an account that staff were warned about before they sent the form. */
  warned: optional(emailAddress('', { autoComplete: 'off' })),
});

/** Why staff hand a company over to another member of its team. */
export const companyOwnerFields = fields({
  ...teamOwnerFields,
  reason: reason('Write why the company gets another owner'),
});

/** Whether the name and date of birth are locked, or the account is active: set by one button. */
export const switchedFields = fields({ value: choice('', ['YES', 'NO'], 'Choose on or off') });

/** Whether a member of staff gets the morning email. */
export const digestFields = fields({ wanted: tick('Email me each morning') });

/** What staff decide about an ID verification (D74). The dates are asked for if they could not be read. */
export const idReviewFields = fields({
  approve_verification: choice('Decision', ['YES', 'NO'], 'Choose one of the two'),
  approval_note: note('Note', { max: 4000, missing: 'Write why you approve or reject it' }),
  manual_verification_expiration: optional(date('Expiration date', { autoComplete: 'off' })),
  manual_verification_dob: optional(birthDate('Date of birth', { autoComplete: 'off' })),
});

/** How much of a check is refunded, and why (D33). */
export const refundFields = fields({
  extent: choice('Refund', ['full', 'partial'], 'Choose how much to refund'),
  refundamount: optional(key('Amount', { max: 16 })),
  cancel_application: tick('Cancel Application'),
  note: written('Note', 'Write why it is refunded'),
});

/** Why a second admin approves or rejects a refund. */
export const refundDecisionFields = fields({
  note: written('Note', 'Write why you approve or reject it'),
});

export const controlChangeFields = fields({
  control: choice('Control', controlNames, 'Choose the control'),
  value: key('New value', { max: 16 }),
  reason: reason('Write why it has to change'),
});

/** Why a change of a control is approved, rejected or taken back. */
export const controlDecisionFields = fields({
  note: note('Note', { min: adminLimits['note.least-characters'], max: 500, missing: 'Write why' }),
});
const craid = key('Provider ID', { max: 20, missing: 'Enter the provider’s ID', autoComplete: 'off' });
const crapackageid = key('Product code', {
  max: 60,
  missing: 'Enter the product code',
  autoComplete: 'off',
});

/** A package of the catalogue (D89). */
export const cataloguePackageFields = fields({
  craid: key('Provider', { max: 20, missing: 'Choose the provider' }),
  crapackageid,
  package_descrip: personName('Name', { max: 120, missing: 'Enter the name', autoComplete: 'off' }),
  full_package_descrip: note('What is searched', { max: 500, missing: 'Say what is searched' }),
  price: money('Price'),
  renewal_price: money('Renewal price'),
  renewal_years: choice('Term', ['1', '2', '3', '5'], 'Choose the term'),
  region: choice('For whom', catalogueRegions, 'Choose who it’s for'),
  customerid: optional(key('Account number at the provider', { max: 60, autoComplete: 'off' })),
  default_package: tick('Offered first'),
  enabled: tick('On sale'),
  seen,
});

/**
 * The order of the steps of a package, and the states to whose applicants a step is limited, such as `CA, NY`. A step
 * without a number is left out.
 */
export const catalogueStepsFields = fields({
  craid,
  crapackageid,
  steps: rows(
    'Steps',
    fields({
      step_key: key('', { max: 20 }),
      title: line('Title', { max: 80, missing: 'Enter the title', autoComplete: 'off' }),
      position: optional(key('Number', { max: 2, autoComplete: 'off' })),
      states: optional(key('Only for these states', { max: 300, autoComplete: 'off' })),
    }),
    80,
  ),
  seen,
});

/** A consumer reporting agency of the catalogue. */
export const catalogueProviderFields = fields({
  craid,
  name: personName('Name', { max: 120, missing: 'Enter the name', autoComplete: 'off' }),
  support_phone: phone('Phone', { autoComplete: 'off' }),
  support_email: emailAddress('Email', { autoComplete: 'off' }),
  mail_address: line('Postal address', {
    max: 300,
    missing: 'Enter the postal address',
    autoComplete: 'off',
  }),
  seen,
});

/** A state that applicants are asked about. */
export const jurisdictionFields = fields({
  abbr: state({ autoComplete: 'off' }),
  description: personName('Name', { max: 80, missing: 'Enter the name', autoComplete: 'off' }),
});

/** A consent document that is being written; the text is HTML. */
export const consentDraftFields = fields({
  title: line('Title', { max: 200, missing: 'Enter the title', autoComplete: 'off' }),
  body: note('Text', { max: 100_000, missing: 'Write the text' }),
  acknowledgement_text: optional(note('What the applicant confirms', { max: 500 })),
  requires_signature: tick('Needs a signature'),
  seen,
});

/** The package that a company's host offers first; the packages that it offers are checkboxes with the same name. */
export const companyPackagesFields = fields({
  offered: many('Offered', key('', { max: 90 }), 200),
  first: optional(key('Offered first', { max: 90 })),
  seen,
});

/** Checks that are moved to another account of the same person, and which of them will count there. */
export const linkChecksFields = fields({
  newprofileids: many('Background checks', key('', { max: 64 }), 50),
  active_profileid: optional(key('Active check after the move', { max: 64 })),
  confirm_name: tick('Both names belong to the same person'),
  note: reason('Write why the check is moved'),
  seen,
});
