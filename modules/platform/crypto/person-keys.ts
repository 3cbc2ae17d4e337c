import { randomBytes } from 'node:crypto';
import { type Database, sql } from '../database/sql.ts';
import type { KeyRing } from './key-ring.ts';
import { seal, unseal } from './seal.ts';

/**
 * One key for each person, encrypted by the key ring. Records that must not be deleted (audit entries) keep values about
 * a person under that person's key, so that destroying the key erases them (D23). The row stays as a marker: an erased
 * person never gets another key.
 */

/** @returns null when the person was erased */
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

/**
 * @returns null when the key was destroyed
 * @throws SealError when the value was altered
 */
export async function openForPerson(
  db: Database,
  keys: KeyRing,
  personId: string,
  sealed: string,
  aad: string,
): Promise<string | null> {
  const opened = await openForPeople(db, keys, [{ personId, sealed, aad }]);
  return opened[0] ?? null;
}

/** As openForPerson for many values, with one query. */
export async function openForPeople(
  db: Database,
  keys: KeyRing,
  values: readonly { personId: string; sealed: string; aad: string }[],
): Promise<(string | null)[]> {
  const ids = [...new Set(values.map((value) => value.personId))];
  if (ids.length === 0) return [];
  const { rows } = await sql<{ person_id: string; wrapped: string | null }>`
    select person_id, wrapped from person_key where person_id = any(${ids}::uuid[])`.execute(db);
  const found = new Map(
    rows.map((row) => [row.person_id, row.wrapped && unwrap(keys, row.person_id, row.wrapped)]),
  );
  return values.map(({ personId, sealed, aad }) => {
    const key = found.get(personId);
    return key ? unseal(key, Buffer.from(sealed, 'base64url'), aad).toString('utf8') : null;
  });
}

/** Makes everything encrypted for the person permanently unreadable. */
export async function erasePersonKey(db: Database, personId: string, now: Date): Promise<void> {
  await sql`
    insert into person_key (person_id, wrapped, created_at, erased_at) values (${personId}, null, ${now}, ${now})
    on conflict (person_id) do update set wrapped = null, erased_at = coalesce(person_key.erased_at, ${now})
  `.execute(db);
}

/**
 * One batch of a key rotation: encrypts person keys that are under an older key with the active one.
 * @returns how many were changed; 0 when all are done
 */
export async function rewrapPersonKeys(db: Database, keys: KeyRing, limit = 500): Promise<number> {
  const { rows } = await sql<{ person_id: string; wrapped: string }>`
    select person_id, wrapped from person_key
    where wrapped is not null and not starts_with(wrapped, ${`v1.${keys.active}.`})
    order by person_id limit ${limit} for update skip locked`.execute(db);
  for (const row of rows) {
    const anew = keys.encryptBytes(unwrap(keys, row.person_id, row.wrapped), place(row.person_id));
    await sql`update person_key set wrapped = ${anew}
      where person_id = ${row.person_id} and wrapped = ${row.wrapped}`.execute(db);
  }
  return rows.length;
}

/** undefined when there is none yet, null when erased. */
async function findKey(db: Database, keys: KeyRing, personId: string): Promise<Buffer | null | undefined> {
  const { rows } = await sql<{ wrapped: string | null }>`
    select wrapped from person_key where person_id = ${personId}`.execute(db);
  const row = rows[0];
  return row && (row.wrapped === null ? null : unwrap(keys, personId, row.wrapped));
}

async function makeKey(db: Database, keys: KeyRing, personId: string, now: Date): Promise<Buffer | null> {
  const wrapped = keys.encryptBytes(randomBytes(32), place(personId));
  // The update changes nothing, but makes the statement return a row that another transaction inserted first.
  const { rows } = await sql<{ wrapped: string | null }>`
    insert into person_key (person_id, wrapped, created_at) values (${personId}, ${wrapped}, ${now})
    on conflict (person_id) do update set wrapped = person_key.wrapped
    returning wrapped`.execute(db);
  const kept = rows[0]?.wrapped;
  return kept ? unwrap(keys, personId, kept) : null;
}

function unwrap(keys: KeyRing, personId: string, wrapped: string): Buffer {
  return keys.decryptBytes(wrapped, place(personId));
}

function place(personId: string): string {
  return `person_key.wrapped:${personId}`;
}
