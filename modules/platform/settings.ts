import type { z } from 'zod';
import { type Database, sql } from './database/sql.ts';

/** A setting that staff or the CLI can change while the portal runs. */
export interface Setting<T> {
  key: string;
  schema: z.ZodType<T>;
  /** The value until one is stored. */
  initial: T;
}

export function setting<T>(declared: Setting<T>): Setting<T> {
  return declared;
}

/** @throws ZodError when the stored value does not fit the schema */
export async function getSetting<T>(db: Database, { key, schema, initial }: Setting<T>): Promise<T> {
  const { rows } = await sql<{ value: unknown }>`select value from setting where key = ${key}`.execute(db);
  return rows[0] ? schema.parse(rows[0].value) : initial;
}

/** @throws ZodError when the value does not fit the schema */
export async function setSetting<T>(
  db: Database,
  { key, schema }: Setting<T>,
  value: T,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(schema.parse(value));
  await sql`
    insert into setting (key, value, updated_at) values (${key}, ${json}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}
