import type { Portal } from './contract.ts';
import { declaredSealedColumns, type SealedColumn } from './crypto/sealed-columns.ts';
import { column } from './database/column.ts';
import { sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { resealFile } from './storage/sealed.ts';
import type { Sweep } from './sweep.ts';

/** Rotation of the encryption key (D44): values under an older key are encrypted again while the portal runs. */

type KeysAndStorage = Pick<Portal, 'keys' | 'storage'>;

function columnSweep({ keys }: KeysAndStorage, sealed: SealedColumn): Sweep {
  const { next, lock, change } = sealed.statements;
  return {
    name: `platform.rotate.${sealed.table}.${sealed.column}`,
    size: 500,
    keys: async (work, after, size) =>
      (await work.rows(next(`v1.${keys.active}.`, after, size))).map((row) => row.key),
    async run(work, rowKeys) {
      const older = (await work.rows(lock(rowKeys))).filter((row) => !keys.isCurrent(row.sealed));
      for (const row of older) {
        const place = sealed.place(row.key);
        await work.rows(change(row.key, keys.encryptBytes(keys.decryptBytes(row.sealed, place), place)));
      }
      return older.length;
    },
  };
}

interface FileColumn {
  table: string;
  column: string;
  next: ReturnType<typeof nextFiles>;
}

const nextFiles = ({ table, column: key }: { table: string; column: string }) =>
  statement({
    name: `platform.rotate-files.${table.replaceAll('_', '-')}.${key.replaceAll('_', '-')}.next-keys`,
    row: { key: column.text },
    examples: [
      [null, 1],
      ['', 1],
    ],
    sql: (after: string | null, size: number) => sql`
      select distinct ${sql.ref(key)} as key from ${sql.table(table)}
      where ${sql.ref(key)} is not null ${after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`}
      order by 1 limit ${size}`,
  });

const fileColumns: FileColumn[] = [];

/** Declares a column whose values are the keys of files that `keepSealed` has stored. */
export function sealedFiles(declaration: { table: string; column: string }): void {
  fileColumns.push({ ...declaration, next: nextFiles(declaration) });
}

function fileSweep(portal: KeysAndStorage, { table, column: key, next }: FileColumn): Sweep {
  return {
    name: `platform.rotate-files.${table}.${key}`,
    size: 50,
    keys: async (work, after, size) => (await work.rows(next(after, size))).map((row) => row.key),
    async run(_work, fileKeys) {
      let changed = 0;
      for (const fileKey of fileKeys) if (await resealFile(portal, fileKey)) changed += 1;
      return changed;
    },
  };
}

/** One sweep for each encrypted column and for each column with keys of encrypted files. */
export function rotationSweeps(portal: KeysAndStorage): Sweep[] {
  return [
    ...declaredSealedColumns.map((sealed) => columnSweep(portal, sealed)),
    ...fileColumns.map((files) => fileSweep(portal, files)),
  ];
}
