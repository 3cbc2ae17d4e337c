import {
  type CatalogueChange,
  catalogueFile,
  exportCatalogue,
  importCatalogue,
} from '#modules/applications/index.ts';
import { exitCodes, formatCount } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { readJsonFile } from './setup/index.ts';
import type { Command } from './terminal.ts';

/** `shield catalogue export`: prints what is sold as a JSON file for `import` (D89). */
export const exportFile: Command = (terminal) =>
  withPortal(terminal, async (portal) => {
    const catalogue = await portal.work('cli.export-catalogue', exportCatalogue);
    terminal.out(JSON.stringify(catalogue, null, 2));
    return exitCodes.ok;
  });

/** `shield catalogue import FILE`: changes the catalogue to match the file, and prints each difference. */
export const importFile: Command<{ file: string; dryRun?: boolean }> = async (
  terminal,
  { file, dryRun = false },
) => {
  const wanted = await readJsonFile(file, catalogueFile);
  return withPortal(terminal, async (portal) => {
    const changes = await portal.work('cli.import-catalogue', (work) =>
      importCatalogue(work, wanted, { dryRun }),
    );
    for (const line of changes.flatMap(linesOf)) terminal.out(line);
    const count = changes.filter(({ change }) => change !== 'kept').length;
    const changed = formatCount(count, 'change');
    if (count === 0) terminal.out('The catalog already matches the file.');
    else terminal.out(dryRun ? `${changed}; nothing was written.` : `Made ${changed}.`);
    return exitCodes.ok;
  });
};

function linesOf({ what, change, details }: CatalogueChange): string[] {
  return [`${change} ${what}`, ...details.map((detail) => `    ${detail}`)];
}
