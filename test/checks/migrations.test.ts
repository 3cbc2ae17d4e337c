import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '#migrations/index.ts';
import type { DatabaseAddress } from '#modules/platform/database/address.ts';
import { dumpSchema } from '#modules/platform/database/dump.ts';
import {
  listMigrations,
  type MigrationClass,
  migrateDatabase,
  rollbackMigration,
} from '#modules/platform/database/schema.ts';
import { emptyDatabase } from '#test/database.ts';

const folder = join(import.meta.dirname, '../../migrations');

/** As `migrations/12_admin_note.ts`. */
function fileOf({ name }: MigrationClass): string {
  const file = readdirSync(folder).find(
    (each) => each.endsWith('.ts') && readFileSync(join(folder, each), 'utf8').includes(`class ${name} `),
  );
  return `migrations/${file ?? name}`;
}

/** The lines of a dump, without indentation and without the empty lines in functions. */
function linesOf(dump: string): string[] {
  const lines = dump.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** What `down` did not remove or restore, as lines of the schema. */
function difference(before: string, after: string): string[] {
  const [had, has] = [linesOf(before), linesOf(after)];
  return [
    ...has.filter((line) => !had.includes(line)).map((line) => `undo: ${line}`),
    ...had.filter((line) => !has.includes(line)).map((line) => `restore: ${line}`),
  ];
}

/**
 * Runs each migration up and down, one at a time.
 * @returns the first one whose `down` does not restore the previous schema
 */
async function findWrongDown(
  database: DatabaseAddress,
  list: readonly MigrationClass[],
): Promise<string | null> {
  await migrateDatabase(database, []);
  let before = await dumpSchema(database.ownerUrl);
  for (const [at, migration] of list.entries()) {
    const so = list.slice(0, at + 1);
    await migrateDatabase(database, so);
    const migrated = await dumpSchema(database.ownerUrl);
    await rollbackMigration(database, so);
    const restored = await dumpSchema(database.ownerUrl);
    const wrong = difference(before, restored);
    if (wrong.length > 0) return `${fileOf(migration)}, down() must ${wrong.slice(0, 10).join('; ')}`;
    await migrateDatabase(database, so);
    before = migrated;
  }
  return null;
}

test('each migration goes down to the schema before it and up again', async () => {
  const database = await emptyDatabase();
  try {
    expect(await findWrongDown(database, migrations)).toBeNull();
    const first = await dumpSchema(database.ownerUrl);
    expect(first).toContain('create table account (');
    while (await rollbackMigration(database, migrations)) {
      // One at a time, to the last.
    }
    const left = await listMigrations(database.ownerUrl, migrations);
    expect(left.filter(({ executedAt }) => executedAt)).toEqual([]);
    expect(await dumpSchema(database.ownerUrl)).toBe('');
    await migrateDatabase(database, migrations);
    expect(await dumpSchema(database.ownerUrl)).toBe(first);
  } finally {
    await database.drop();
  }
});

test('a migration whose down forgets a column is named, with the column', async () => {
  const [First] = migrations;
  if (!First) throw new Error('there are no migrations');
  class Forgetful extends First {
    override async up(): Promise<void> {
      this.addSql('create table first_table (id uuid); create table forgotten_table (id uuid);');
    }
    override async down(): Promise<void> {
      this.addSql('drop table first_table;');
    }
  }
  const database = await emptyDatabase();
  try {
    expect(await findWrongDown(database, [Forgetful])).toContain('undo: create table forgotten_table (');
  } finally {
    await database.drop();
  }
});
