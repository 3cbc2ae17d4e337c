import { column as as } from '../database/column.ts';
import { sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';

/** The columns with keys of files that `keepSealed` has stored, so that a key rotation finds all of them. */

interface Declaration {
  table: string;
  column: string;
}

function statementsOf({ table, column }: Declaration) {
  const name = `platform.rotate-files.${table.replaceAll('_', '-')}.${column.replaceAll('_', '-')}`;
  const [from, id, key] = [sql.table(table), sql.ref('id'), sql.ref(column)];
  const row = { id: as.text, key: as.text };
  return {
    next: statement({
      name: `${name}.next`,
      row,
      examples: [
        [null, 1],
        ['', 1],
      ],
      sql: (after: string | null, size: number) => sql`
        select ${id}::text as id, ${key} as key from ${from}
        where ${key} is not null ${after === null ? sql`` : sql`and ${id} > ${after}`}
        order by ${from}.${id} limit ${size}`,
    }),
    lock: statement({
      name: `${name}.lock`,
      row,
      sql: (ids: readonly string[]) => sql`
        select ${id}::text as id, ${key} as key from ${from}
        where ${id} = any(${sql.val(ids)}) and ${key} is not null order by ${from}.${id} for no key update`,
    }),
  };
}

export interface FileColumn extends Readonly<Declaration> {
  readonly statements: ReturnType<typeof statementsOf>;
}

const declared: FileColumn[] = [];
/** Every column with keys of encrypted files of the modules that are loaded. */
export const declaredFileColumns: readonly FileColumn[] = declared;

/** @param declaration a table with the primary key `id` */
export function sealedFiles(declaration: Declaration): void {
  declared.push({ ...declaration, statements: statementsOf(declaration) });
}
