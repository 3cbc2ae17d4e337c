/**
 * The forms of identity: the fields of fields.ts with the rules between them, checked by both the browser and the
 * server.
 */
import { evenWithErrors, form, sameTwice } from '#modules/platform/fields/form.ts';
import {
  addressPreferenceFields,
  changePasswordFields,
  codeFields,
  contactFields,
  emailChangeFields,
  forgotPasswordFields,
  limitByAddressFields,
  limitFields,
  loginFields,
  mailPreferenceFields,
  methodEmailFields,
  methodFields,
  methodPhoneFields,
  newAddressFields,
  newPasswordFields,
  passkeyAnswerFields,
  passkeyFields,
  passkeyNameFields,
  passkeyStartFields,
  preferenceFields,
  profileFields,
  proofFields,
  recoveryCodeFields,
  recoveryFields,
  registerFields,
  rowIdFields,
  secondStepFields,
  sharingFields,
  switchFields,
  termsFields,
} from './fields.ts';
import { identityTexts } from './texts.ts';

const mismatch = identityTexts['password.mismatch'];

export const loginForm = form(loginFields);
export const mailPreferenceForm = form(mailPreferenceFields);
export const codeForm = form(codeFields);
export const secondStepForm = form(secondStepFields);
export const recoveryCodeForm = form(recoveryCodeFields);
export const recoveryForm = form(recoveryFields);
export const methodForm = form({
  specificmethod: { ...methodFields.specificmethod, missing: identityTexts['code.method-unknown'] },
});
export const proofForm = form(proofFields);
export const methodEmailForm = form(methodEmailFields);
export const methodPhoneForm = form(methodPhoneFields);
export const registerForm = form(registerFields, (schema) =>
  schema.superRefine(sameTwice('password', 'confirmpassword', mismatch), evenWithErrors),
);
export const termsForm = form(termsFields);
export const forgotPasswordForm = form(forgotPasswordFields);
export const newAddressForm = form(newAddressFields);
export const newPasswordForm = form(newPasswordFields, (schema) =>
  schema.superRefine(sameTwice('password', 'confirmpassword', mismatch), evenWithErrors),
);
export const changePasswordForm = form(changePasswordFields, (schema) =>
  schema.superRefine(sameTwice('newpassword', 'confirmpassword', mismatch), evenWithErrors),
);
export const profileForm = form(profileFields);
/** For a person whose name and date of birth an ID has proven: the page shows them and asks for the rest. */
export const provenProfileForm = form(contactFields);
export const switchForm = form(switchFields);
export const passkeyNameForm = form(passkeyNameFields);
export const passkeyStartForm = form(passkeyStartFields);
export const passkeyForm = form(passkeyFields);
export const passkeyAnswerForm = form(passkeyAnswerFields);
export const rowIdForm = form(rowIdFields);
export const limitForm = form(limitFields);
export const limitByAddressForm = form(limitByAddressFields);
export const preferencesForm = form(preferenceFields);
export const sharingForm = form(sharingFields);
export const addressPreferenceForm = form(addressPreferenceFields);
export const emailChangeForm = form(emailChangeFields);
