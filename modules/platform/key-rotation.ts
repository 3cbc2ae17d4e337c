import type { Portal } from './contract.ts';
import { SealError } from './crypto/seal.ts';
import { declaredSealedColumns, type SealedColumn } from './crypto/sealed-columns.ts';
import { countUses, forgetKeys } from './encryption-keys.ts';
import { declaredFileColumns, type FileColumn } from './storage/file-columns.ts';
import { resealFile } from './storage/sealed.ts';
import { type Failure, listSweepFailures, runSweep, type Sweep } from './sweep.ts';

/** Rotation of the encryption key (D44): values under an older key are encrypted again while the portal runs. */

type KeysAndStorage = Pick<Portal, 'keys' | 'storage'>;

/** The sweeps of one key. A rotation that was stopped and is followed by one to another key starts again. */
const sweepsOf = (keyId: string) => `platform.rotate.${keyId}.`;

function columnSweep({ keys }: KeysAndStorage, sealed: SealedColumn): Sweep {
  const { next, lock, change } = sealed.statements;
  return {
    name: `${sweepsOf(keys.active)}${sealed.table}.${sealed.column}`,
    size: 500,
    keys: async (work, after, size) =>
      (await work.rows(next(`v1.${keys.active}.`, after, size))).map((row) => row.key),
    async run(work, rowKeys) {
      const failures: Failure[] = [];
      let changed = 0;
      for (const { key, sealed: older } of await work.rows(lock(rowKeys))) {
        if (keys.isCurrent(older)) continue;
        const place = sealed.place(key);
        try {
          await work.rows(change(key, keys.encryptBytes(keys.decryptBytes(older, place), place)));
          changed += 1;
        } catch (error) {
          if (!(error instanceof SealError)) throw error;
          failures.push({ key, reason: error.message });
        }
      }
      return { changed, failures };
    },
  };
}

function fileSweep(portal: KeysAndStorage, { table, column, statements }: FileColumn): Sweep {
  const { next, lock } = statements;
  return {
    name: `${sweepsOf(portal.keys.active)}${table}.${column}`,
    size: 10,
    keys: async (work, after, size) => (await work.rows(next(after, size))).map((row) => row.id),
    async run(work, ids) {
      const failures: Failure[] = [];
      let changed = 0;
      // The lock holds back whoever erases the row: its file must not be written again after it was deleted.
      for (const { id, key } of await work.rows(lock(ids))) {
        try {
          if (await resealFile(portal, key)) changed += 1;
        } catch (error) {
          failures.push({ key: id, reason: error instanceof Error ? error.message : String(error) });
        }
      }
      return { changed, failures };
    },
  };
}

/** What was done in one column. */
export interface RotatedColumn {
  table: string;
  column: string;
  changed: number;
  /** The rows whose value or file could not be opened. */
  unopened: { id: string; reason: string }[];
}

export interface Rotation {
  columns: RotatedColumn[];
  /** How many values were encrypted with an older key while the rotation ran. */
  behind: number;
}

/**
 * Encrypts everything again with the active key, and then forgets the keys that nothing uses anymore. What cannot be
 * opened stays as it is. A run that was stopped goes on where it was.
 * @param signal stops between two batches
 */
export async function rotateKeys(portal: Portal, signal?: AbortSignal): Promise<Rotation> {
  const rotate = async (
    { table, column }: SealedColumn | FileColumn,
    sweep: Sweep,
  ): Promise<RotatedColumn> => {
    const { changed } = await runSweep(portal, sweep, signal ? { signal } : {});
    const failures = await listSweepFailures(portal.db, sweep.name);
    return { table, column, changed, unopened: failures.map(({ key, reason }) => ({ id: key, reason })) };
  };
  const values: RotatedColumn[] = [];
  const files: RotatedColumn[] = [];
  for (const sealed of declaredSealedColumns) values.push(await rotate(sealed, columnSweep(portal, sealed)));
  for (const kept of declaredFileColumns) files.push(await rotate(kept, fileSweep(portal, kept)));
  const uses = await countUses(portal.db);
  // Which key an unopened file uses is not known, so every key stays.
  if (countUnopened(files) === 0) await forgetKeys(portal, uses, sweepsOf);
  uses.delete(portal.keys.active);
  const older = [...uses.values()].reduce((sum, number) => sum + number, 0);
  return { columns: [...values, ...files], behind: Math.max(0, older - countUnopened(values)) };
}

const countUnopened = (columns: readonly RotatedColumn[]): number =>
  columns.reduce((sum, { unopened }) => sum + unopened.length, 0);
