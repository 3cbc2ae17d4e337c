import { z } from 'zod';
import { inputOf } from '#modules/platform/fields/schema.ts';
import {
  newId,
  openForPeople,
  operation,
  Refusal,
  sealForPerson,
  staff,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from './audit.ts';
import { adminNoteFields, noteTypes } from './fields.ts';
import { getSubject, userId } from './subject.ts';

/** More than a record has; a bound for what one answer holds. */
const MOST_NOTES = 200;

const adminNote = z.object({
  id: z.uuid(),
  authorname: z.string(),
  authoremailaddress: z.string(),
  dts: z.date(),
  note_type: z.enum(noteTypes),
  /** Null once the person has been erased. */
  note: z.string().nullable(),
  applicationid: z.uuid().nullable(),
});
export type AdminNote = z.output<typeof adminNote>;

/** What staff wrote down about a person, newest first. */
export const getAdminNotes = operation({
  name: 'admin.get-admin-notes',
  summary: 'The notes that staff wrote about a person, newest first.',
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({ notes: z.array(adminNote) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    const rows = await work.db
      .selectFrom('admin_note')
      .innerJoin('account as author', 'author.id', 'admin_note.author_account_id')
      .select(['admin_note.id', 'note_type', 'note_sealed', 'written_at', 'application_id'])
      .select(['author.firstname', 'author.lastname', 'author.emailaddress'])
      .where('account_id', '=', userid)
      .orderBy('written_at', 'desc')
      .orderBy('admin_note.id', 'desc')
      .limit(MOST_NOTES)
      .execute();
    const sealed = rows.flatMap(({ id, note_sealed }) =>
      note_sealed ? [{ id, personId: userid, sealed: note_sealed, aad: notePlace(id) }] : [],
    );
    const opened = await openForPeople(work.db, work.portal.keys, sealed);
    const texts = new Map(sealed.map(({ id }, index) => [id, opened[index] ?? null]));
    return {
      notes: rows.map((row) => ({
        id: row.id,
        authorname: `${row.firstname} ${row.lastname}`,
        authoremailaddress: row.emailaddress,
        dts: row.written_at,
        note_type: row.note_type,
        note: texts.get(row.id) ?? null,
        applicationid: row.application_id,
      })),
    };
  },
});

/** Writes a note about a person, or about one of their applications (D81, D102). @throws Refusal not-found */
export const saveAdminNote = operation({
  name: 'admin.save-admin-note',
  summary: 'Write a note about a person, or about one of their applications.',
  access: staff,
  kind: 'write',
  input: inputOf(adminNoteFields).extend({
    userid: userId.shape.userid,
    note_type: z.enum(noteTypes).default('note'),
    applicationid: z.uuid().optional(),
  }),
  output: z.object({}),
  async run(work, { userid, note_type, note, applicationid }) {
    await getSubject(work, userid);
    if (applicationid) await requireApplicationOf(work, userid, applicationid);
    const id = newId();
    const note_sealed = await sealForPerson(work.db, work.portal.keys, userid, note, notePlace(id), work.now);
    await work.db
      .insertInto('admin_note')
      .values({
        id,
        account_id: userid,
        application_id: applicationid ?? null,
        author_account_id: work.caller.accountId,
        note_type,
        note_sealed,
        written_at: work.now,
      })
      .execute();
    await work.audit({
      action: adminAudit.noteWritten,
      about: userid,
      object: { type: 'admin_note', id },
      detail: { note_type },
    });
    return {};
  },
});

async function requireApplicationOf(work: Work<unknown>, accountId: string, id: string): Promise<void> {
  const found = await work.db
    .selectFrom('application')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found');
}

/** Binds a sealed text to its row, so that it cannot be moved to another one. */
function notePlace(id: string): string {
  return `admin_note.note:${id}`;
}
