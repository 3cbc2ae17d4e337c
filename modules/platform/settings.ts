import type { z } from 'zod';
import { type Database, toJson } from './database/sql.ts';

/** A setting that staff or the CLI can change while the portal runs. */
export interface Setting<T> {
  key: string;
  schema: z.ZodType<T>;
  /** The value as long as none is stored. */
  initial: T;
}

export function setting<T>(declared: Setting<T>): Setting<T> {
  return declared;
}

/** @throws ZodError if the stored value does not fit the schema */
export async function getSetting<T>(db: Database, { key, schema, initial }: Setting<T>): Promise<T> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
  return row ? schema.parse(row.value) : initial;
}

/** @throws ZodError if the value does not fit the schema */
export async function setSetting<T>(
  db: Database,
  { key, schema }: Setting<T>,
  value: T,
  now: Date,
): Promise<void> {
  const row = { value: toJson<unknown>(schema.parse(value)), updated_at: now };
  await db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
