import { z } from 'zod';
import { exitCodes } from '#modules/platform/index.ts';
import { print } from './showing.ts';
import { printTable, type Terminal } from './terminal.ts';

/** What was compared with its hash. */
export const verified = z.array(
  z.object({
    what: z.string(),
    /** The SHA-256 that is recorded, in hex. */
    recorded: z.string(),
    /** What was found instead; null if it matches. */
    differs: z.string().nullable(),
  }),
);

/**
 * Prints what was compared with its hash, and what differs.
 * @param good what to say if nothing does
 * @returns the exit code
 */
export function printVerified(
  terminal: Terminal,
  { rows, json, good }: { rows: z.output<typeof verified>; json: boolean | undefined; good: string },
): number {
  const differing = rows.filter(({ differs }) => differs !== null);
  print(terminal, { json, shape: verified, value: rows }, () => {
    const cells = rows.map(({ what, recorded, differs }) => [
      what,
      differs === null ? 'as recorded' : 'differs',
      recorded,
    ]);
    printTable(terminal, ['What', 'Result', 'SHA-256'], cells);
    if (differing.length === 0) terminal.out(good);
  });
  for (const { what, differs } of differing) terminal.err(`${what} differs: ${differs}`);
  return differing.length > 0 ? exitCodes.failed : exitCodes.ok;
}
