import { z } from 'zod';
import type { Portal } from '../contract.ts';
import { column } from '../database/column.ts';
import { sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import { job, tryLimits } from '../jobs/job.ts';

/*
 * The list of erased people, which outlives the database (D23): after a restore, whoever was erased since the backup is
 * erased again. It stands in the storage as one file for each person and is never part of a backup. Its names are keyed
 * hashes, so that the list says about nobody that they were here, and it needs no key that is ever changed.
 */

const FOLDER = 'erasures/';
export const NOTE_TYPE = 'text/plain';

type Vault = Pick<Portal, 'keys' | 'storage'>;

/** The file that puts a person on the list. */
export const noteOf = (keys: Vault['keys'], accountId: string) =>
  `${FOLDER}e${keys.lookupHash('platform.erasure', accountId)}`;

/** Whether a stored file belongs to the list. */
export const isErasureNote = (key: string): boolean => key.startsWith(FOLDER);

/** Puts a person on the list. Enqueued in the transaction that erases them. */
export const noteErasure = job({
  name: 'platform.note-erasure',
  priority: 2,
  timeout: tryLimits.files,
  payload: z.object({ accountId: z.uuid(), erasedAt: z.iso.datetime() }),
  attempts: 12,
});

export async function keepErasure(
  { keys, storage }: Vault,
  { accountId, erasedAt }: { accountId: string; erasedAt: string },
): Promise<void> {
  await storage.put(noteOf(keys, accountId), Buffer.from(erasedAt), { contentType: NOTE_TYPE });
}

interface Erasures {
  size: number;
  has(accountId: string): boolean;
}

/** The list, as it is now. */
export async function readErasures({ keys, storage }: Vault): Promise<Erasures> {
  const notes = new Set<string>();
  for await (const key of storage.list(FOLDER)) notes.add(key);
  return { size: notes.size, has: (accountId) => notes.has(noteOf(keys, accountId)) };
}

/** The ids of erased people after another one, in their order. */
const erasedPeople = statement({
  name: 'platform.erased-people',
  row: { id: column.uuid, erased_at: column.instant },
  examples: [[null], ['00000000-0000-0000-0000-000000000000']],
  sql: (after: string | null) => sql`
    select person_id as id, erased_at from person_key
    where erased_at is not null ${after === null ? sql`` : sql`and person_id > ${after}`}
    order by person_id limit ${PAGE}`,
});
const PAGE = 1_000;

/**
 * Puts erased people on the list who are not: those who were erased before there was one, or whose storage was replaced.
 * @returns how many
 */
export async function completeErasures(portal: Pick<Portal, 'db' | 'keys' | 'storage'>): Promise<number> {
  const list = await readErasures(portal);
  let added = 0;
  for (let after: string | null = null; ; ) {
    const { rows } = await erasedPeople(after).execute(portal.db);
    for (const { id, erased_at } of rows) {
      if (list.has(id)) continue;
      await keepErasure(portal, { accountId: id, erasedAt: erased_at.toISOString() });
      added += 1;
    }
    after = rows.at(-1)?.id ?? null;
    if (after === null || rows.length < PAGE) return added;
  }
}
