import { column as as } from '../database/column.ts';
import { sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';

/**
 * The columns with keys of stored files: a key rotation finds those that `keepSealed` has stored, and a file that no
 * column refers to is deleted.
 */

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

function referenceOf({ table, column }: Declaration) {
  const [from, key] = [sql.table(table), sql.ref(column)];
  return {
    table,
    column,
    /** Which of these keys the column has. */
    among: statement({
      name: `platform.files-referred.${table.replaceAll('_', '-')}.${column.replaceAll('_', '-')}`,
      row: { key: as.text },
      sql: (keys: readonly string[]) => sql`
        select distinct ${key} as key from ${from} where ${key} = any(${sql.val(keys)})`,
    }),
  };
}

const references: ReturnType<typeof referenceOf>[] = [];
/** Every column with keys of stored files of the modules that are loaded. */
export const declaredReferences: readonly ReturnType<typeof referenceOf>[] = references;

/** @param declaration a table with the primary key `id` */
export function sealedFiles(declaration: Declaration): void {
  declared.push({ ...declaration, statements: statementsOf(declaration) });
  references.push(referenceOf(declaration));
}

/** A column with keys of files that are stored as they are, because whoever has their address may see them. */
export function plainFiles(declaration: Declaration): void {
  references.push(referenceOf(declaration));
}

const kept: string[] = [];

/** Files that stay although no row refers to them any more. @param folder the beginning of their keys */
export function keptFiles(folder: string): void {
  kept.push(folder);
}

/** Whether a stored file stays without a row that refers to it. */
export const isKeptFile = (key: string): boolean => kept.some((folder) => key.startsWith(folder));
