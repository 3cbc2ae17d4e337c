import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrations } from '#migrations/index.ts';
import { planOf } from '#modules/platform/database/migration-plan.ts';

/**
 * What squawk, a linter of migrations, says about ours: statements that hold a lock while they read a table, and forms
 * that PostgreSQL has better ones for.
 */

/** Migrations before this one have run. */
const FIRST_CHECKED = 236;

/** What the house has decided otherwise, each with the reason. */
const excluded: Readonly<Record<string, string>> = {
  'require-lock-timeout': 'db migrate sets it, for all',
  'require-statement-timeout': 'a long statement without a lock that others need is no fault',
  'prefer-bigint-over-int': 'counts and cents fit, and a number of the driver is exact',
  'prefer-bigint-over-smallint': 'ranks and days fit',
  'require-concurrent-index-creation':
    'a migration is one transaction; docs/operations/upgrade.md says what large tables need',
  'require-concurrent-index-deletion': 'the same',
  'ban-drop-column': 'migration-kinds.test.ts wants a release of its own for it',
  'ban-drop-table': 'the same',
  'renaming-column': 'the same',
  'renaming-table': 'the same',
  'changing-column-type': 'the same',
  'adding-not-nullable-field': 'the same',
};

/** Migrations that may do what a rule forbids, as `Migration300Name rule`, each with the reason. */
const allowed: Readonly<Record<string, string>> = {};

const program = fileURLToPath(import.meta.resolve('squawk-cli/js/bin/squawk'));
const said = z.array(
  z.object({ file: z.string(), line: z.int(), rule_name: z.string(), message: z.string() }),
);

/** The rules that the statements break, with what squawk says. */
function lint(name: string, statements: readonly string[]): { rule: string; fault: string }[] {
  const text = statements.map((statement) => `${statement.trim().replace(/;$/, '')};`).join('\n');
  const flags = [
    '--assume-in-transaction',
    '--pg-version=16',
    '--reporter=Json',
    `--stdin-filepath=${name}`,
    ...Object.keys(excluded).map((rule) => `--exclude=${rule}`),
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...flags], {
    input: text,
    encoding: 'utf8',
  });
  if (!stdout.trim()) throw new Error(`squawk said nothing: ${stderr}`);
  return said.parse(JSON.parse(stdout)).map(({ line, rule_name: rule, message }) => ({
    rule,
    fault: `${name} line ${line + 1}: ${rule}: ${message}`,
  }));
}

test('new migrations hold no lock while they read a table, or say why', async () => {
  const plans = await Promise.all(migrations.map(planOf));
  const checked = plans.filter(({ name }) => Number(/\d+/.exec(name)?.[0]) >= FIRST_CHECKED);
  const faults = checked.flatMap(({ name, statements }) =>
    lint(name, statements)
      .filter(({ rule }) => !(`${name} ${rule}` in allowed))
      .map(({ fault }) => fault),
  );
  expect(faults).toEqual([]);
});

test('what reads a whole table under a lock is found, and what does not is left', () => {
  const rulesOf = (...statements: string[]) => lint('planted', statements).map(({ rule }) => rule);
  expect(rulesOf('alter table account add constraint a_check check (a > 0)')).toEqual([
    'constraint-missing-not-valid',
  ]);
  expect(rulesOf('alter table account add column b uuid references company (id)')).toEqual([
    'adding-foreign-key-constraint',
  ]);
  expect(rulesOf('alter table account add column c uuid not null default gen_random_uuid()')).toEqual([
    'adding-field-with-default',
  ]);
  expect(
    rulesOf(
      'create table pet (id uuid primary key, owner_id uuid not null references account (id), age integer check (age > 0))',
      'create index pet_owner_id_idx on pet (owner_id)',
      'alter table account add constraint a_check check (a > 0) not valid',
    ),
  ).toEqual([]);
});
