import type { Database } from './database/sql.ts';
import { Refusal } from './refusals.ts';

/**
 * The record of an erased person is read-only (D150). Whatever staff do to a person has an audit entry about that
 * person, so this is asked with each such entry and holds for every operation.
 * @throws Refusal person-erased
 */
export async function requireNotErased(db: Database, accountId: string): Promise<void> {
  const erased = await db
    .selectFrom('person_key')
    .select('erased_at')
    .where('person_id', '=', accountId)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  if (erased) throw new Refusal('person-erased', { detail: accountId });
}
