import { openForPeople, type Work } from '#modules/platform/index.ts';

export const reasonAad = (id: string) => `compliance_exception.reason_sealed:${id}`;

/** The exception that holds now for a connection, with its reason, which is for admins of its company alone (D131). */
export async function findException(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  connectionId: string,
): Promise<{ reason: string | null; last_date: string } | undefined> {
  const found = await work.db
    .selectFrom('compliance_exception')
    .select(['id', 'account_id', 'reason_sealed', 'last_date'])
    .where('connection_id', '=', connectionId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', work.now)
    .executeTakeFirst();
  if (!found) return undefined;
  const { id, account_id: personId, reason_sealed: sealed, last_date } = found;
  const reasons = await openForPeople(work.db, work.portal.keys, [
    { id, personId, sealed, aad: reasonAad(id) },
  ]);
  return { reason: reasons.get(id) ?? null, last_date };
}
