/**
 * Which texts, limits and timings a journey has shown (D8). Each process writes a file of its own; the last step of the
 * test command reads them all.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits, type TextKey, texts, timings } from '#modules/words.ts';

const folder = join(import.meta.dirname, '..', '.data', 'test', 'shown');

/** How the page ran that showed an entry: with JavaScript, or without it. */
export type Kind = 'script' | 'plain';

/** Entries by their keys, with the kinds of pages that showed them. */
type Shown = ReadonlyMap<string, ReadonlySet<Kind>>;

/** Every entry that a journey has to show. */
export const entries = { ...texts, ...limits, ...timings };
type EntryKey = keyof typeof entries;
type LimitKey = keyof typeof limits;

/** How long something lasted: it was seen to last for `held` milliseconds and to be over after `ended`. */
interface Lapse {
  held: number;
  ended: number;
}

/** Numbers that were read from the words of a page, by `readNumbers` of test/browser/readings.ts. */
export class Reading {
  readonly #numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }
}

/**
 * A text was seen.
 * @param evidence words that hold it verbatim: an answer, a page's words
 * @param kind of the page that holds them; none for other answers
 * @throws when they do not
 */
export function shows(key: TextKey, evidence: string | undefined, kind?: Kind): void {
  const text = texts[key];
  // A page collapses white space, so both sides are compared with collapsed white space too.
  const shown = evidence?.includes(text) || fold(evidence ?? '').includes(fold(text));
  record(key, shown, evidence, kind);
}

/**
 * A time passed as it is said.
 * @param lapse measured by a Stopwatch (test/browser/stopwatch.ts)
 * @throws unless the time lies between the two, and it lasted for a third of it at least
 */
export function showsTime(key: keyof typeof timings, lapse: Lapse): void {
  const time = timings[key];
  record(key, lapse.held >= time / 3 && lapse.held < time && time <= lapse.ended, lapse);
}

/**
 * Counts what is taken until the first refusal.
 * @param take does it for the nth time, from 1; true while it is taken
 * @param before how often it was taken already
 * @returns how often it was taken in all
 * @throws when the refusal does not come just after the limit
 */
export async function showsCount(
  key: LimitKey,
  take: (n: number) => Promise<boolean>,
  before = 0,
): Promise<number> {
  const limit = Number(limits[key]);
  let taken = before;
  while (taken <= limit && (await take(taken + 1))) taken += 1;
  record(key, taken === limit, taken);
  return taken;
}

/**
 * Sizes were taken and refused, as they were read from the fields.
 * @throws unless the ends of the limit are taken and what is just beyond them is refused. A limit of one number has a
 * refused neighbor below.
 */
export function showsSize(
  key: LimitKey,
  sizes: { taken: readonly number[]; refused: readonly number[] },
): void {
  const limit: unknown = limits[key];
  const [least, most] = (Array.isArray(limit) ? limit : [limit, limit]) as [number, number];
  const { taken, refused } = sizes;
  const within = (size: number) => size >= least && size <= most;
  const beyond = least === most ? [least - 1] : [least - 1, most + 1];
  const shown =
    [least, most].every((end) => taken.includes(end)) &&
    beyond.every((end) => refused.includes(end)) &&
    taken.every(within) &&
    !refused.some(within);
  record(key, shown, sizes);
}

/**
 * A page said the numbers.
 * @throws when they are others
 */
export function showsNumbers(key: LimitKey, readings: readonly Reading[]): void {
  const numbers = readings.flatMap((reading) => reading.numbers);
  record(key, JSON.stringify([limits[key]].flat()) === JSON.stringify(numbers), numbers);
}

/** Recorded for journeys only, because only they show a text to somebody. Elsewhere it is a plain assertion. */
function record(key: EntryKey, shown: boolean, evidence: unknown, kind?: Kind): void {
  if (!shown) {
    throw new Error(
      `${key} is ${JSON.stringify(entries[key])}, and was not shown by ${JSON.stringify(evidence)}`,
    );
  }
  if (process.env.VITEST) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ key, kind })}\n`);
}

function fold(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

export function forgetShown(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function readShown(): Shown {
  const shown = new Map<string, Set<Kind>>();
  for (const { key, kind } of readRecords()) {
    const kinds = shown.get(key) ?? new Set();
    if (kind) kinds.add(kind);
    shown.set(key, kinds);
  }
  return shown;
}

function readRecords(): { key: string; kind?: Kind }[] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return [];
  }
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/**
 * Entries that no page shows yet, with the area that will. When a journey shows one, its line here is removed.
 */
export const unreached: Partial<Record<EntryKey, string>> = {
  'network.removed-listed': 'network',
  'console.no-such-user': 'console',
};

/** The kind of page that shows a text, or `call` where no page lets anybody come that far. */
type OnlyKind = Kind | 'call';

/** The documents' texts that only one kind of page can show, or only the answer to a call, and why. */
export const shownByOneKind: Partial<Record<TextKey, { kind: OnlyKind; why: string }>> = {
  'code.too-short': { kind: 'plain', why: 'with script the button waits for the sixth character' },
  'console.one-shield-id': { kind: 'call', why: 'the page has one button for each ShieldID' },
  'console.save-changes': { kind: 'script', why: 'the bar that saves what was changed is drawn by script' },
  'edge.script-failed': { kind: 'script', why: 'it says that a script did not load' },
  'parts.link-copied': { kind: 'script', why: 'without script a link is copied by hand' },
  'team.save-failed': {
    kind: 'script',
    why: 'it breaks a portal of its own, whose journeys run with script alone',
  },
  'profile.saving': { kind: 'script', why: 'without script a field is saved with its form' },
};

/**
 * What is wrong with the record of a whole run of the journeys.
 * @param keys every entry that has to be shown but those in `later`
 * @returns one line for each fault, which says how to mend it
 */
export function findUnshown(
  keys: readonly string[],
  later: Readonly<Record<string, string>>,
  shown: Shown,
): string[] {
  const unshown = keys.filter((key) => !shown.has(key) && !(key in later));
  const reached = Object.keys(later).filter((key) => shown.has(key));
  return [
    ...unshown.map(
      (key) =>
        `${key}: no journey shows it. Add expectShown(page, '${key}') to a file of test/journeys/, or showsTime, showsCount, showsSize or showsNumbers for a number`,
    ),
    ...reached.map(
      (key) => `${key}: a journey shows it now. Take its line out of unreached in test/shown.ts`,
    ),
  ];
}

/**
 * Which documented texts are not shown both with script and without.
 * @param keys of the texts that the documents fix
 * @param exceptions those that one kind of page shows
 * @returns one line for each fault, which says how to mend it
 */
export function findOneSided(
  keys: readonly string[],
  exceptions: Readonly<Record<string, { kind: OnlyKind; why: string }>>,
  shown: Shown,
): string[] {
  return keys.flatMap((key) => {
    const kinds = shown.get(key);
    const except = exceptions[key];
    if (!kinds) return [];
    if (except && (kinds.size === 2 || (except.kind === 'call' && kinds.size > 0)))
      return [`${key}: other kinds show it now. Take its line out of shownByOneKind in test/shown.ts`];
    if (except?.kind === 'call') return [];
    const wanted: Kind[] = except ? [except.kind] : ['script', 'plain'];
    return wanted
      .filter((kind) => !kinds.has(kind))
      .map((kind) =>
        kind === 'plain'
          ? `${key}: no page without script shows it. Show it in a journey that runs without script too`
          : `${key}: no page with script shows it. Show it in a journey that runs with script too`,
      );
  });
}
