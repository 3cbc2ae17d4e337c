import { z } from 'zod';
import { column, newId, operation, person, sql, statement, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from './audit.ts';
import { Refusal } from './refusals.ts';

/** What is new in the portal (F32): written by staff, marked as unread until the person has opened it. */

/** How many of the newest notes are shown. */
const SHOWN = 20;

const releaseNote = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  published_at: z.date(),
});
export type ReleaseNoteText = z.output<typeof releaseNote>;

const notesFor = statement({
  name: 'enterprise.list-release-notes',
  row: {
    id: column.uuid,
    title: column.text,
    body: column.text,
    published_at: column.instant,
    unread: column.boolean,
  },
  sql: (accountId: string) => sql`
    select note.id, title, body, published_at,
      published_at > greatest(reader.read_until, account.registered_at) as unread
    from release_note note
    join account on account.id = ${accountId}
    left join release_note_reader reader on reader.account_id = account.id
    order by published_at desc, note.id
    limit ${SHOWN}`,
});

/** Notes from before the person registered are never unread. */
export const listReleaseNotes = operation({
  name: 'enterprise.list-release-notes',
  summary: 'What is new in the portal, newest first.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ notes: z.array(releaseNote.extend({ unread: z.boolean() })) }),
  async run(work) {
    return { notes: await work.rows(notesFor(work.caller.accountId)) };
  },
});

export const markReleaseNotesRead = operation({
  name: 'enterprise.mark-release-notes-read',
  summary: 'Records that the person has seen what is new.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    await work.db
      .insertInto('release_note_reader')
      .values({ account_id: work.caller.accountId, read_until: work.now })
      .onConflict((known) => known.column('account_id').doUpdateSet({ read_until: work.now }))
      .execute();
    return {};
  },
});

/** For the console. */
export function readReleaseNotes({ db }: Pick<Work, 'db'>): Promise<ReleaseNoteText[]> {
  return db
    .selectFrom('release_note')
    .select(['id', 'title', 'body', 'published_at'])
    .orderBy('published_at', 'desc')
    .limit(SHOWN)
    .execute();
}

export async function addReleaseNote(
  work: Pick<Work, 'db' | 'audit' | 'now'>,
  { title, body }: { title: string; body: string },
): Promise<void> {
  const id = newId();
  await work.db.insertInto('release_note').values({ id, title, body, published_at: work.now }).execute();
  await work.audit({
    action: enterpriseAudit.releaseNotePublished,
    object: { type: 'release_note', id },
    detail: { title },
  });
}

/** @throws Refusal not-found */
export async function removeReleaseNote(work: Pick<Work, 'db' | 'audit'>, id: string): Promise<void> {
  const removed = await work.db
    .deleteFrom('release_note')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  if (!removed) throw new Refusal('not-found', { detail: `release note ${id}` });
  await work.audit({
    action: enterpriseAudit.releaseNoteRemoved,
    object: { type: 'release_note', id },
    detail: { title: removed.title },
  });
}
