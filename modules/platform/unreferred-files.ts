import { isErasureNote } from './backup/erasures.ts';
import { DAY } from './browser.ts';
import { column } from './database/column.ts';
import { sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import { declaredReferences, isKeptFile } from './storage/file-columns.ts';
import type { Sweep } from './sweep.ts';
import { UPLOADS } from './unused-uploads.ts';

/** Much longer than it takes from a file to its row, also if the job that writes the row is tried again. */
export const UNREFERRED_FILE_KEPT = 2 * DAY;

/** Whether a file with this key is deleted if no row refers to it. */
export const needsReference = (key: string): boolean =>
  !key.startsWith(UPLOADS) && !isErasureNote(key) && !isKeptFile(key);

const row = { key: column.text };

const storedBefore = statement({
  name: 'platform.stored-files',
  row,
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (before: Date, after: string | null, size: number) => sql`
    select key from stored_file
    where stored_at <= ${before} ${after === null ? sql`` : sql`and key > ${after}`}
    order by key limit ${size}`,
});

/** Locked, so that whoever stores a file at the same key waits until it is decided. */
const lockStored = statement({
  name: 'platform.lock-stored-files',
  row,
  sql: (before: Date, keys: readonly string[]) => sql`
    select key from stored_file where stored_at <= ${before} and key = any(${sql.val(keys)}) order by key for update`,
});

const heldFiles = statement({
  name: 'platform.unreferred-files.held',
  row,
  sql: (keys: readonly string[]) => sql`
    select key from unnest(${sql.val(keys)}::text[]) key
    where exists (
      select from legal_hold h where h.lifted_at is null
        and string_to_array(key, '/') && array[h.account_id::text, h.company_id::text])`,
});

/** Deletes files whose row was never written, because the process died between the two. */
export const unreferredFilesSweep: Sweep = {
  name: 'platform.unreferred-files',
  // Large, because each batch looks through every column that refers to files.
  size: 5_000,
  owners: { held: heldFiles },
  async keys(work, after, size) {
    const rows = await work.rows(storedBefore(keptSince(work.now), after, size));
    return rows.map(({ key }) => key);
  },
  async run(work, keys) {
    const recorded = (await work.rows(lockStored(keptSince(work.now), keys))).map(({ key }) => key);
    const left = new Set(recorded);
    for (const { among } of declaredReferences)
      for (const { key } of await work.rows(among(recorded))) left.delete(key);
    for (const key of left) await work.portal.storage.delete(key);
    if (recorded.length > 0)
      await work.db
        .deleteFrom('stored_file')
        .where('key', '=', sql<string>`any(${sql.val(recorded)})`)
        .execute();
    return left.size;
  },
};

const keptSince = (now: Date) => new Date(now.getTime() - UNREFERRED_FILE_KEPT);
