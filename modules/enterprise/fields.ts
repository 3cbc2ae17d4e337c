/** The fields of enterprise's forms and operations, as plain data: pages show them without loading a schema. */
import { fields } from '#modules/platform/fields/field.ts';
import { emailAddress, line, note } from '#modules/platform/fields/kinds.ts';

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
