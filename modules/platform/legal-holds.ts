import type { Insertable } from 'kysely';
import type { Work } from './contract.ts';
import { column } from './database/column.ts';
import { type Fragment, sql, type Tables } from './database/sql.ts';
import { statement } from './database/statement.ts';

/** A legal hold on a person or a company keeps what is stored about them from being deleted (D140). */

/** Finds, among rows that a sweep is about to delete, those about somebody who is on hold. */
export interface RowOwners {
  readonly held: (keys: readonly string[]) => ReturnType<ReturnType<typeof heldRows>>;
}

interface Owned {
  /** The sweep's name. */
  name: string;
  table: string;
  /** The column of the sweep's keys. */
  key: string;
  /** The people whom a row `t` is about, as the inside of `in (...)`. */
  people?: Fragment;
  /** The companies. */
  companies?: Fragment;
}

function heldRows({ name, table, key, people, companies }: Owned) {
  const about = [
    ...(people ? [sql`h.account_id in (${people})`] : []),
    ...(companies ? [sql`h.company_id in (${companies})`] : []),
  ];
  return statement({
    name: `${name}.held`,
    row: { key: column.text },
    sql: (keys: readonly string[]) => sql`
      select ${sql.ref(`t.${key}`)}::text as key from ${sql.table(table)} t
      where ${sql.ref(`t.${key}`)} = any(${sql.val(keys)}) and exists (
        select from legal_hold h where h.lifted_at is null and (${sql.join(about, sql` or `)}))`,
  });
}

export const rowOwners = (owned: Owned): RowOwners => ({ held: heldRows(owned) });

type LegalHoldRow = Insertable<Tables['legal_hold']>;

/** @returns whether it was added; there is at most one open hold on a person or a company */
export async function addHold({ db }: Pick<Work<unknown>, 'db'>, row: LegalHoldRow): Promise<boolean> {
  const added = await db
    .insertInto('legal_hold')
    .values(row)
    .onConflict((open) => open.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Ends a hold that its transaction has locked. */
export async function endHold(
  { db }: Pick<Work<unknown>, 'db'>,
  id: string,
  ended: Pick<
    LegalHoldRow,
    'lifted_at' | 'lift_reason_sealed' | 'lifted_by_account_id' | 'lifted_by_operator'
  >,
): Promise<void> {
  await db.updateTable('legal_hold').set(ended).where('id', '=', id).execute();
}

/** Whether a person or a company is on hold. */
export async function isOnHold(
  { db }: Pick<Work, 'db'>,
  about: { accountId: string } | { companyId: string },
): Promise<boolean> {
  const open = db.selectFrom('legal_hold').select('id').where('lifted_at', 'is', null);
  const found = await ('accountId' in about
    ? open.where('account_id', '=', about.accountId)
    : open.where('company_id', '=', about.companyId)
  ).executeTakeFirst();
  return found !== undefined;
}
