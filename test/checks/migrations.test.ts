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
  withMigrator,
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
  const [had, has] = [new Set(linesOf(before)), new Set(linesOf(after))];
  return [
    ...[...has].filter((line) => !had.has(line)).map((line) => `undo: ${line}`),
    ...[...had].filter((line) => !has.has(line)).map((line) => `restore: ${line}`),
  ];
}

/**
 * Runs all migrations up, and then down again, one at a time.
 * @returns the schema with all of them, and the last one whose `down` does not restore the previous schema
 */
async function goUpAndDown(
  database: DatabaseAddress,
  list: readonly MigrationClass[],
): Promise<{ schema: string; wrong: string | null }> {
  const { ownerUrl } = database;
  await migrateDatabase(database, []);
  return withMigrator(ownerUrl, list, async (migrator) => {
    const schemas = [await dumpSchema(ownerUrl)];
    for (const { name } of list) {
      await migrator.up({ to: name });
      schemas.push(await dumpSchema(ownerUrl));
    }
    const schema = schemas.pop() ?? '';
    for (const migration of list.toReversed()) {
      await migrator.down();
      const wrong = difference(schemas.pop() ?? '', await dumpSchema(ownerUrl));
      if (wrong.length > 0)
        return { schema, wrong: `${fileOf(migration)}, down() must ${wrong.slice(0, 10).join('; ')}` };
    }
    return { schema, wrong: null };
  });
}

test('each migration goes down to the schema before it and up again', async () => {
  const database = await emptyDatabase();
  try {
    const { schema, wrong } = await goUpAndDown(database, migrations);
    expect(wrong).toBeNull();
    expect(schema).toContain('create table account (');
    const left = await listMigrations(database.ownerUrl, migrations);
    expect(left.filter(({ executedAt }) => executedAt)).toEqual([]);
    expect(await dumpSchema(database.ownerUrl)).toBe('');
    await migrateDatabase(database, migrations);
    expect(await dumpSchema(database.ownerUrl)).toBe(schema);
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
    const { wrong } = await goUpAndDown(database, [Forgetful]);
    expect(wrong).toContain('undo: create table forgotten_table (');
  } finally {
    await database.drop();
  }
});
