import { recordAccessOfMany } from '#modules/identity/index.ts';
import { anyOf, type KeyCaller, sql, type Work } from '#modules/platform/index.ts';
import type { NetworkActor } from '../owner.ts';

/** The network of the company whose key is used, and nobody else's. */
export const ownerOf = ({ companyId }: KeyCaller) => ({ companyId });

/**
 * The key as somebody who acts for the company's network, with the rights of an admin. What it sends goes out in the
 * name of the company's owner, like what staff send for a company.
 */
export async function asActor<C extends KeyCaller>(work: Work<C>): Promise<Work<NetworkActor>> {
  const { companyId } = work.caller;
  const { id, emailaddress, certification_number, application_count } = await work.db
    .selectFrom('team_member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .innerJoin('session_facts as facts', 'facts.account_id', 'a.id')
    .select(['a.id', 'a.emailaddress', 'facts.certification_number', 'facts.application_count'])
    .where('m.company_id', '=', companyId)
    .where('m.role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return work.as({
    accountId: id,
    emailaddress,
    facts: { certification_number, application_count },
    owner: { companyId },
    networkRole: 'admin' as const,
    byKey: true as const,
  });
}

/** Notes for each person of these connections whose score was read that the company read it with a key (D48). */
export async function recordReading(work: Work<KeyCaller>, connectionIds: readonly string[]): Promise<void> {
  if (connectionIds.length === 0) return;
  const people = sql<{ person_id: string }>`select distinct c.account_id as person_id from connection c
    where c.id = ${anyOf(connectionIds)} and c.account_id is not null and c.score is not null`;
  await recordAccessOfMany(work, people, {
    viewerAccountId: null,
    viewerCompanyId: work.caller.companyId,
    kind: 'api',
  });
}
