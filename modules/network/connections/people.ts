import { anyOf, column, sql, statement, type Work } from '#modules/platform/index.ts';

/** Named people, or the people of named connections. */
export type PeopleScope = { accountIds: readonly string[] } | { connectionIds: readonly string[] };

const lockAccounts = statement({
  name: 'network.lock-people',
  prepared: true,
  row: { id: column.uuid },
  examples: [[{ accountIds: [] }], [{ connectionIds: [] }]],
  sql: (scope: PeopleScope) => sql`
    select id from account
    where id = ${
      'accountIds' in scope
        ? anyOf(scope.accountIds)
        : sql`any(array(select account_id from connection where id = ${anyOf(scope.connectionIds)}))`
    }
    order by id for no key update`,
});

/**
 * Waits for transactions that change the same people or what they share, until both end. A status is computed from rows
 * of several tables: of two transactions that each change one of them, the second has to read what the first changed.
 *
 * Everything that changes connections of people locks the people first, then their connections, then companies: two
 * transactions that lock the same rows in different orders would wait for each other.
 */
export async function lockPeople(work: Pick<Work, 'rows'>, scope: PeopleScope): Promise<void> {
  await work.rows(lockAccounts(scope));
}
