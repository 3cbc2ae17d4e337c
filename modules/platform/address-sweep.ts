import { column } from './database/column.ts';
import { type Fragment, sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { readEmailAddress } from './fields/email.ts';
import type { Sweep } from './sweep.ts';

interface SweptAddresses {
  name: string;
  table: string;
  /** The table's primary key, a single column. */
  key: string;
  /** The column with the address. */
  address: string;
  /** Of a table that has other texts in the column: which rows have an address in it. */
  where?: Fragment;
  /** Whether another row, `o`, has the address `wanted` already, where only one of them may have it; `t` is the row. */
  taken?: (wanted: Fragment) => Fragment;
}

/** The SQL condition for an address that is not in the one form. */
const isOtherForm = (address: Fragment) => sql<boolean>`not is_email_address(${address}::text)`;

/**
 * A sweep that brings the addresses of a table to the one form. It leaves what is no address, and what another row
 * has, as it is.
 */
export function addressSweep(swept: SweptAddresses): Sweep {
  const table = sql.table(swept.table);
  const key = sql.ref(`t.${swept.key}`);
  const address = sql.ref(`t.${swept.address}`);
  const where = swept.where ?? sql`true`;
  const nextKeys = statement({
    name: `${swept.name}.next-keys`,
    row: { key: column.text },
    examples: [
      [null, 1],
      ['', 1],
    ],
    sql: (after: string | null, size: number) => sql`
      select ${key}::text as key from ${table} t
      where ${where} and ${address} is not null and ${isOtherForm(address)}
        ${after === null ? sql`` : sql`and ${key} > ${after}`}
      order by ${key} limit ${size}`,
  });
  const readAddresses = statement({
    name: `${swept.name}.read`,
    row: { key: column.text, address: column.text },
    sql: (keys: readonly string[]) => sql`
      select ${key}::text as key, ${address}::text as address from ${table} t where ${key} = any(${sql.val(keys)})
      order by ${key} for update`,
  });
  const writeAddress = statement({
    name: `${swept.name}.write`,
    row: { key: column.text },
    sql: (one: string, wanted: string) => sql`
      update ${table} t set ${sql.ref(swept.address)} = ${wanted} where ${key} = ${one}
        and not ${swept.taken ? sql`exists (select from ${table} o where ${swept.taken(sql`${wanted}`)})` : sql`false`}
      returning ${key}::text as key`,
  });
  return {
    name: swept.name,
    size: 500,
    keys: async (work, after, size) => (await work.rows(nextKeys(after, size))).map((row) => row.key),
    async run(work, keys) {
      let changed = 0;
      for (const row of await work.rows(readAddresses(keys))) {
        const wanted = readEmailAddress(row.address);
        if (wanted !== null) changed += (await work.rows(writeAddress(row.key, wanted))).length;
      }
      return changed;
    },
  };
}
