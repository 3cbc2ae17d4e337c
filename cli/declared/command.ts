import { type Argument, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { parseDuration } from '../duration.ts';
import type { Terminal } from '../terminal.ts';

/** A command that takes what its declaration says. Written as a method, because its options are narrower than any. */
type Loaded = { command(terminal: Terminal, options: object): Promise<number> }['command'] & {
  shape?: z.ZodType;
};

/** The shells for which `completion` prints a script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One command as it is declared. What it does is loaded when it runs, so that the help is quick. */
export interface Declared {
  /** Its words, such as `user disable`. */
  words: string;
  /** Printed in the list of commands. */
  summary: string;
  /** More sentences for its help. */
  details?: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** What somebody would type, after `shield`. */
  example: string;
  /** Runs if its group is named alone. */
  byDefault?: boolean;
  /** What happens, as one sentence, if it asks before it runs, or takes --yes. */
  risk?(options: object): string | null;
  /** Whether it prints JSON with --json, in the shape of the loaded command. */
  json?: boolean;
  load(): Promise<Loaded>;
}

/** Several commands that begin with the same word. */
export interface Group {
  name: string;
  summary: string;
  commands: readonly Declared[];
}

/** Declares an option, with the function that reads its value. */
export function option(flags: string, what: string, read?: (text: string) => unknown): Option {
  const made = new Option(flags, what);
  return read ? made.argParser(read) : made;
}

/** Reads 1 to 9999. */
export function count(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('expected 1 to 9999.');
  return Number(text);
}

/** Reads 0 to 9999. */
export function countOrNone(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('expected 0 to 9999.');
  return Number(text);
}

/** Reads `7d` or `1d12h` as milliseconds. */
export function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === null) throw new InvalidArgumentError('expected a time like 45d, 12h, 30m or 1d12h.');
  return milliseconds;
}

export function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError('expected an id such as 0191c3a4-5b6c-7d8e-9f01-23456789abcd.');
  return text.toLowerCase();
}
