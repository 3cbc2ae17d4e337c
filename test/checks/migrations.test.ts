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

/** Up to this number the numbers have gaps, and two of them ran in another order. */
const LAST_WITH_GAPS = 191;

/**
 * What is wrong with the numbers of migrations.
 * @param classes the names of the classes, in the order in which they run
 * @param files the names of the files
 */
function numberFaults(classes: readonly string[], files: readonly string[]): string[] {
  const numbers = classes.map((name) => Number(/^Migration0?(\d+)/.exec(name)?.[1]));
  const faults = classes.flatMap((name, index) => {
    const number = numbers[index] ?? Number.NaN;
    const earlier = numbers.slice(0, index);
    const next = Math.max(LAST_WITH_GAPS, ...earlier) + 1;
    if (
      earlier.includes(number) ||
      (number !== next && !(number <= LAST_WITH_GAPS && next === LAST_WITH_GAPS + 1))
    )
      return [`${name}: its number is ${next}, one more than the highest before it in migrations/index.ts`];
    return [];
  });
  const named = classes.map((name) => {
    const [, number = '', words = ''] = /^Migration(\d+)(.+)$/.exec(name) ?? [];
    return `${number}${words.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.ts`;
  });
  return [
    ...faults,
    ...named
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing: a file is named as its class`),
    ...files
      .filter((file) => !named.includes(file))
      .map((file) => `${file}: add its class to migrations/index.ts`),
  ];
}

test('a migration has the next number, in its file and in its class', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  const classes = migrations.map(({ name }) => name);
  expect(numberFaults(classes, files)).toEqual([]);
});

test.each([
  { added: ['Migration192Flags'], fault: null },
  { added: ['Migration193Flags'], fault: 'Migration193Flags: its number is 192' },
  { added: ['Migration191Flags'], fault: 'Migration191Flags: its number is 192' },
  { added: ['Migration192Flags', 'Migration192Notes'], fault: 'Migration192Notes: its number is 193' },
  { added: ['Migration192Flags', 'Migration47Notes'], fault: 'Migration47Notes: its number is 193' },
])('after number 191, $added: $fault', ({ added, fault }) => {
  const files = added.map((name) =>
    name.replace(/^Migration(\d+)(.+)$/, (_, number, word) => `${number}_${word.toLowerCase()}.ts`),
  );
  const faults = numberFaults(['Migration191RecoveryCodes', ...added], ['191_recovery_codes.ts', ...files]);
  if (fault === null) expect(faults).toEqual([]);
  else expect(faults).toEqual([expect.stringContaining(fault)]);
});

test('a migration whose file is named otherwise, or that is not in the list, is found', () => {
  expect(numberFaults(['Migration192Flags'], ['192_flag.ts'])).toEqual([
    '192_flags.ts is missing: a file is named as its class',
    '192_flag.ts: add its class to migrations/index.ts',
  ]);
});

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
