import { readFile } from 'node:fs/promises';
import { importLegacy, readLegacyFile } from '#modules/applications/index.ts';
import { exitCodes, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import type { Command } from './terminal.ts';

/** `shield legacy import`: imports ShieldIDs of a former system, so that their owners can link them (D18). */
export const importFile: Command<{ file: string; dryRun?: boolean }> = async (
  terminal,
  { file, dryRun = false },
) => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(`${file} cannot be read`, exitCodes.notFound, { cause });
  });
  const read = readLegacyFile(text);
  requireNone(file, read.faults);
  return withPortal(terminal, async (portal) => {
    const { added, kept, faults } = await portal.work('cli.import-legacy', (work) =>
      importLegacy(work, read, { dryRun }),
    );
    requireNone(file, faults);
    const counts = `${added} new, ${kept} already imported`;
    terminal.out(dryRun ? `${counts}; nothing was written.` : `${counts}.`);
    return exitCodes.ok;
  });
};

/** @throws StartError with one line for each error in the file */
function requireNone(file: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new StartError(
    [`${file} is not valid, nothing was imported:`, ...faults.map((fault) => `  ${fault}`)].join('\n'),
    exitCodes.data,
  );
}
