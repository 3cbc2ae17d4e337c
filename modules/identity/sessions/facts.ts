import type { SessionFacts, TeamRole, Work } from '#modules/platform/index.ts';

/** What the modules that build on identity may write about a person: the facts, and the team that the person is in. */
export type FactChanges = Partial<SessionFacts> & { company_id?: string | null; team_role?: TeamRole | null };

/**
 * Updates what a session answers about a person (D10). Call it in the transaction that changes the underlying state.
 * @param changes only the facts that changed; the other facts stay as they are
 */
export async function writeFacts(
  { db }: Pick<Work, 'db'>,
  accountId: string,
  changes: FactChanges,
): Promise<void> {
  await db
    .updateTable('session_facts')
    .set(changes)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirstOrThrow();
}
