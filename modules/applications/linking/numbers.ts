import { type RawBuilder, sql, type Work } from '#modules/platform/index.ts';

/** The ShieldIDs of former accounts as ShieldIDs of people: whose they are, and since when. */

/** Whether a number is somebody's active ShieldID, or a score was issued under it. */
export const isInUse = (number: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from shield_id taken where taken.number = ${sql.ref(number)} and (taken.retired_at is null
    or exists (select from shield_score score where score.shield_id_number = taken.number)))`;

/** Whether a number was unlinked from its account: it is nobody's ShieldID until its owner gets it. */
export const isUnlinked = (number: string): RawBuilder<boolean> => sql<boolean>`(exists (
  select from archived_shield_id kept where kept.number = ${sql.ref(number)} and kept.linked_account_id is null)
  and not ${isInUse(number)})`;

/**
 * Makes a number of the archive a ShieldID of the account that it was linked to in the same transaction. A number that
 * was unlinked before changes its account.
 */
export async function takeNumber(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { accountId, number, active }: { accountId: string; number: string; active: boolean },
): Promise<void> {
  const taken = { account_id: accountId, issued_at: now, retired_at: active ? null : now };
  await db
    .insertInto('shield_id')
    .values({ number, ...taken })
    .onConflict((known) =>
      known
        .column('number')
        .doUpdateSet(taken)
        .where(({ not }) => not(isInUse('shield_id.number'))),
    )
    .returning('number')
    .executeTakeFirstOrThrow();
}
