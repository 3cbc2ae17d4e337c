import { formatCount } from './browser.ts';
import type { Portal } from './contract.ts';
import type { KeyRing } from './crypto/key-ring.ts';
import { SealError } from './crypto/seal.ts';
import { declaredSealedColumns } from './crypto/sealed-columns.ts';
import type { Database } from './database/sql.ts';
import { exitCodes, StartError } from './start-error.ts';
import { declaredFileColumns } from './storage/file-columns.ts';
import { keyOfFile } from './storage/sealed.ts';
import { findSqlState } from './transaction.ts';

/**
 * The keys that stored values may use. A process writes down its key before it encrypts anything with it, and a
 * complete rotation removes the older ones.
 */

type Stored = Pick<Portal, 'keys' | 'db' | 'storage' | 'log'>;

const proofAt = (id: string) => `encryption_key.proof:${id}`;

/** SQLSTATE of a database that waits for its migrations. */
const NO_SUCH_TABLE = '42P01';

/**
 * Writes down the key that encrypts.
 * @throws StartError if stored values use another key of the same id: with two keys of one id, one could no longer be
 * told from the other
 */
export async function noteActiveKey(portal: Stored, now: Date): Promise<void> {
  const { keys, db } = portal;
  const key = { id: keys.active, proof: keys.encrypt(keys.active, proofAt(keys.active)) };
  try {
    await db
      .insertInto('encryption_key')
      .values({ ...key, first_used_at: now })
      .onConflict((same) => same.column('id').doNothing())
      .execute();
  } catch (error) {
    if (findSqlState(error) === NO_SUCH_TABLE) return;
    throw error;
  }
  const noted = await listKeys(db);
  const other = noted.filter(({ id, proof }) => id === key.id && !isInRing(keys, { id, proof }));
  await requireUnused(portal, other);
  if (other.length > 0) await db.updateTable('encryption_key').set(key).where('id', '=', key.id).execute();
}

/**
 * Checks before a process serves anybody that it can open everything that is stored.
 * @throws StartError with the number of values whose key the ring does not have
 */
export async function requireKeys(portal: Stored): Promise<void> {
  const noted = await listKeys(portal.db);
  await requireUnused(
    portal,
    noted.filter((key) => !isInRing(portal.keys, key)),
  );
}

/** How many values of the database use each key. */
export async function countUses(db: Database): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  for (const { statements } of declaredSealedColumns) {
    for (const { id, values } of (await statements.uses().execute(db)).rows)
      uses.set(id, (uses.get(id) ?? 0) + values);
  }
  return uses;
}

/**
 * Forgets keys that nothing is encrypted with anymore.
 * @param sweepsOf the beginning of the names of the sweeps that encrypted everything with such a key
 */
export async function forgetKeys(
  { db, keys }: Pick<Portal, 'db' | 'keys'>,
  uses: ReadonlyMap<string, number>,
  sweepsOf: (id: string) => string,
): Promise<void> {
  for (const { id } of await listKeys(db)) {
    if (id === keys.active || uses.has(id)) continue;
    await db.deleteFrom('encryption_key').where('id', '=', id).execute();
    await db
      .deleteFrom('sweep_run')
      .where(({ fn, val, ref }) => fn<boolean>('starts_with', [ref('name'), val(sweepsOf(id))]))
      .execute();
  }
}

export interface KeyState {
  id: string;
  /** Whether it encrypts. */
  active: boolean;
  /** Whether KEY_RING has it, and it is the same key. */
  inRing: boolean;
  /** How many values of the database it encrypts. Files are not counted. */
  values: number;
}

/** The keys that were ever used and are not forgotten, and those of the ring, each with how much it encrypts. */
export async function describeKeys({ db, keys }: Pick<Portal, 'db' | 'keys'>): Promise<KeyState[]> {
  const noted = new Map((await listKeys(db)).map((key) => [key.id, key]));
  const uses = await countUses(db);
  const ids = new Set([...noted.keys(), ...uses.keys(), keys.active]);
  return [...ids].map((id) => ({
    id,
    active: id === keys.active,
    inRing: isInRing(keys, noted.get(id) ?? { id, proof: null }),
    values: uses.get(id) ?? 0,
  }));
}

interface NotedKey {
  id: string;
  proof: string | null;
}

function listKeys(db: Database): Promise<NotedKey[]> {
  return db.selectFrom('encryption_key').select(['id', 'proof']).orderBy('id').execute();
}

function isInRing(keys: KeyRing, { id, proof }: NotedKey): boolean {
  if (!keys.has(id) || proof === null) return keys.has(id);
  try {
    return keys.decrypt(proof, proofAt(id)) === id;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

/** @throws StartError if stored values use one of these keys, which the ring does not have */
async function requireUnused(portal: Stored, missing: readonly NotedKey[]): Promise<void> {
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id);
  portal.log.warn({ keys: ids }, 'KEY_RING lacks keys, so the values that use them are counted');
  const values = await countUses(portal.db);
  const inDatabase = ids.filter((id) => values.has(id));
  if (inDatabase.length > 0) throw lacking(portal.keys, inDatabase, values, ['value', 'values']);
  // Each file has to be read, so they are counted only if the database alone does not decide.
  const files = await countFileUses(portal, ids);
  const inFiles = ids.filter((id) => files.has(id));
  if (inFiles.length > 0) throw lacking(portal.keys, inFiles, files, ['file', 'files']);
}

function lacking(
  keys: KeyRing,
  ids: readonly string[],
  uses: ReadonlyMap<string, number>,
  [one, many]: readonly [string, string],
): StartError {
  const lines = ids.map((id) => {
    const number = uses.get(id) ?? 0;
    const stored = `${formatCount(number, `stored ${one} is`, `stored ${many} are`)} encrypted with`;
    return keys.has(id)
      ? `KEY_RING: ${stored} another key '${id}' than this one.`
      : `KEY_RING: ${stored} the key '${id}', which is missing.`;
  });
  lines.push(
    "Put it back. A key may be taken out once 'keys rotate' has encrypted everything with another one.",
  );
  return new StartError(lines.join('\n'), exitCodes.config);
}

/** How many stored files use each of these keys. */
async function countFileUses({ db, storage }: Stored, ids: readonly string[]): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  for (const { statements } of declaredFileColumns) {
    for (let after: string | null = null, more = true; more; ) {
      const { rows } = await statements.next(after, FILES_AT_ONCE).execute(db);
      const used = await Promise.all(rows.map(({ key }) => keyOfFile(storage, key)));
      for (const id of used) if (id && ids.includes(id)) uses.set(id, (uses.get(id) ?? 0) + 1);
      after = rows.at(-1)?.id ?? null;
      more = rows.length === FILES_AT_ONCE;
    }
  }
  return uses;
}

const FILES_AT_ONCE = 20;
