/**
 * Which entries of the catalogue a journey has shown (D8). Each process writes a file of its own; the last step of the
 * test command reads them all.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueKey, listCatalogue } from '#modules/platform/catalogue.ts';

const folder = join(import.meta.dirname, '..', '.data', 'test', 'shown');

const catalogue = new Map<string, unknown>(listCatalogue().map(({ key, value }) => [key, value]));

/**
 * An entry was seen. A journey's word for it is kept; elsewhere it is an assertion like any other, since only a journey
 * proves that the portal as it is run shows the entry to somebody.
 * @param evidence what the test saw: for a text, a text that holds it verbatim (an answer, a page's words); for a
 * limit or a timing, the value at which the portal acted
 * @throws when the evidence does not show it
 */
export function shows(key: CatalogueKey, evidence: string | number | readonly number[]): void {
  const value = catalogue.get(key);
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

/** Entries of built areas that nothing has shown. */
export function findUnshown<A extends string>(
  entries: readonly { key: string; area: A }[],
  builtAreas: readonly A[],
  shown: ReadonlySet<string>,
): string[] {
  return entries
    .filter(({ key, area }) => builtAreas.includes(area) && !shown.has(key))
    .map(({ key }) => key);
}
