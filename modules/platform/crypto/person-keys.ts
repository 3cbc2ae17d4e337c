import { randomBytes } from 'node:crypto';
import type { Database } from '../database/sql.ts';
import type { KeyRing } from './key-ring.ts';
import { seal, unseal } from './seal.ts';
import { sealedColumn } from './sealed-columns.ts';

/**
 * One key for each person, encrypted by the key ring. Records that must not be deleted (audit entries) keep values about
 * a person under that person's key, so that destroying the key erases them (D23). The row stays as a marker: an erased
 * person never gets another key.
 */

const wrappedAt = sealedColumn({ table: 'person_key', column: 'wrapped', key: ['person_id'] });

/** @returns null if the person was erased */
export async function sealForPerson(
  db: Database,
  keys: KeyRing,
  personId: string,
  plain: string,
  aad: string,
  now: Date,
): Promise<string | null> {
  const key = (await findKey(db, keys, personId)) ?? (await makeKey(db, keys, personId, now));
  return key && seal(key, Buffer.from(plain, 'utf8'), aad).toString('base64url');
}

export interface SealedText {
  /** The id of the row in which it is stored. */
  id: string;
  personId: string;
  sealed: string;
  aad: string;
}

/**
 * Reads the keys with one query.
 * @returns the texts by their ids; null if the key was destroyed
 * @throws SealError if a value was altered
 */
export async function openForPeople(
  db: Database,
  keys: KeyRing,
  values: readonly SealedText[],
): Promise<Map<string, string | null>> {
  const ids = [...new Set(values.map((value) => value.personId))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person_key')
    .select(['person_id', 'wrapped'])
    .where('person_id', 'in', ids)
    .execute();
  const found = new Map(
    rows.map((row) => [row.person_id, row.wrapped && unwrap(keys, row.person_id, row.wrapped)]),
  );
  return new Map(
    values.map(({ id, personId, sealed, aad }) => {
      const key = found.get(personId);
      return [id, key ? unseal(key, Buffer.from(sealed, 'base64url'), aad).toString('utf8') : null];
    }),
  );
}

/**
 * Encrypts a text again with the key of another person, whom it is about from now on.
 * @param text the encrypted text, where it is stored, and whose it is
 * @returns null if one of the two was erased
 * @throws SealError if the value was altered
 */
export async function resealForPerson(
  db: Database,
  keys: KeyRing,
  text: Omit<SealedText, 'id'>,
  toPersonId: string,
  now: Date,
): Promise<string | null> {
  const opened = await openForPeople(db, keys, [{ ...text, id: text.aad }]);
  const plain = opened.get(text.aad) ?? null;
  return plain === null ? null : sealForPerson(db, keys, toPersonId, plain, text.aad, now);
}

/** Makes everything encrypted for the person permanently unreadable. */
export async function erasePersonKey(db: Database, personId: string, now: Date): Promise<void> {
  await db
    .insertInto('person_key')
    .values({ person_id: personId, wrapped: null, created_at: now, erased_at: now })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet(({ fn, val }) => ({
        wrapped: null,
        erased_at: fn.coalesce('person_key.erased_at', val(now)),
      })),
    )
    .execute();
}

/** undefined if there is none yet, null if the person was erased. */
async function findKey(db: Database, keys: KeyRing, personId: string): Promise<Buffer | null | undefined> {
  const row = await db
    .selectFrom('person_key')
    .select('wrapped')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && (row.wrapped === null ? null : unwrap(keys, personId, row.wrapped));
}

async function makeKey(db: Database, keys: KeyRing, personId: string, now: Date): Promise<Buffer | null> {
  const wrapped = keys.encryptBytes(randomBytes(32), wrappedAt(personId));
  // The update changes nothing, but it makes the statement return a row that another transaction has just inserted.
  const kept = await db
    .insertInto('person_key')
    .values({ person_id: personId, wrapped, created_at: now })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet(({ ref }) => ({ wrapped: ref('person_key.wrapped') })),
    )
    .returning('wrapped')
    .executeTakeFirstOrThrow();
  return kept.wrapped ? unwrap(keys, personId, kept.wrapped) : null;
}

function unwrap(keys: KeyRing, personId: string, wrapped: string): Buffer {
  return keys.decryptBytes(wrapped, wrappedAt(personId));
}
