import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from '@mikro-orm/migrations';

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

/** The migrations of these numbers were written at the same time, and ran in this order. All others run by number. */
const ranInThisOrder = [104, 100, 96, 110, 111, 180, 170, 160, 130, 140, 141, 112, 150, 120, 190, 191];

/** A file is named after its class: `12_admin_note.ts` has Migration12AdminNote. */
async function load(file: string): Promise<{ place: number; migration: MigrationClass }> {
  const number = Number.parseInt(file, 10);
  const exported: Record<string, MigrationClass> = await import(join(import.meta.dirname, file));
  const [migration, another] = Object.values(exported);
  if (!migration || another) throw new Error(`migrations/${file} must export one migration`);
  const turn = ranInThisOrder.indexOf(number);
  return { place: turn < 0 ? number : Math.min(...ranInThisOrder) + turn, migration };
}

const files = readdirSync(import.meta.dirname).filter((file) => /^\d+_\w+\.ts$/.test(file));

/** In the order in which they run. */
export const migrations: readonly MigrationClass[] = (await Promise.all(files.map(load)))
  .sort((one, other) => one.place - other.place)
  .map(({ migration }) => migration);

/** What the migrations make of an empty database, as SQL (`shield db dump-schema`). */
export const schema = readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8');
