import { consentFields } from '#modules/applications/fields.ts';
import { bind, fields, optional } from '#modules/platform/fields/field.ts';
import {
  agreement,
  businessName,
  choice,
  city,
  code,
  date,
  id,
  line,
  money,
  newPassword,
  note,
  passwordAgain,
  personName,
  phone,
  rows,
  ssn,
  state,
  tick,
} from '#modules/platform/fields/kinds.ts';

/** The fields of the specimens, whose forms have no operation. */
export const specimenFields = fields({
  firstname: personName('First name', { autoComplete: 'given-name' }),
  businessname: optional(businessName()),
  mobile: phone('Mobile'),
  password: newPassword('Password', 'Choose a password'),
  confirmpassword: passwordAgain('Confirm password'),
  packageid: id(),
  agree: agreement('I agree to the terms', 'Accept the terms to go on'),
  city: city(),
  verified: personName('Read only'),
  none: personName('Disabled'),
  state: state(),
  dateofbirth: date('Date of birth'),
  ssn: ssn(),
  amount: money('Amount'),
  wrong: note('What is wrong in the report?', { max: 4000, min: 8 }),
  kind: choice('Accept as', ['individual', 'company'], 'Choose one of the two'),
  renewal: tick('Renewal reminders'),
  marketing: tick('Marketing mails'),
  sharing: tick('Share with my network'),
  auto: tick('Accept invitations automatically'),
  code: code('Six characters'),
  refusedCode: code(),
  phone: code('Last 4 digits of the phone'),
  rememberbrowser: tick('Remember this browser for 30 days'),
  use_saved_signature: tick('Place my saved signature on this document'),
  save_signature: tick('Save for later'),
  to: optional(line('To', { max: 254, autoComplete: 'off' })),
});

export const specimens = { ...bind(specimenFields), ...bind(consentFields) };

/** A form of the page that is really sent. */
export const specimenRowFields = fields({
  aliases: rows(
    'Other names',
    fields({
      firstname: personName('First name', { missing: 'Enter a first name' }),
      lastname: personName('Last name', { missing: 'Enter a last name' }),
    }),
    4,
  ),
});
