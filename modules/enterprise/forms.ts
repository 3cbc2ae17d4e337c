/** The forms of enterprise: the fields of fields.ts, for the browser's check and the server. */
import { form } from '#modules/platform/fields/form.ts';
import { companyFields, supportFields } from './fields.ts';

export const supportForm = form(supportFields);
export const companyForm = form(companyFields);
