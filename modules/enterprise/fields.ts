/** The fields of enterprise's forms and operations, as plain data: pages show them without loading a schema. */
import { fields, optional } from '#modules/platform/fields/field.ts';
import {
  addressLine,
  businessName,
  city,
  emailAddress,
  line,
  note,
  phone,
  postalCode,
  state,
} from '#modules/platform/fields/kinds.ts';

export const supportFields = fields({
  name: line('Your name', { max: 120, missing: 'Enter your name', autoComplete: 'name' }),
  emailaddress: emailAddress('Your email', { autoComplete: 'email' }),
  message: note('How can we help?', {
    min: 10,
    max: 4000,
    missing: 'Enter your question',
    wrong: 'Tell us a little more: at least 10 characters',
  }),
});

/** What staff give when they make a company. */
export const companyFields = fields({
  company_name: { ...businessName('Company name'), missing: 'Enter the company’s name' },
  legal_business_name: optional(businessName('Legal business name')),
  company_phone: optional(phone('Company phone', { autoComplete: 'off' })),
  support_email: optional(emailAddress('Support email', { autoComplete: 'off' })),
  company_address1: optional(addressLine('Street address', { autoComplete: 'off' })),
  company_address2: optional(addressLine('Suite', { autoComplete: 'off' })),
  company_city: optional(city({ autoComplete: 'off' })),
  company_state: optional(state({ autoComplete: 'off' })),
  company_postalcode: optional(postalCode('ZIP code', { autoComplete: 'off' })),
  branding_hostname: optional(line('Host name', { max: 63, autoComplete: 'off' })),
});
