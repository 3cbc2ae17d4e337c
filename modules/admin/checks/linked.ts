import { resealForPerson, type Work } from '#modules/platform/index.ts';
import { noteAad } from '../user/notes.ts';

/**
 * When a check moves to another account, what this module has about it moves along: notes, and what waited for staff.
 */
export async function followChecks(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  { from, to, applicationIds }: { from: string; to: string; applicationIds: readonly string[] },
): Promise<void> {
  const { db, portal, now } = work;
  const notes = await db
    .selectFrom('admin_note')
    .select(['id', 'note_sealed'])
    .where('account_id', '=', from)
    .where('application_id', 'in', applicationIds)
    .execute();
  for (const { id, note_sealed: sealed } of notes) {
    const note_sealed =
      sealed &&
      (await resealForPerson(db, portal.keys, { personId: from, sealed, aad: noteAad(id) }, to, now));
    await db.updateTable('admin_note').set({ account_id: to, note_sealed }).where('id', '=', id).execute();
  }
  await db
    .updateTable('pipeline_alert')
    .set({ account_id: to })
    .where('account_id', '=', from)
    .where('application_id', 'in', applicationIds)
    .execute();
}
