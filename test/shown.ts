/**
 * Records which texts, limits and timings were shown by a page or an answer (D8), in a test or in a journey. Each process
 * writes its own file, and the last step of the test command reads all of them.
 */
import { limits, type TextKey, texts, timings } from '#modules/words.ts';
import { RunRecord } from './run-record.ts';

const records = new RunRecord<{ key: string; kind?: Kind | undefined }>('shown');

/** Whether the page that showed an entry ran with JavaScript or without. */
export type Kind = 'script' | 'plain';

/** Entries by their keys, with the kinds of pages that showed them. */
type Shown = ReadonlyMap<string, ReadonlySet<Kind>>;

/** Every entry that something has to show. */
export const entries = { ...texts, ...limits, ...timings };
type EntryKey = keyof typeof entries;
type LimitKey = keyof typeof limits;

/** How long something lasted: certainly for `held` milliseconds, and it had certainly ended after `ended`. */
interface Lapse {
  held: number;
  ended: number;
}

/** Numbers that `readNumbers` of test/browser/readings.ts has read from the text of a page. */
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
 * Records that a text was seen.
 * @param evidence a text that contains it exactly: an answer, or the text of a page
 * @param kind the kind of the page; not set for other answers
 * @throws Error if it does not contain the text
 */
export function shows(key: TextKey, evidence: string | undefined, kind?: Kind): void {
  const text = texts[key];
  // A page collapses white space, so both sides are compared with collapsed white space.
  const shown = evidence?.includes(text) || fold(evidence ?? '').includes(fold(text));
  record(key, shown, evidence, kind);
}

/**
 * Records that something lasted as long as the timing says.
 * @param lapse measured by a Stopwatch (test/browser/stopwatch.ts)
 * @throws Error unless the timing is between the two values of the lapse, and at least a third of it was observed
 */
export function showsTime(key: keyof typeof timings, lapse: Lapse): void {
  const time = timings[key];
  record(key, lapse.held >= time / 3 && lapse.held < time && time <= lapse.ended, lapse);
}

/**
 * Counts how often something is accepted until the first refusal.
 * @param take does it for the nth time, from 1; returns true if it is accepted
 * @param before how often it was already accepted
 * @returns how often it was accepted in total
 * @throws Error if the refusal does not come directly after the limit
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
 * Records which sizes were accepted and refused, as read from the fields.
 * @throws Error unless the ends of the limit are accepted and the sizes next to them are refused. For a limit of one
 * number, the size below it must be refused.
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
 * Records that a page showed the numbers of a limit.
 * @throws Error if the numbers differ
 */
export function showsNumbers(key: LimitKey, readings: readonly Reading[]): void {
  const numbers = readings.flatMap((reading) => reading.numbers);
  record(key, JSON.stringify([limits[key]].flat()) === JSON.stringify(numbers), numbers);
}

function record(key: EntryKey, shown: boolean, evidence: unknown, kind?: Kind): void {
  if (!shown) {
    throw new Error(
      `${key} is ${JSON.stringify(entries[key])}, and was not shown by ${JSON.stringify(evidence)}`,
    );
  }
  records.note({ key, kind });
}

function fold(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

export function forgetShown(): void {
  records.forget();
}

export function readShown(): Shown {
  const shown = new Map<string, Set<Kind>>();
  for (const { key, kind } of records.read()) {
    const kinds = shown.get(key) ?? new Set();
    if (kind) kinds.add(kind);
    shown.set(key, kinds);
  }
  return shown;
}

/**
 * Entries that no page shows yet, with the area that will show them. When something shows one, its line here is
 * removed.
 */
export const unreached: Partial<Record<EntryKey, string>> = {
  'network.removed-listed': 'network',
};

/** What only script shows, in journeys that `npm run test:all` alone runs: timers of pages, and drawn or masked fields. */
export const shownByAllOnly: Partial<Record<EntryKey, 'all'>> = {
  'alert.refreshed': 'all',
  'autocomplete.delay': 'all',
  'autocomplete.min-characters': 'all',
  'center.leaves': 'all',
  'console.reset-sent-shown': 'all',
  'dashboard.refreshed': 'all',
  'dateofbirth.length-characters': 'all',
  'edge.script-timeout': 'all',
  'passkey.failed': 'all',
  'purchase.new-york-look-back-years': 'all',
  'purchase.progress-percent': 'all',
  'purchase.unconfirmed': 'all',
  'purchase.zip-digits': 'all',
  'refund.dialog-closes': 'all',
  'share.confirmation-shown': 'all',
  'signature.height-pixels': 'all',
  'signature.width-pixels': 'all',
  'sms.polling': 'all',
  'ssn.length-characters': 'all',
  'team.invite-sent-shown': 'all',
  'team.own-role-shown': 'all',
};

/** The kind of page that shows a text; `call` if the text cannot be reached through a page. */
type OnlyKind = Kind | 'call';

/** The documents' texts that only one kind of page, or only the answer to a call, can show, and why. */
export const shownByOneKind: Partial<Record<TextKey, { kind: OnlyKind; why: string }>> = {
  'code.too-short': { kind: 'plain', why: 'with script the button waits for the sixth character' },
  'console.one-shield-id': { kind: 'call', why: 'the page has one button for each ShieldID' },
  'console.save-changes': { kind: 'script', why: 'the bar that saves what was changed is drawn by script' },
  'edge.script-failed': { kind: 'script', why: 'it says that a script did not load' },
  'parts.link-copied': { kind: 'script', why: 'without script a link is copied by hand' },
  'register.failure': { kind: 'call', why: 'the page says which field is wrong' },
  'team.save-failed': {
    kind: 'plain',
    why: 'it breaks a portal of its own, whose journeys run without script alone',
  },
  'profile.saving': { kind: 'script', why: 'without script a field is saved with its form' },
};

/**
 * What is missing in the record of a complete run.
 * @param keys every entry that has to be shown, except for those in `later`
 * @returns one line for each error, which says how to fix it
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
        `${key}: nothing shows it. Add shows('${key}', answer) to a test or expectShown(page, '${key}') to a journey, or showsTime, showsCount, showsSize or showsNumbers for a number`,
    ),
    ...reached.map((key) => `${key}: it is shown now. Take its line out of test/shown.ts`),
  ];
}

/**
 * The texts of the documents that are not shown both with script and without.
 * @param keys the texts that the documents prescribe
 * @param exceptions those that only one kind of page shows
 * @returns one line for each error, which says how to fix it
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
