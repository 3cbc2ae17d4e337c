import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql, type Work } from '#modules/platform/index.ts';
import { rowsOf } from '#test/sql.ts';

/**
 * Checks whose rows an operation changes: only those of the caller, of the people that its audit entries name, and of
 * the connections and companies that these belong to. An update without the right condition changes rows of other
 * people, and is found by any test that has others in its database. Operations that change other people's rows on
 * purpose are listed.
 */

const list = 'test/checks/rows-of-others.tsv';
const listed = new Set(
  readFileSync(join(import.meta.dirname, 'checks', 'rows-of-others.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1),
);

/** For tables without `account_id`: the column that leads to the person, and its table. */
const ways: Record<string, string> = { application_id: 'application', dispute_id: 'dispute' };

/** SQL for the owner of a row `r`, for each table in which it can be found. */
let owners: Map<string, string> | undefined;

async function ownersOf(work: Work<unknown>): Promise<Map<string, string>> {
  if (owners) return owners;
  const columns = await rowsOf(
    work,
    sql<{ table: string; column: string }>`
    /* asked by the tests */ select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('account_id', 'application_id', 'dispute_id')
    order by a.attname = 'account_id'`,
  );
  owners = new Map(
    columns.map(({ table, column }) => {
      const to = ways[column];
      return [table, to ? `(select account_id from ${to} where id = r.${column})` : 'r.account_id'];
    }),
  );
  owners.set('account', 'r.id');
  return owners;
}

/** @throws Error for a row of a person who has nothing to do with the operation */
export async function checkRowOwners(
  work: Work<unknown>,
  operation: string,
  tables: readonly string[],
  named: ReadonlySet<string>,
): Promise<void> {
  if (tables.length === 0) return;
  const session = await work.visit.caller();
  const own = session ? [session.accountId, session.adminAccountId].filter((id) => id !== null) : [];
  const people = new Set([...named, ...own]);
  // A caller who is not signed in and uses a code cannot be matched with a person.
  if (people.size === 0) return;
  const known = await ownersOf(work);
  for (const table of tables) {
    const owner = known.get(table);
    const line = `${operation}\t${table}`;
    if (!owner || listed.has(line)) continue;
    const strangers = await rowsOf(
      work,
      changedRowsOf(table, owner, [...people], session?.companyId ?? null),
    );
    if (strangers.length === 0) continue;
    if (process.env.RECORD_ROWS) appendFileSync(process.env.RECORD_ROWS, `${line}\n`);
    else
      throw new Error(
        `${operation} changed a row of ${table} that belongs to somebody else. ` +
          `If it is meant to, add the line "${line.replaceAll('\t', '\\t')}" to ${list}`,
      );
  }
}

/** The rows of a table that this transaction wrote and that belong to none of these people. */
function changedRowsOf(
  table: string,
  owner: string,
  people: readonly string[],
  companyId: string | null,
): RawBuilder<{ owner: string }> {
  const ids = sql`${sql.val(people)}::uuid[]`;
  const network =
    table === 'connection'
      ? sql`and not coalesce(r.owner_account_id = any(${ids}), false) and r.owner_company_id is distinct from ${companyId}
          and r.sharing_company_id is distinct from ${companyId}`
      : sql``;
  return sql<{ owner: string }>`
    /* asked by the tests */ select ${sql.raw(owner)} as owner from ${sql.table(table)} r
    where xmin::text::bigint = pg_current_xact_id()::text::bigint & 4294967295
      and ${sql.raw(owner)} is not null and not ${sql.raw(owner)} = any(${ids}) ${network} limit 1`;
}
