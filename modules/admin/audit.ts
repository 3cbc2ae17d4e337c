import { auditAction } from '#modules/platform/index.ts';
import type { NoteType } from './fields.ts';

/** What this module writes to the audit log. */
export const adminAudit = {
  noteWritten: auditAction<{ note_type: NoteType }>('admin.note-written', 'Staff wrote a note'),
  userOpened: auditAction('admin.user-opened', 'Staff opened this record'),
};
