import { z } from 'zod';
import { listApiKeys, readApiKeys, revokeKey } from '#modules/enterprise/index.ts';
import { exitCodes } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { showing } from './showing.ts';
import { type Command, finding, printTable } from './terminal.ts';

const listed = z.array(listApiKeys.output.shape.keys.element.extend({ company_name: z.string() }));

/** `shield api-keys list`: the keys of companies, without their secrets, those that work first (D134). */
export const list = showing<{ company?: string }>()(
  listed,
  (portal, { company }) => portal.work('cli.list-api-keys', (work) => readApiKeys(work, company ?? null)),
  (terminal, keys) =>
    printTable(
      terminal,
      ['id', 'company', 'name', 'key', 'may', 'state', 'last used (UTC)'],
      keys.map((key) => [
        key.id,
        key.company_name,
        key.name,
        key.key,
        key.scopes.join(' '),
        key.state,
        key.last_used_at?.toISOString().slice(0, 13).concat('h') ?? 'never used',
      ]),
    ),
);

/** `shield api-keys revoke`: the next call with the key is refused. Its company’s owner is mailed. */
export const revoke: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(terminal, async (portal) => {
    await finding(
      `API key ${id}`,
      portal.work('cli.revoke-api-key', (work) => revokeKey(work, { id, accountId: null })),
    );
    terminal.out(`Revoked ${id}.`);
    return exitCodes.ok;
  });
