import type { Clock } from '../clock.ts';
import { type Database, sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import type { Storage } from './storage.ts';

const record = statement({
  name: 'platform.record-stored-file',
  row: {},
  sql: (key: string, now: Date) => sql`
    insert into stored_file (key, stored_at) values (${key}, ${now}::timestamptz)
    on conflict (key) do update set stored_at = excluded.stored_at`,
});

/**
 * From now on, a storage writes down each file before it is stored, in a transaction of its own. A process may die between
 * the file and the row that refers to it, and then the file is found by this record and deleted.
 * @param needsReference whether a file with this key is deleted if no row refers to it
 * @returns the same storage
 */
export function recordedStorage<S extends Storage>(
  storage: S,
  { db, clock, needsReference }: { db: Database; clock: Clock; needsReference: (key: string) => boolean },
): S {
  const store = storage.put.bind(storage);
  const put: Storage['put'] = async (key, body, options) => {
    if (needsReference(key)) await record(key, clock.now()).execute(db);
    await store(key, body, options);
  };
  return Object.assign(storage, { put });
}
