/** The forms of the staff console, validated in the browser and on the server. Their fields stand in fields.ts. */
import { form } from '#modules/platform/fields/form.ts';
import {
  adminNoteFields,
  identityCorrectionFields,
  lockedUserFields,
  optionFields,
  privacyAnswerFields,
  switchedFields,
  termsTextFields,
  userFields,
  userPrivacyFields,
  userSessionFields,
} from './fields.ts';

export const optionsForm = form(optionFields);
export const adminNoteForm = form(adminNoteFields);
export const termsTextForm = form(termsTextFields);
export const identityCorrectionForm = form(identityCorrectionFields);
export const userForm = form(userFields);
export const lockedUserForm = form(lockedUserFields);
export const userPrivacyForm = form(userPrivacyFields);
export const userSessionForm = form(userSessionFields);
export const switchedForm = form(switchedFields);
export const privacyAnswerForm = form(privacyAnswerFields);
