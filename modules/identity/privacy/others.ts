import { anyOf, type Work } from '#modules/platform/index.ts';

/** How a copy of a person's data names whoever else appears in it (D151). */

const someId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Names accounts and companies in words: `you`, `staff`, the company's name, or `another person`. Whatever the rows say
 * about them is an id, so that no part of an export can name a member of staff or somebody else.
 * @returns the rows as JSON
 */
export async function inWords(
  { db }: Pick<Work, 'db'>,
  accountId: string,
  rows: readonly object[],
): Promise<string> {
  const ids = [...new Set(JSON.stringify(rows).match(someId))];
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'role'])
    .where('id', '=', anyOf(ids))
    .execute();
  const companies = await db
    .selectFrom('session_facts')
    .select(['company_id', 'company_name'])
    .distinctOn('company_id')
    .where('company_id', '=', anyOf(ids))
    .execute();
  const words = new Map<string, string>();
  for (const { company_id: id, company_name: name } of companies) if (id) words.set(id, name ?? 'a company');
  for (const { id, role } of accounts) words.set(id, role === 'ADMIN' ? 'staff' : 'another person');
  words.set(accountId, 'you');
  return JSON.stringify(
    rows,
    (_key, value: unknown) =>
      typeof value === 'string' ? value.replaceAll(someId, (id) => words.get(id) ?? id) : value,
    2,
  );
}
