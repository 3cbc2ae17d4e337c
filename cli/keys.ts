import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  describeKeys,
  exitCodes,
  formatCount,
  type RotatedColumn,
  rotateKeys,
} from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { showing } from './showing.ts';
import { type Command, printTable } from './terminal.ts';

/** The id of a key never comes back, because values say by it which key opens them. */
export function newKeyId(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return `${day}-${randomBytes(3).toString('hex')}`;
}

/** New values of the variables with which a portal encrypts and signs. */
export function newKeys() {
  const id = newKeyId();
  const ringKey = () => `${id}:${randomBytes(32).toString('base64')}`;
  const secret = () => randomBytes(32).toString('hex');
  return { KEY_RING: ringKey(), LOOKUP_KEY: secret(), SIGNING_KEY: secret(), BACKUP_KEY: ringKey() };
}

/** Prints the variables of a new portal. To rotate, only the new entry of KEY_RING is used, before the present ones. */
export const make: Command = async (terminal) => {
  for (const [name, value] of Object.entries(newKeys())) terminal.out(`${name}=${value}`);
  terminal.err(
    'Keep them where only the portal reads them, and in a backup: without them, its data cannot be read.',
  );
  return exitCodes.ok;
};

/**
 * Encrypts all values again with the first key of the ring, in batches, while the portal runs (D44). Prints each row
 * that cannot be opened, and exits with 1 if there is one.
 */
export const rotate: Command = (terminal) =>
  withPortal(terminal, async (portal) => {
    const { columns, behind } = await rotateKeys(portal, terminal.signal);
    const rows = columns.map(({ table: of, column, changed, unopened }) => [
      `${of}.${column}`,
      String(changed),
      String(unopened.length),
    ]);
    printTable(terminal, ['what', 'encrypted anew', 'not opened'], rows);
    const unopened = columns.flatMap(unopenedRows);
    if (unopened.length > 0) {
      terminal.out('');
      printTable(terminal, ['not opened', 'id', 'why'], unopened);
      terminal.err(
        `Could not open ${formatCount(unopened.length, 'value')}. Keep the other keys in KEY_RING.`,
      );
    }
    if (behind > 0)
      terminal.err(
        `${formatCount(behind, 'value was', 'values were')} encrypted with an older key meanwhile. Restart every process with '${portal.keys.active}' first, and run this again.`,
      );
    if (unopened.length > 0 || behind > 0) return exitCodes.failed;
    terminal.out(`Everything is encrypted under the key '${portal.keys.active}'.`);
    return exitCodes.ok;
  });

const unopenedRows = ({ table: of, column, unopened }: RotatedColumn): string[][] =>
  unopened.map(({ id, reason }) => [`${of}.${column}`, id, reason]);

/** `shield keys status`: which keys encrypt what is stored. Exits with 1 if KEY_RING lacks one that is used. */
export const status = showing()(
  z.array(z.object({ id: z.string(), active: z.boolean(), inRing: z.boolean(), values: z.int() })),
  (portal) => describeKeys(portal),
  (terminal, keys) =>
    printTable(
      terminal,
      ['key', 'values', 'state'],
      keys.map(({ id, active, inRing, values }) => [
        id,
        String(values),
        active ? 'encrypts' : inRing ? 'opens older values' : 'missing in KEY_RING',
      ]),
    ),
  {
    code: (keys) =>
      keys.every(({ inRing, values }) => inRing || values === 0) ? exitCodes.ok : exitCodes.failed,
  },
);
