import { readApiKeys, revokeKey } from '#modules/enterprise/index.ts';
import { exitCodes, Refusal, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { type Command, table } from './terminal.ts';

interface ListOptions {
  company?: string;
  json?: boolean;
}

/** `shield api-keys list`: the keys of companies, without their secrets, those that work first (D134). */
export const list: Command<ListOptions> = (terminal, { company, json }) =>
  withPortal(terminal, async (portal) => {
    const keys = await portal.work('cli.list-api-keys', (work) => readApiKeys(work, company ?? null));
    if (json) {
      terminal.out(JSON.stringify(keys));
      return exitCodes.ok;
    }
    const rows = keys.map((key) => [
      key.id,
      key.company_name,
      key.name,
      key.key,
      key.scopes.join(' '),
      key.state,
      key.last_used_at?.toISOString().slice(0, 13).concat('h') ?? 'never used',
    ]);
    for (const line of table(['id', 'company', 'name', 'key', 'may', 'state', 'last used (UTC)'], rows))
      terminal.out(line);
    return exitCodes.ok;
  });

/** `shield api-keys revoke`: the next call with the key is refused. Its company’s owner is mailed. */
export const revoke: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(terminal, async (portal) => {
    try {
      await portal.work('cli.revoke-api-key', (work) => revokeKey(work, { id, accountId: null }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const words = error.code === 'not-found' ? `There is no API key ${id}.` : error.text;
      throw new StartError(words, exitCodes.failed, { cause: error });
    }
    terminal.out(`Revoked ${id}.`);
    return exitCodes.ok;
  });
