import { z } from 'zod';
import { inputOf } from '#modules/platform/fields/schema.ts';
import {
  type Caller,
  column,
  newId,
  openForPeople,
  operation,
  Refusal,
  type RowOfStatement,
  type SealedText,
  sealForPerson,
  sql,
  staff,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { adminNoteFields } from '../fields.ts';
import { type NoteType, noteTypes } from '../statuses.ts';
import { getLivingSubject, getSubject, userId } from './subject.ts';

/** More notes than any record has; limits the answer. */
const MOST_NOTES = 200;

export const adminNote = z.object({
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

/** A person's notes, newest first, with their texts still encrypted. */
export const notesAbout = statement({
  name: 'admin.list-notes',
  row: {
    id: column.uuid,
    authorname: column.text,
    authoremailaddress: column.text,
    dts: column.instant,
    note_type: column.oneOf(noteTypes),
    note_sealed: column.text.nullable(),
    applicationid: column.uuid.nullable(),
  },
  sql: (accountId: string) => sql`
    select note.id,
      coalesce(author.firstname || ' ' || author.lastname, note.author_operator || ' at the terminal') as authorname,
      coalesce(author.emailaddress, '') as authoremailaddress, note.written_at as dts, note.note_type, note.note_sealed,
      note.application_id as applicationid
    from admin_note note
    left join account author on author.id = note.author_account_id
    where note.account_id = ${accountId}
    order by note.written_at desc, note.id desc
    limit ${MOST_NOTES}`,
});
type SealedNote = RowOfStatement<typeof notesAbout>;

/** The notes of staff about a person, newest first. */
export const getAdminNotes = operation({
  name: 'admin.get-admin-notes',
  summary: 'The notes that staff wrote about a person, newest first.',
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({ notes: z.array(adminNote) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    const rows = await work.rows(notesAbout(userid));
    return {
      notes: withTexts(rows, await openForPeople(work.db, work.portal.keys, sealedNotes(userid, rows))),
    };
  },
});

/** The encrypted texts of a person's notes, to be decrypted with the person's key. */
export function sealedNotes(
  personId: string,
  rows: readonly Pick<SealedNote, 'id' | 'note_sealed'>[],
): SealedText[] {
  return rows.flatMap(({ id, note_sealed }) =>
    note_sealed ? [{ id, personId, sealed: note_sealed, aad: noteAad(id) }] : [],
  );
}

export function withTexts(
  rows: readonly SealedNote[],
  texts: ReadonlyMap<string, string | null>,
): AdminNote[] {
  return rows.map(({ note_sealed: _sealed, ...row }) => ({ ...row, note: texts.get(row.id) ?? null }));
}

/** Writes a note about a person, or about one of their applications (D81, D102). @throws Refusal not-found */
export const saveAdminNote = operation({
  name: 'admin.save-admin-note',
  summary: 'Adds a note about a person or one of their applications.',
  access: staff,
  kind: 'write',
  input: inputOf(adminNoteFields).extend({
    userid: userId.shape.userid,
    note_type: z.enum(noteTypes).default('note'),
    applicationid: z.uuid().optional(),
  }),
  output: z.object({}),
  async run(work, { userid, note_type, note, applicationid }) {
    await getLivingSubject(work, userid);
    if (applicationid) await requireApplicationOf(work, userid, applicationid);
    await writeNote(work, { userid, note_type, note, applicationid });
    return {};
  },
});

interface NewNote {
  userid: string;
  note_type: NoteType;
  note: string;
  /** One of the person's own applications. */
  applicationid?: string | undefined;
}

/** Stores what the caller, or the operator of the terminal, wrote about a person. */
export async function writeNote(
  work: Work<Caller | null>,
  { userid, note_type, note, applicationid }: NewNote,
): Promise<void> {
  const id = newId();
  const note_sealed = await sealForPerson(work.db, work.portal.keys, userid, note, noteAad(id), work.now);
  await work.db
    .insertInto('admin_note')
    .values({
      id,
      account_id: userid,
      application_id: applicationid ?? null,
      author_account_id: work.caller?.accountId ?? null,
      author_operator: work.caller ? null : work.visit.operator,
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
}

async function requireApplicationOf(work: Work<unknown>, accountId: string, id: string): Promise<void> {
  const found = await work.db
    .selectFrom('application')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found');
}

/**
 * Associated data of an encrypted note: it binds the text to its row, so that a copy in another row cannot be
 * decrypted.
 */
export function noteAad(id: string): string {
  return `admin_note.note:${id}`;
}
