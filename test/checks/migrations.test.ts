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

/** Up to this number the numbers have gaps. */
const LAST_WITH_GAPS = 191;
/** How many migrations have a number up to that one. */
const WITH_GAPS = 85;

/**
 * What is wrong with the numbers of migrations.
 * @param files the names of the files
 * @param classes the names of their classes
 */
function numberFaults(files: readonly string[], classes: readonly string[]): string[] {
  const numbered = files.map((file) => ({ file, number: Number.parseInt(file, 10) }));
  const later = numbered
    .filter(({ number }) => number > LAST_WITH_GAPS)
    .toSorted((one, other) => one.number - other.number);
  const next = LAST_WITH_GAPS + later.length + 1;
  const named = classes.map((name) =>
    name.replace('Migration', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return [
    ...later.flatMap(({ file, number }, index) =>
      number === LAST_WITH_GAPS + 1 + index
        ? []
        : [`migrations/${file}: its number is ${LAST_WITH_GAPS + 1 + index}, the next one`],
    ),
    ...(files.length - later.length === WITH_GAPS
      ? []
      : [`a migration with a number up to ${LAST_WITH_GAPS} was added or removed: a new one is ${next}`]),
    ...files
      .filter((file) => !named.includes(file.replace('.ts', '')))
      .map(
        (file) =>
          `migrations/${file}: name its class after it, such as Migration12AdminNote in 12_admin_note.ts`,
      ),
  ];
}

const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
const classes = migrations.map(({ name }) => name);

test('a migration has the next number, in its file and in its class', () => {
  expect(numberFaults(files, classes)).toEqual([]);
});

test.each([
  { added: ['192_flags'], names: ['Migration192Flags'], fault: null },
  { added: ['193_flags'], names: ['Migration193Flags'], fault: 'migrations/193_flags.ts: its number is 192' },
  {
    added: ['192_flags', '192_notes'],
    names: ['Migration192Flags', 'Migration192Notes'],
    fault: 'migrations/192_notes.ts: its number is 193',
  },
  { added: ['47_notes'], names: ['Migration47Notes'], fault: 'a new one is 192' },
  { added: ['192_flag'], names: ['Migration192Flags'], fault: 'migrations/192_flag.ts: name its class' },
])('after number 191, $added with $names: $fault', ({ added, names, fault }) => {
  const closed = files.filter((file) => Number.parseInt(file, 10) <= LAST_WITH_GAPS);
  const faults = numberFaults([...closed, ...added.map((name) => `${name}.ts`)], [...classes, ...names]);
  expect(faults).toEqual(fault === null ? [] : [expect.stringContaining(fault)]);
});

/** Extensions and schemas, which a migration makes only where they are missing, and which nobody removes. */
const stays = /^create (?:extension|schema) if not exists /;

/** The lines of a dump, without indentation and without the empty lines in functions. */
function linesOf(dump: string): string[] {
  const lines = dump.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !stays.test(line));
}

/** What `down` did not remove or restore, as lines of the schema. */
function difference(before: string, after: string): string[] {
  const [had, has] = [new Set(linesOf(before)), new Set(linesOf(after))];
  return [
    ...[...has].filter((line) => !had.has(line)).map((line) => `undo: ${line}`),
    ...[...had].filter((line) => !has.has(line)).map((line) => `restore: ${line}`),
  ];
}

/** A migration does not change once it is published, so `npm test` takes only the newest ones a step at a time. */
const STEPS = process.env.TEST_SET === 'all' ? migrations.length : 5;

/**
 * Runs all migrations up, and then down again, the newest ones a step at a time.
 * @returns the schema with all of them, and the last one whose `down` does not restore the previous schema
 */
async function goUpAndDown(
  database: DatabaseAddress,
  list: readonly MigrationClass[],
): Promise<{ schema: string; wrong: string | null }> {
  const { ownerUrl } = database;
  const newest = list.slice(-STEPS);
  await migrateDatabase(database, list.slice(0, -STEPS));
  return withMigrator(ownerUrl, list, async (migrator) => {
    const schemas = [await dumpSchema(ownerUrl)];
    for (const { name } of newest) {
      await migrator.up({ to: name });
      schemas.push(await dumpSchema(ownerUrl));
    }
    const schema = schemas.pop() ?? '';
    for (const migration of newest.toReversed()) {
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
    expect(left.filter(({ executedAt }) => executedAt)).toHaveLength(Math.max(0, migrations.length - STEPS));
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
