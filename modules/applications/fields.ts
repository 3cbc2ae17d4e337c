/** The applicant's fields, as plain data, so that pages show them without loading a schema. */
import { type Field, fields, optional, renamed } from '#modules/platform/fields/field.ts';
import {
  addressLine,
  agreement,
  birthDate,
  choice,
  city,
  data,
  date,
  id,
  key,
  legalName,
  line,
  many,
  nameSuffix,
  note,
  personName,
  postalCode,
  reference,
  rows,
  ssn,
  ssnLastFour,
  state,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { applicationsLimits } from './limits.ts';
import { applicationsTexts } from './texts.ts';

/** The fields that find the ShieldID of a former account (doc2 §4.8). */
export const linkAccountFields = fields({
  shieldid: reference('ShieldID', {
    max: applicationsLimits['shieldid.length-characters'],
    missing: 'Enter your former ShieldID',
    autoComplete: 'off',
  }),
  ssn: ssn(),
  dateofbirth: birthDate(),
});

/** How far back previous addresses are asked for (doc2 §9). */
export const addressHistoryYears = applicationsLimits['address.history-years'];
/** More than anyone needs; it limits how much the server reads. */
const most = { aliases: 10, previousAddresses: 20, jurisdictions: 60, invitations: 500 } as const;

const firstName = legalName('First name', { autoComplete: 'given-name' });
const middleName = optional(legalName('Middle name', { autoComplete: 'additional-name' }));
const lastName = legalName('Last name', { autoComplete: 'family-name' });

/** Fields that the browser must not fill in, because they are about another name or address. */
const notFilled = <F extends Field>(field: F): F => ({ ...field, autoComplete: 'off' });

const alias = fields({
  firstname: renamed(notFilled(firstName), 'First name', 'Enter the first name'),
  middlename: notFilled(middleName),
  lastname: renamed(notFilled(lastName), 'Last name', 'Enter the last name'),
});

/** The name step (doc2 §5). The SSN may be left out if one is on file; the server says so if none is. */
export const nameFields = fields({
  firstname: firstName,
  middlename: middleName,
  lastname: lastName,
  namesuffix: optional(nameSuffix()),
  aliases: rows('Other names', alias, most.aliases),
  ssn: optional(ssn()),
  confirmssn: optional(
    ssn('Confirm Social Security number', { missing: 'Enter the Social Security number again' }),
  ),
  dateofbirth: birthDate(),
  confirmdateofbirth: birthDate('Confirm date of birth', {
    autoComplete: 'off',
    missing: 'Enter the date of birth again',
  }),
});

/** The name step if no SSN is stored. */
export const firstNameFields = fields({
  ...nameFields,
  ssn: ssn('Social Security number', { missing: applicationsTexts['application.ssn-needed'] }),
  confirmssn: { ...nameFields.confirmssn, required: true },
});

const address = fields({
  address1: addressLine('Street address', { autoComplete: 'address-line1' }),
  address2: optional(addressLine('Apartment, unit', { autoComplete: 'address-line2' })),
  city: city(),
  state: state(),
  postalcode: postalCode('ZIP code'),
  /** What the person chose if the maps service knows the address in a different form (D82). */
  address_choice: optional(line('Which address is right?', { max: 300 })),
});

/** The address step: the current address, and previous ones from the last seven years (doc2 §5). */
export const addressFields = fields({
  ...address,
  previous_addresses: rows(
    `Other addresses in the last ${addressHistoryYears} years`,
    fields({
      address1: notFilled(address.address1),
      address2: notFilled(address.address2),
      city: notFilled(address.city),
      state: notFilled(address.state),
      postalcode: notFilled(address.postalcode),
      address_choice: address.address_choice,
    }),
    most.previousAddresses,
  ),
  na_previous_addresses: tick(`I have no other addresses in the last ${addressHistoryYears} years`),
});

/** A consent step: which document, and the acknowledgement and signature that it may require. */
export const consentFields = fields({
  step_consent_id: id(),
  consent_acknowledged: tick('I have read it'),
  /** PNG of 762 by 200 pixels as a data URL, set by the pad's script. */
  signature_encoded: optional(data('Your signature', 400_000)),
  /** The strokes, JSON. */
  signature_vectors: optional(data('Your signature', 400_000)),
  /** For people who cannot draw (D42). */
  typed_name: optional(personName('Full name', { max: 120, autoComplete: 'name' })),
  use_saved_signature: tick('Place my saved signature on this document'),
  save_signature: tick('Save for later'),
});

/** A decision of staff about a paper application (doc3 §5). */
export const packageDecisionFields = fields({
  approve: choice('Decision', ['YES', 'NO'], 'Choose one of the two'),
  resolvenote: note('Reason', {
    /** Longer than 5 characters (doc3 §5). */
    min: 6,
    max: 2000,
    missing: 'Enter a reason',
  }),
  seen: optional(key('', { max: 64 })),
  id_compared: tick('I compared the enclosed copy of the ID with what the person entered, and it matches'),
});

/** How a paper package came. */
export const packageWays = {
  upload: 'Uploaded',
  post: 'By mail',
  email: 'By email',
  courier: 'By courier',
  'in-person': 'In person',
} as const;

/** The ways of arrival for packages that staff take in. */
export const intakeWays = [
  'post',
  'email',
  'courier',
  'in-person',
] as const satisfies (keyof typeof packageWays)[];

/** A package that staff take in (D94). */
export const packageIntakeFields = fields({
  received: date('Received on', { missing: 'Enter the day it came', autoComplete: 'off' }),
  way: choice('How it came', intakeWays, 'Choose how it came'),
});

/** The jurisdiction step: at least one, or none of them (doc2 §5). */
export const jurisdictionsFields = fields({
  selected_jurisdictions: many(
    `In which of these did you live or work within the last ${addressHistoryYears} years?`,
    key('Jurisdiction', { max: 8 }),
    most.jurisdictions,
  ),
  none: tick('None of the above'),
});

/** The start of an ID verification. The law requires a consent before a face is measured. */
export const verificationFields = fields({
  scanagreed: agreement(
    'I agree that my face and my ID are scanned and compared',
    applicationsTexts['verification.agreement-needed'],
  ),
});

/** The steps of the score acceptance and their numbers in the documents' addresses and answers (doc2 §4.5). */
export const acceptanceSteps = {
  intro: 1,
  terms: 2,
  review: 3,
  error: 5,
  correction: 6,
  sharing: 8,
  end: 100,
} as const;
export type AcceptanceStep = keyof typeof acceptanceSteps;

/** The terms step of the score acceptance. */
export const scoreTermsFields = fields({
  acceptterms: agreement('I agree to these terms', applicationsTexts['score.terms-needed']),
});

/** The review step: the person's decision. */
export const scoreReviewFields = fields({
  reviewaction: choice('Is this report right?', ['accept', 'reporterror'], 'Choose one of the two'),
});

/** A report of an error: what is wrong (doc2 §5: at least 8 characters), and which searches it is about. */
export const disputeFields = fields({
  items: many('Which results are wrong?', line('Search', { max: 200 }), 100),
  errortext: note('What is wrong?', {
    min: applicationsLimits['errortext.min-characters'],
    max: 4000,
    missing: 'Tell us what is wrong',
  }),
});

/** A request to block what identity theft put into a report (15 U.S.C. 1681c-2). */
export const blockFields = fields({
  items: many('Which results come from identity theft?', line('Search', { max: 200 }), 100),
  errortext: note('What happened?', {
    min: applicationsLimits['errortext.min-characters'],
    max: 4000,
    missing: 'Tell us what happened',
  }),
  statement: agreement(
    'I state that these results don’t come from anything that I did or agreed to, and that what I say here is true.',
    applicationsTexts['block.statement-needed'],
  ),
});

export const disputeMessageFields = fields({
  message: note('Message', { min: 2, max: 4000, missing: 'Write a message' }),
});

/** How many words a person's own statement may have (15 U.S.C. 1681i(b)). */
export const statementWords = 100;

export const disputeStatementFields = fields({
  statement: note('Statement', { min: 2, max: 2000, missing: 'Write your statement' }),
});

/** Length of the note: at least this to approve, more than this to reject (D74). */
const decisionNote = 5;

/**
 * What is wrong with the note of a decision about an ID (doc3 §4, D74).
 * @returns the sentence for staff, or null for a note that is long enough
 */
export function wrongDecisionNote(approves: boolean, note: string): string | null {
  if (note.trim().length >= (approves ? decisionNote : decisionNote + 1)) return null;
  return approves
    ? `Write at least ${decisionNote} characters`
    : `Write more than ${decisionNote} characters`;
}

/** The sharing step: sharing settings, and the open invitations to accept. */
export const scoreSharingFields = fields({
  network_searchresults: tick('ShieldID (ABC#) Search Results'),
  network_autoacceptinvite: tick('Auto Accept Network Invites'),
  /** Asked for separately, in its own words (D40). */
  monitoring: tick('Turn on monitoring'),
  pendingInvites: many('Open invitations', id(), most.invitations),
});

/** The consent to monitoring, given separately from the acceptance (D40). */
export const monitoringFields = fields({
  agreed: agreement('Turn on monitoring', applicationsTexts['monitoring.agreement-needed']),
});

/** The consent to texts about an application's progress, asked for separately (D93). */
export const textUpdatesFields = fields({
  agreed: agreement('Get text updates', applicationsTexts['texts.agreement-needed']),
});

/** The proof that the stand-alone page asks for (D45). */
export const approvalProofFields = fields({
  dateofbirth: birthDate(),
  ssnlast4: ssnLastFour('Last four digits of your Social Security number'),
});
