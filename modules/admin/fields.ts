import { fields } from '#modules/platform/fields/field.ts';
import { choice, note } from '#modules/platform/fields/kinds.ts';
import { adminLimits } from './limits.ts';

/** The fields of the console's forms, as plain data, so that pages show them without loading a schema. */

/** What a note is about (D102). */
export const noteTypes = ['note', 'refund', 'expiration', 'dispute', 'call'] as const;
export type NoteType = (typeof noteTypes)[number];

export const adminNoteFields = fields({
  note_type: choice('About', noteTypes, 'Choose what the note is about'),
  note: note('Note', {
    min: adminLimits['note.least-characters'],
    max: 4000,
    missing: 'Write the note',
  }),
});
