import { type Environment, exitCodes } from '#modules/platform/index.ts';

/** What a command has of the world: tests hand in their own. */
export interface Terminal {
  environment: Environment;
  /** One line of the command's answer. */
  out(line: string): void;
  /** One line about what goes on or went wrong. */
  err(line: string): void;
  /** Aborted when the person wants the command to end. */
  signal: AbortSignal;
}

/** Answers an exit code. */
export type Command<Options = Record<string, never>> = (
  terminal: Terminal,
  options: Options,
) => Promise<number>;

/** One line for what stops a command, and its exit code; with LOG_LEVEL=debug the stack as well. */
export function reportFailure(terminal: Terminal, error: unknown): number {
  const known = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(known ? message : `shield: ${message}`);
  if (!known && terminal.environment.LOG_LEVEL === 'debug' && error instanceof Error) {
    terminal.err(error.stack ?? '');
  }
  return known ? (error.exitCode as number) : exitCodes.failed;
}

/** Rows under a heading, each column as wide as its widest cell. */
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
