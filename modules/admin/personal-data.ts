import { column, openForPeople, type PersonalData, personalTables, sql } from '#modules/platform/index.ts';
import { noteTypes } from './statuses.ts';
import { sealedNotes } from './user/notes.ts';

const table = personalTables('admin');

/** What the admin module holds about a person (D23). */
export const adminPersonalData: PersonalData = {
  module: 'admin',
  tables: [
    table({
      table: 'admin_note',
      title: 'Staff notes about you',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        id: column.uuid,
        note_type: column.oneOf(noteTypes),
        note_sealed: column.text.nullable(),
        written_at: column.instant,
      },
      async present(rows, { db, portal }, { accountId }) {
        const texts = await openForPeople(db, portal.keys, sealedNotes(accountId, rows));
        return rows.map(({ id, note_type, written_at }) => ({
          note_type,
          written_at,
          note: texts.get(id) ?? null,
        }));
      },
      erase: () => sql`note_sealed = null`,
    }),
    table({
      table: 'control_change',
      title: 'Changes of the portal’s controls that you asked for',
      of: ({ accountId }) => sql`requested_by = ${accountId}`,
      columns: {
        control: column.text,
        value: column.text,
        reason: column.text,
        state: column.text,
        requested_at: column.instant,
      },
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'pipeline_alert',
      title: 'What waited for a decision of staff',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        alert_type: column.text,
        state: column.text,
        raised_at: column.instant,
        due_at: column.instant.nullable(),
        settled_at: column.instant.nullable(),
      },
      erase: 'rows',
    }),
    table({
      table: 'staff_digest',
      title: 'Your morning email about waiting work',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: { wanted: column.boolean, last_day: column.date.nullable() },
      erase: 'rows',
    }),
  ],
};
