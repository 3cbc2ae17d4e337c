import type { Migration } from '@mikro-orm/migrations';
import type { MigrationClass } from './schema.ts';

/** What a migration takes away from the release before it, which still runs while it is applied. */
const contracting: readonly [RegExp, string][] = [
  [/\bdrop\s+table\b(?!.*\bon commit\b)/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\brename\s+(?:column\s+)?\w+\s+to\b|\brename\s+to\b/i, 'renames'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/i, 'makes a column required'],
  [/\bdrop\s+function\b/i, 'drops a function'],
];

export interface PlannedMigration {
  name: string;
  /** `expand`: the release before works with it. `contract`: it must run after all processes are of this release. */
  kind: 'expand' | 'contract';
  /** Why it contracts; empty for one that expands. */
  contracts: string[];
  statements: string[];
}

/**
 * What a migration would do. Nothing is executed.
 * @param make gives the migration, whose statements are collected and not sent
 */
async function planMigration(name: string, make: () => Migration): Promise<PlannedMigration> {
  const migration = make();
  await migration.up();
  const statements = migration.getQueries().map(String);
  const text = statements.map(withoutBodies).join(';\n');
  const contracts = contracting.filter(([pattern]) => pattern.test(text)).map(([, words]) => words);
  return { name, kind: contracts.length > 0 ? 'contract' : 'expand', contracts, statements };
}

/** A migration that only collects its statements: it has no connection, and needs none for that. */
export function planOf(migration: MigrationClass): Promise<PlannedMigration> {
  return planMigration(migration.name, () => {
    const made: Migration = Reflect.construct(migration, [{}, { get: () => undefined }]);
    return made;
  });
}

/** What stands in the bodies of functions runs later, and comments and texts say nothing. */
function withoutBodies(statement: string): string {
  return statement
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''");
}
