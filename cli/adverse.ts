import { readFile } from 'node:fs/promises';
import {
  type EvidenceFile,
  evidenceFile,
  readCaseNumber,
  verifyAdverseAction,
  verifyEvidenceFile,
} from '#modules/network/index.ts';
import { exitCodes, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { withShape } from './showing.ts';
import { finding } from './terminal.ts';
import { printVerified, verified } from './verified.ts';

/**
 * `shield adverse verify [CASE] [--file PATH]`: computes the hashes of an adverse action's evidence again, as it is stored
 * or as it was downloaded. Exits with 1 if something differs.
 */
export const verify = withShape<{ case?: string; file?: string }>(
  verified,
  async (terminal, { case: named, file, json }) => {
    if (file !== undefined) {
      const evidence = await readEvidenceFile(file);
      if (named !== undefined && !isCase(evidence, named))
        throw new StartError(
          `${file} is about the adverse action ${evidence.case.number} (${evidence.case.id}).`,
          exitCodes.data,
        );
      return withPortal(terminal, async (portal) => {
        const { rows, stored } = await verifyEvidenceFile(portal, evidence);
        if (!stored)
          terminal.err('The portal no longer keeps this case, so only the file itself was checked.');
        const good = `The evidence of ${evidence.case.number} is as it was written.`;
        return printVerified(terminal, { rows, json, good });
      });
    }
    if (named === undefined)
      throw new StartError('Name an adverse action, or a file with --file.', exitCodes.usage);
    return withPortal(terminal, async (portal) => {
      const rows = await finding(`adverse action ${named}`, verifyAdverseAction(portal, named));
      return printVerified(terminal, { rows, json, good: 'The evidence is as it was written.' });
    });
  },
);

function isCase({ case: { id, number } }: EvidenceFile, named: string): boolean {
  const typed = readCaseNumber(named);
  return typed === null ? id === named : readCaseNumber(number) === typed;
}

async function readEvidenceFile(path: string): Promise<EvidenceFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StartError(`${path} can’t be read.`, exitCodes.notFound, { cause });
  });
  try {
    return evidenceFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${path} is not the evidence of an adverse action.`, exitCodes.data, { cause });
  }
}
