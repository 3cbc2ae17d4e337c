import { type Environment, exitCodes } from '#modules/platform/starting.ts';

/** The environment of a command. Tests provide their own. */
export interface Terminal {
  environment: Environment;
  /** Prints one line of the command's result. */
  out(line: string): void;
  /** Prints one line about progress or an error. */
  err(line: string): void;
  /** Asks one question and returns the typed line; undefined if nobody can answer. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Aborted when the command has to end. */
  signal: AbortSignal;
}

/** @returns an exit code */
export type Command<Options = Record<string, never>> = (
  terminal: Terminal,
  options: Options,
) => Promise<number>;

/** Prints one line about an error that stops a command and returns its exit code. With LOG_LEVEL=debug also prints the stack. */
export function reportFailure(terminal: Terminal, error: unknown): number {
  const known = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(known ? message : `shield: ${message}`);
  if (!known && terminal.environment.LOG_LEVEL === 'debug' && error instanceof Error) {
    terminal.err(error.stack ?? '');
  }
  return known ? (error.exitCode as number) : exitCodes.failed;
}

/** The lines of a table with a heading, in which each column is as wide as its widest cell. */
export function table(heading: string[], rows: string[][]): string[] {
  const widths = heading.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
