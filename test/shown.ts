/**
 * Which texts, limits and timings a journey has shown (D8). Each process writes a file of its own; the last step of the
 * test command reads them all.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits, texts, timings } from '#modules/words.ts';

const folder = join(import.meta.dirname, '..', '.data', 'test', 'shown');

/** Every entry that a journey has to show. */
export const entries = { ...texts, ...limits, ...timings };
export type EntryKey = keyof typeof entries;

/**
 * An entry was seen. A journey's word for it is kept; elsewhere it is an assertion like any other, since only a journey
 * proves that the portal as it is run shows the entry to somebody.
 * @param evidence what the test saw: for a text, a text that holds it verbatim (an answer, a page's words); for a
 * limit or a timing, the value at which the portal acted
 * @throws when the evidence does not show it
 */
export function shows(key: EntryKey, evidence: string | number | readonly number[]): void {
  const value = entries[key];
  if (!proves(value, evidence)) {
    throw new Error(`${key} is ${JSON.stringify(value)}, and was not shown by ${JSON.stringify(evidence)}`);
  }
  if (process.env.VITEST) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(key)}\n`);
}

/** A page folds white space, so the words count there; a text with blanks of its own is compared so as well. */
function proves(value: unknown, evidence: string | number | readonly number[]): boolean {
  if (typeof value === 'string' && typeof evidence === 'string') {
    return evidence.includes(value) || fold(evidence).includes(fold(value));
  }
  return JSON.stringify(value) === JSON.stringify(evidence);
}

function fold(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

export function forgetShown(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function readShown(): Set<string> {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return new Set();
  }
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return new Set(lines.filter(Boolean).map((line) => JSON.parse(line) as string));
}

/**
 * Entries that nothing leads to yet, with what brings them. A journey that shows one of them takes its line from here.
 */
export const unreached: Partial<Record<EntryKey, string>> = {
  'edge.not-in-admin-session': 'admin sessions',
  'profile.locked': 'proof of identity',
  'invitations.company-only': 'companies',
  'console.host-taken': 'companies',
  'console.on-another-team': 'companies',
  'console.staff-in-team': 'companies',
};

/**
 * What is wrong with the record of a whole run of the journeys.
 * @param keys every entry that has to be shown but those in `later`
 * @returns one line for each fault, which says how to mend it
 */
export function findUnshown(
  keys: readonly string[],
  later: Readonly<Record<string, string>>,
  shown: ReadonlySet<string>,
): string[] {
  const unshown = keys.filter((key) => !shown.has(key) && !(key in later));
  const reached = Object.keys(later).filter((key) => shown.has(key));
  return [
    ...unshown.map(
      (key) =>
        `${key}: no journey shows it. Add expectShown(page, '${key}') or shows('${key}', …) to a file of test/journeys/`,
    ),
    ...reached.map(
      (key) => `${key}: a journey shows it now. Take its line out of unreached in test/shown.ts`,
    ),
  ];
}
