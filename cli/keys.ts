import { exitCodes, rotationSweeps, runSweep } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { type Command, table } from './terminal.ts';

/** Encrypts all values again with the first key of the ring, in batches, while the portal runs (D44). */
export const rotate: Command = (terminal) =>
  withPortal(terminal, async (portal) => {
    const rows: string[][] = [];
    for (const sweep of rotationSweeps(portal)) {
      const { changed } = await runSweep(portal, sweep, { signal: terminal.signal });
      rows.push([sweep.name.split('.').slice(2).join('.'), String(changed)]);
    }
    for (const line of table(['what', 'encrypted anew'], rows)) terminal.out(line);
    terminal.out(`Everything is encrypted under the key '${portal.keys.active}'.`);
    return exitCodes.ok;
  });
