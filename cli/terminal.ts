import { stripVTControlCharacters } from 'node:util';
import { type Environment, exitCodes, Refusal, StartError } from '#modules/platform/starting.ts';

/** The environment of a command. Tests provide their own. */
export interface Terminal {
  environment: Environment;
  /** Prints one line of the command's result. */
  out(line: string): void;
  /** Prints one line about progress or an error. */
  err(line: string): void;
  /** Asks one question and returns the typed line; undefined if nobody can answer. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** How many characters fit in a line; undefined if the output goes to a file or another program. */
  columns?: number | undefined;
  /** Calls `then` at each SIGHUP, which ends the command otherwise. Tests have no such signal. */
  onHangUp?: (then: () => void) => void;
  /** Aborted when the command has to end. */
  signal: AbortSignal;
}

/** Waits until a command is asked to end. */
export function endOf(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** @returns an exit code */
export type Command<Options = Record<string, never>> = (
  terminal: Terminal,
  options: Options,
) => Promise<number>;

/**
 * Prints what stops a command and returns its exit code: one line for an error that is expected, also with the stack for
 * any other one if LOG_LEVEL=debug.
 */
export function reportFailure(terminal: Terminal, error: unknown): number {
  if (error instanceof Refusal) {
    terminal.err(error.text);
    for (const [field, words] of Object.entries(error.options.issues ?? {}))
      terminal.err(`  ${field}: ${words.join(' ')}`);
    return exitCodeOf(error);
  }
  if (lacksSchema(error)) {
    terminal.err(`The database lacks what this release needs: ${error.message}. Run: shield db migrate`);
    return exitCodes.failed;
  }
  const known = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(known ? message : `shield: ${message}`);
  if (!known && terminal.environment.LOG_LEVEL === 'debug' && error instanceof Error) {
    terminal.err(error.stack ?? '');
  }
  return known ? (error.exitCode as number) : exitCodes.software;
}

/** `undefined_table` and `undefined_column` of PostgreSQL: no migration has run, or not all. */
export const lacksSchema = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703');

function exitCodeOf({ code, status }: Refusal): number {
  if (code === 'not-found') return exitCodes.notFound;
  if (code === 'invalid-input') return exitCodes.usage;
  if (status === 503) return exitCodes.unavailable;
  return status === 500 ? exitCodes.software : exitCodes.failed;
}

/**
 * Says what was not found, because a refusal does not.
 * @param what such as `application 0191c3a4-...`
 * @throws StartError
 */
export async function finding<T>(what: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'not-found') throw cause;
    throw new StartError(`There is no ${what}.`, exitCodes.notFound, { cause });
  }
}

/**
 * Asks before something that cannot be undone, or that a person notices.
 * @param risk what happens, as one sentence
 * @throws StartError if the answer is no, or nobody can answer and --yes is missing
 */
export async function confirm(terminal: Terminal, risk: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!terminal.ask) throw new StartError(`${risk} To confirm, add --yes.`, exitCodes.usage);
  const answer = await terminal.ask(`${risk} Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('Nothing was changed.', exitCodes.failed);
}

/** Controls a terminal, or changes the direction of writing. Names and messages of other people are printed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it takes them out
const controlling = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text without the characters that would control the terminal. */
export const printable = (text: string): string => text.replace(controlling, '\u{fffd}');

/** The narrowest column into which a text is cut. */
const NARROWEST = 10;
const GAP = '  ';

/**
 * What is useless without its end: a word (a time, a name, an address, a link) and an id after its kind. People copy
 * these into the next command.
 */
const isWhole = (cell: string) => /^[^\s{[]\S*$|\s[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(cell);

/**
 * Prints a table with a heading, in which each column is as wide as its widest cell. If that is wider than the terminal,
 * columns without a value are left out and texts are cut, but no word and no id. If they would become too short to read,
 * each row is printed as lines of its own.
 */
export function printTable(terminal: Terminal, heading: readonly string[], rows: readonly string[][]): void {
  for (const line of tableLines(heading, rows, terminal.columns)) terminal.out(line);
}

/** The lines of the same table. */
export function tableLines(
  heading: readonly string[],
  rows: readonly string[][],
  columns?: number | undefined,
): string[] {
  const cells = rows.map((row) => heading.map((_, at) => flat(row[at] ?? '')));
  const widths = widthsOf(heading, cells);
  if (fits(widths, columns)) return linesOf([heading, ...cells], widths);
  const given = heading.map((_, at) => cells.some((row) => row[at] !== ''));
  if (given.includes(false) && given.includes(true)) {
    const kept = <T>(row: readonly T[]) => row.filter((_, at) => given[at]);
    return tableLines(kept(heading), cells.map(kept), columns);
  }
  const least = widthsOf(
    heading.map(() => ' '.repeat(NARROWEST)),
    cells.map((row) => row.map((cell) => (isWhole(cell) ? cell : ''))),
  );
  if (narrowed(widths, least, columns)) return linesOf([heading, ...cells], widths);
  return cells.flatMap((row, at) => [
    ...(at > 0 ? [''] : []),
    ...fieldLines(Object.fromEntries(heading.map((title, column) => [title, row[column] ?? '']))),
  ]);
}

const widthsOf = (heading: readonly string[], cells: readonly string[][]) =>
  heading.map((title, at) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))));

/** A heading, a line below it, and the rows. */
function linesOf(
  [heading = [], ...cells]: readonly (readonly string[])[],
  widths: readonly number[],
): string[] {
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join(GAP)
      .trimEnd();
  return [heading, widths.map((width) => '-'.repeat(width)), ...cells].map(line);
}

/** Prints one line for each field. Empty ones are left out. */
export function printFields(terminal: Terminal, fields: Readonly<Record<string, string | null>>): void {
  for (const line of fieldLines(fields)) terminal.out(line);
}

function fieldLines(fields: Readonly<Record<string, string | null>>): string[] {
  const given = Object.entries(fields).filter(([, value]) => value);
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}${GAP}${flat(value ?? '')}`);
}

const fits = (widths: readonly number[], columns: number | undefined) =>
  columns === undefined || widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) <= columns;

/** Makes the widest column narrower until all fit. @returns whether they do */
function narrowed(widths: number[], least: readonly number[], columns: number | undefined): boolean {
  while (!fits(widths, columns)) {
    const spare = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) return false;
    widths[spare.indexOf(widest)] = widest - 1;
  }
  return true;
}

const flat = (text: string) => printable(stripVTControlCharacters(text).replaceAll(/\s+/g, ' '));

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that a terminal shows in two columns. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic})/u;
const columnsOf = (character: string) => (wide.test(character) ? 2 : 1);

/** How many columns of a terminal a text takes. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of characters.segment(text)) width += columnsOf(segment);
  return width;
}

function padded(text: string, width: number): string {
  const own = widthOf(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let cut = '';
  let taken = 0;
  for (const { segment } of characters.segment(text)) {
    if (taken + columnsOf(segment) > width - 1) break;
    cut += segment;
    taken += columnsOf(segment);
  }
  return `${cut}…${' '.repeat(width - 1 - taken)}`;
}
