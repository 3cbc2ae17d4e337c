import { preferenceFields, profileFields } from '#modules/identity/fields.ts';
import { fields, optional, withoutAutofill } from '#modules/platform/fields/field.ts';
import {
  birthDate,
  choice,
  emailAddress,
  line,
  money,
  nameSuffix,
  note,
  personName,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { adminLimits } from './limits.ts';

/** The fields of the console's forms, as plain data, so that pages show them without loading a schema. */

/** What a note is about (D102). */
export const noteTypes = ['note', 'refund', 'expiration', 'dispute', 'call'] as const;
export type NoteType = (typeof noteTypes)[number];

/** A text that people agree to, as HTML, and the fingerprint of what the page showed. */
export const termsTextFields = fields({
  html: note('Text', { max: 100_000, missing: 'Write the text' }),
  seen: optional(line('', { max: 64 })),
});

export const adminNoteFields = fields({
  note_type: choice('About', noteTypes, 'Choose what the note is about'),
  note: note('Note', {
    min: adminLimits['note.least-characters'],
    max: 4000,
    missing: 'Write the note',
  }),
});

/** What is switched on for the whole portal. */
export const optionFields = fields({ account_linking: tick('Link My Account') });

/** The answer to a request about personal data; it goes out by email. */
export const privacyAnswerFields = fields({
  answer: note('Answer', { min: 10, max: 4000, missing: 'Write the answer' }),
});

/** What staff correct where it is locked for the person (D98). */
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

/** The fingerprint of the section that the page showed, by which a save over somebody else's is refused. */
const seen = optional(line('', { max: 64 }));

/** A person's profile while its name and date of birth are locked. */
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
export const userPrivacyFields = fields({ ...preferenceFields, seen });

/** Why staff act as a person, which the person is told (D16). */
export const userSessionFields = fields({
  reason: note('Reason', {
    min: adminLimits['note.least-characters'],
    max: 500,
    missing: 'Write why you need to act as this person',
  }),
});

/** Whether the name and date of birth are locked, or the account is active: one press of a button. */
export const switchedFields = fields({ value: choice('', ['YES', 'NO'], 'Choose on or off') });

/** How much of a check is refunded, and why (D33). */
export const refundFields = fields({
  extent: choice('Refund', ['full', 'partial'], 'Choose how much to refund'),
  refundamount: optional(line('Other amount', { max: 16 })),
  cancel_application: tick('Cancel Application'),
  note: note('Note', {
    min: adminLimits['note.least-characters'],
    max: 4000,
    missing: 'Write why it is refunded',
  }),
});

/** Why a second admin approves or rejects a refund. */
export const refundDecisionFields = fields({
  note: note('Note', {
    min: adminLimits['note.least-characters'],
    max: 4000,
    missing: 'Write why you approve or reject it',
  }),
});

export const refundSettingsFields = fields({ approval: money('Second admin above') });
