/** The fields of identity's forms and operations, as plain data that pages show without loading a schema. */
import { formatDuration } from '#modules/platform/browser.ts';
import { fields, optional } from '#modules/platform/fields/field.ts';
import {
  accountEmail,
  addressLine,
  agreement,
  birthDate,
  businessName,
  choice,
  city,
  code,
  data,
  emailAddress,
  id,
  key,
  nameSuffix,
  newPassword,
  note,
  number,
  password,
  passwordAgain,
  personName,
  phone,
  postalCode,
  state,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { identityTimings } from './limits.ts';

const firstName = personName('First name', { autoComplete: 'given-name' });
const middleName = optional(personName('Middle name', { autoComplete: 'additional-name' }));
const lastName = personName('Last name', { autoComplete: 'family-name' });
const suffix = optional(nameSuffix());

export const loginFields = fields({
  emailaddress: accountEmail(),
  password: password('Password', 'Enter your password'),
});

export const codeFields = fields({
  code: optional(code()),
});

/** A typed recovery code, or the long token of the mailed link (D12). */
export const recoveryFields = fields({
  code: optional(code()),
});

/** One of the recovery codes that were shown once, for when every method is out of reach. */
export const recoveryCodeFields = fields({
  recoverycode: code('Recovery code'),
});

/** The code of the second step, and whether this browser will be asked again. */
export const secondStepFields = fields({
  ...codeFields,
  rememberbrowser: tick(`Remember this browser for ${formatDuration(identityTimings['browser.remembered'])}`),
});

export const methodFields = fields({
  specificmethod: key('Verification method', { max: 64 }),
});

/** A new password as an operation takes it. The operation itself reports a weak one (D14). */
export const anyPassword = password('Password', 'Choose a password');

/** The fields from which a new account is made. */
export const accountFields = fields({
  firstname: firstName,
  lastname: lastName,
  businessname: optional(businessName()),
  emailaddress: emailAddress(),
  mobile: phone('Mobile'),
  password: newPassword('Password', 'Choose a password'),
});

export const registerFields = fields({
  ...accountFields,
  confirmpassword: passwordAgain('Confirm password'),
  accept_terms: agreement('I agree to the terms', 'Check the box to agree to the terms'),
});

export const termsFields = fields({
  accept_terms: agreement('I have read and accept the terms', 'Check the box to accept the terms'),
  email_copy: tick('Send me a copy by email'),
  /** The versions that the page showed: of the portal's terms and of the company's terms. */
  terms_version: optional(number()),
  company_terms_version: optional(number()),
});

export const forgotPasswordFields = fields({ emailaddress: accountEmail() });

/** The address that a new account gets. */
export const newAddressFields = fields({ emailaddress: emailAddress() });

export const newPasswordFields = fields({
  password: newPassword('PASSWORD', 'Choose a password'),
  confirmpassword: passwordAgain('CONFIRM PASSWORD'),
});

const proof = { currentpassword: optional(password('Current password', 'Enter your password')) };

/** The proof for a change of how a person signs in: the current password, if it is needed (D14). */
export const proofFields = fields(proof);
export const methodEmailFields = fields({
  contact_value: emailAddress('Email', { autoComplete: 'email' }),
  ...proof,
});
export const methodPhoneFields = fields({ contact_value: phone('Mobile number'), ...proof });

export const changePasswordFields = fields({
  ...proof,
  newpassword: newPassword('New password', 'Choose a password'),
  confirmpassword: passwordAgain('Confirm new password'),
});

/**
 * The fields that the first accepted check locks: from then on they are shown, but no longer asked for (doc2 §2.2,
 * D98).
 */
export const provenFields = fields({
  firstname: firstName,
  middlename: middleName,
  lastname: lastName,
  namesuffix: suffix,
  dateofbirth: optional(birthDate()),
});

/** The fields that a person can always change. */
export const contactFields = fields({
  businessname: optional(businessName()),
  mobile: optional(phone('Mobile')),
  businessphone: optional(phone('Business phone', { autoComplete: 'off' })),
  address1: optional(addressLine('Home address', { autoComplete: 'address-line1' })),
  address2: optional(addressLine('Home address, line 2', { autoComplete: 'address-line2' })),
  city: optional(city()),
  state: optional(state()),
  postalcode: optional(postalCode('Postal code')),
});

/** A person's profile: the one list of its fields. */
export const profileFields = fields({ ...provenFields, ...contactFields });

/** The switches of My Profile (doc2 §2.4). */
export const preferenceFields = fields({
  network_sharing_master: tick('Share my ShieldScore'),
  network_searchresults: tick('ShieldID (ABC#) Search Results'),
  network_autoacceptinvite: tick('Auto Accept Network Invites'),
  shieldscore_clean_autoaccept: tick('Activate clean scores automatically'),
  email_preference_invites: tick('Email me network invitations'),
  email_preference_renewal: tick('Email me renewal reminders'),
});

/** The three switches that are asked about once a check is under way (doc2 §2.9, §7). */
export const sharingFields = fields({
  network_searchresults: preferenceFields.network_searchresults,
  network_autoacceptinvite: preferenceFields.network_autoacceptinvite,
  shieldscore_clean_autoaccept: preferenceFields.shieldscore_clean_autoaccept,
});

export type PreferenceName = keyof typeof preferenceFields;
export const preferenceNames = Object.keys(preferenceFields) as [PreferenceName, ...PreferenceName[]];

/** One switch, which a page with script saves as soon as it is flipped. */
export const switchFields = fields({
  preference: choice('', preferenceNames, 'Choose a switch'),
  value: choice('', ['YES', 'NO'], 'Choose on or off'),
});

/** The choices of the public page about emails (doc1 §2). */
export const mailPreferenceFields = fields({
  email_preference_marketing: tick('Marketing emails'),
  email_preference_invites: tick('Network invites'),
  email_preference_renewal: tick('ShieldID renewal reminders'),
  criticalemails: choice('Required emails', ['NO', 'YES'], 'Choose one of these'),
});

/** What people may request about the use of their data (D23). */
const limitMessage = optional(note('Anything we should know', { max: 2000 }));
export const limitFields = fields({ message: limitMessage });
export const limitByAddressFields = fields({
  name: personName('Your name', { max: 120, missing: 'Enter your name', autoComplete: 'name' }),
  emailaddress: emailAddress('Your email', { autoComplete: 'email' }),
  message: limitMessage,
});

/** The same for an address whose owner confirms them by mail (D21). */
export const addressPreferenceFields = fields({
  emailaddress: emailAddress('Email', { autoComplete: 'email' }),
  ...mailPreferenceFields,
});

/** The new address to sign in with. */
export const emailChangeFields = fields({
  emailaddress: emailAddress('New email address', { autoComplete: 'email' }),
  ...proof,
});
const passkeyName = personName('Name', { max: 60, missing: 'Enter a name', autoComplete: 'off' });
const passkeyAnswer = data('Passkey', 20_000);

export const passkeyNameFields = fields({ name: passkeyName });
/** A new passkey: its name is checked before the browser makes it. */
export const passkeyStartFields = fields({ name: passkeyName, ...proof });
export const passkeyFields = fields({ name: passkeyName, answer: passkeyAnswer });
/** What an authenticator signed. */
export const passkeyAnswerFields = fields({ answer: passkeyAnswer });

/** The row of a list to which a button belongs. */
export const rowIdFields = fields({ id: id() });
