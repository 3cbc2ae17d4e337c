import type { Verified } from '#modules/applications/index.ts';
import { exitCodes } from '#modules/platform/index.ts';
import { type Terminal, table } from './terminal.ts';

/**
 * Prints what was compared with its hash, and what differs.
 * @param good what to say if nothing does
 * @returns the exit code
 */
export function printVerified(terminal: Terminal, rows: readonly Verified[], good: string): number {
  for (const line of table(['What', 'Result', 'SHA-256'], rows.map(cellsOf))) terminal.out(line);
  const differing = rows.filter(({ differs }) => differs !== null);
  for (const { what, differs } of differing) terminal.err(`${what} differs: ${differs}`);
  if (differing.length > 0) return exitCodes.failed;
  terminal.out(good);
  return exitCodes.ok;
}

function cellsOf({ what, recorded, differs }: Verified): string[] {
  return [what, differs === null ? 'as recorded' : 'differs', recorded];
}
