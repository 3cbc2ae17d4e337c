import { verifyApplication } from '#modules/applications/index.ts';
import { exitCodes, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import type { Command } from './terminal.ts';
import { printVerified } from './verified.ts';

/**
 * `shield application verify ID`: compares an application's file, consent texts and signatures with their hashes in the
 * database and in the signing certificate. Exits with 1 if something differs.
 */
export const verify: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(terminal, async (portal) => {
    const rows = await verifyApplication(portal, id).catch((cause: unknown) => {
      if (cause instanceof Error && 'code' in cause && cause.code === 'not-found')
        throw new StartError(`There is no application ${id}.`, exitCodes.usage, { cause });
      throw cause;
    });
    if (!rows)
      throw new StartError(
        `The application ${id} has no file yet: it is made after it is submitted.`,
        exitCodes.failed,
      );
    return printVerified(terminal, rows, 'The application is as it was signed.');
  });
