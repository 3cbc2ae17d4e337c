import { column as as } from '../database/column.ts';
import { sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';

/**
 * The columns with values that are encrypted by the key ring. Each is declared next to the code that writes it, so that
 * a key rotation finds all of them. A check reports code that writes such a place as a literal text.
 */

interface Declaration {
  table: string;
  column: string;
  /** The primary key. Several columns are joined into one text with `:`. */
  key?: readonly [string, ...string[]];
  /** In a jsonb column, the property with the value. */
  property?: string;
  /** The first part of the place, if it is not `table.column`. */
  name?: string;
}

const rowShape = { key: as.text, sealed: as.text };

function statementsOf({ table, column, key = ['id'], property }: Declaration) {
  const name = `platform.rotate.${table.replaceAll('_', '-')}.${column.replaceAll('_', '-')}`;
  const from = sql.table(table);
  const one = key.length === 1 ? sql.ref(`${table}.${key[0]}`) : null;
  const rowKey =
    one ??
    sql.join(
      key.map((part) => sql`${sql.ref(`${table}.${part}`)}::text`),
      sql` || ':' || `,
    );
  const held = sql.ref(`${table}.${column}`);
  const value = property === undefined ? held : sql`${held}->>${sql.lit(property)}`;
  return {
    next: statement({
      name: `${name}.next-keys`,
      row: { key: as.text },
      examples: [
        ['', null, 1],
        ['', '', 1],
      ],
      sql: (current: string, after: string | null, size: number) => sql`
        select (${rowKey})::text as key from ${from}
        where ${value} is not null and not starts_with(${value}, ${current})
          ${after === null ? sql`` : sql`and ${rowKey} > ${after}`}
        order by ${rowKey} limit ${size}`,
    }),
    lock: statement({
      name: `${name}.lock`,
      row: rowShape,
      sql: (keys: readonly string[]) => sql`
        select (${rowKey})::text as key, ${value} as sealed from ${from}
        where ${rowKey} = any(${sql.val(keys)}) and ${value} is not null order by ${rowKey} for no key update`,
    }),
    uses: statement({
      name: `${name}.uses`,
      row: { id: as.text, values: as.integer },
      sql: () => sql`
        select split_part(${value}, '.', 2) as id, count(*)::int as values from ${from}
        where ${value} is not null group by 1`,
    }),
    change: statement({
      name: `${name}.change`,
      row: {},
      sql: (rowOf: string, sealed: string) => sql`
        update ${from} set ${sql.ref(column)} = ${
          property === undefined
            ? sql`${sealed}`
            : sql`jsonb_set(${held}, array[${sql.lit(property)}], to_jsonb(${sealed}::text))`
        } where ${rowKey} = ${rowOf}`,
    }),
  };
}

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /**
   * The place that a value is bound to.
   * @param key the key of the row, as the statements return it
   */
  place(key: string): string;
  readonly statements: ReturnType<typeof statementsOf>;
}

const declared: SealedColumn[] = [];
/** Every sealed column of the modules that are loaded. */
export const declaredSealedColumns: readonly SealedColumn[] = declared;

/**
 * Declares a column of encrypted values.
 * @returns a function that makes the place from the key of a row, for `encrypt` and `decrypt`
 */
export function sealedColumn(declaration: Declaration): (...key: string[]) => string {
  const { table, column, key = ['id'], name = `${table}.${column}` } = declaration;
  const place = (rowKey: string) => `${name}:${rowKey}`;
  declared.push({ table, column, key, place, statements: statementsOf(declaration) });
  return (...rowKey) => place(rowKey.join(':'));
}
