import { afterAll, beforeAll, expect } from 'vitest';
import type { Portal } from '#modules/platform/index.ts';
import { changedTables, fingerprintDatabase } from './database-fingerprint.ts';

export type Case = () => Promise<void>;

/**
 * For a `describe` whose cases change no row. The database is compared before the first and after the last case. Only
 * if it differs, each case runs again alone, to name the one that wrote.
 * @returns what a test calls to run its case
 */
export function expectUnchanged(portal: Portal): (name: string, run: Case) => Promise<void> {
  const cases = new Map<string, Case>();
  let before: Record<string, string> = {};
  beforeAll(async () => {
    before = await fingerprintDatabase(portal);
  });
  afterAll(async () => {
    const changed = changedTables(before, await fingerprintDatabase(portal));
    if (changed.length === 0) return;
    const writers = await findWriters(portal, cases);
    expect(writers, `one of the cases changed rows of ${changed.join(', ')}`).toEqual([]);
    expect(changed, 'changed by a case that changes nothing when it is run again').toEqual([]);
  });
  return async (name, run) => {
    cases.set(name, run);
    await run();
  };
}

/**
 * Runs each case alone.
 * @returns the names of those that changed rows, with the tables
 */
export async function findWriters(portal: Portal, cases: ReadonlyMap<string, Case>): Promise<string[]> {
  const writers: string[] = [];
  for (const [name, run] of cases) {
    const before = await fingerprintDatabase(portal);
    await run();
    const changed = changedTables(before, await fingerprintDatabase(portal));
    if (changed.length > 0) writers.push(`${name}: ${changed.join(', ')}`);
  }
  return writers;
}
