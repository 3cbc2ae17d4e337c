/** The forms of the staff console: the fields of fields.ts, for the browser's check and the server. */
import { form } from '#modules/platform/fields/form.ts';
import { adminNoteFields } from './fields.ts';

export const adminNoteForm = form(adminNoteFields);
