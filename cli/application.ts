import { verifyApplication } from '#modules/applications/index.ts';
import { exitCodes, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { withShape } from './showing.ts';
import { finding } from './terminal.ts';
import { printVerified, verified } from './verified.ts';

/**
 * `shield application verify ID`: compares an application's file, consent texts and signatures with their hashes in the
 * database and in the signing certificate. Exits with 1 if something differs.
 */
export const verify = withShape<{ id: string }>(verified, (terminal, { id, json }) =>
  withPortal(terminal, async (portal) => {
    const rows = await finding(`application ${id}`, verifyApplication(portal, id));
    if (!rows)
      throw new StartError(
        `The application ${id} has no file yet: it is made after it is submitted.`,
        exitCodes.failed,
      );
    return printVerified(terminal, { rows, json, good: 'The application is as it was signed.' });
  }),
);
