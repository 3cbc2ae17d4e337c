import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { tableCopies } from '#modules/anonymized.ts';
import { hashPassword } from '#modules/identity/index.ts';
import {
  anonymizing,
  backupName,
  connect,
  exitCodes,
  formatCount,
  KeyRing,
  MadeUp,
  makeBackup,
  newToken,
  openPlace,
  readBackupConfig,
  StartError,
} from '#modules/platform/index.ts';
import { withMigrated } from './connect.ts';
import { newKeys } from './keys.ts';
import { print, withShape } from './showing.ts';
import type { Terminal } from './terminal.ts';

const copied = z.object({
  copy: z.string(),
  keys: z.string(),
  taken_at: z.iso.datetime(),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
});
type Copied = z.infer<typeof copied>;

interface AnonymizeOptions {
  target: string;
  keys: string;
}

/** The least that production demands, so that a sign-in to the copy does not hash anew. */
const PASSWORD_MEMORY = 19_456;

/** `shield db anonymize`: copies the portal without personal data. It needs none of the portal's keys. */
export const anonymize = withShape<AnonymizeOptions>(copied, async (terminal, { json, ...options }) => {
  const done = await make(terminal, options);
  print(terminal, { json, shape: copied, value: done }, () => {
    const { copy, keys, rows, tables, taken_at: takenAt } = done;
    terminal.out(
      `${copy}: ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} without personal data, as of ${takenAt}.`,
    );
    terminal.out(`Its keys and the one password of all its accounts are in ${keys}.`);
  });
  return exitCodes.ok;
});

async function make(terminal: Terminal, { target, keys: keyFile }: AnonymizeOptions): Promise<Copied> {
  const variables = newKeys();
  const config = readBackupConfig({ ...terminal.environment, BACKUP_KEY: variables.BACKUP_KEY });
  const place = await openPlace(config, target);
  const password = newToken(12);
  const [active = '', key = ''] = variables.KEY_RING.split(':');
  const made = new MadeUp({
    keys: new KeyRing({
      active,
      keys: { [active]: key },
      lookupKey: variables.LOOKUP_KEY,
      signingKeys: [variables.SIGNING_KEY],
    }),
    secret: randomBytes(32),
    passwordHash: await hashPassword({ passwordMemory: PASSWORD_MEMORY }, password),
  });
  const now = new Date();
  await keepKeys(keyFile, variables, password);
  try {
    return await withMigrated(terminal, async (databaseUrl) => {
      const client = await connect(databaseUrl);
      const rewriting = await anonymizing(client, tableCopies, made).finally(() => client.end());
      const { stream, counts } = await makeBackup({
        databaseUrl,
        keys: config.keys,
        files: null,
        now,
        rewriting,
      });
      terminal.signal.addEventListener('abort', () => stream.destroy(new Error('The copy was stopped')));
      const copy = await place.write(backupName(now, 'copy'), stream);
      return { copy, keys: keyFile, taken_at: now.toISOString(), ...counts };
    });
  } catch (error) {
    await rm(keyFile, { force: true });
    throw error;
  }
}

/** @throws StartError if the file exists: it may belong to another copy, which could no longer be read */
async function keepKeys(file: string, variables: Record<string, string>, password: string): Promise<void> {
  const lines = [
    '# Of one copy without personal data. No other portal may use these keys.',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    `# Everybody's password in the copy: ${password}`,
  ];
  try {
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new StartError(`${file} already exists. Name a new file.`, exitCodes.usage);
    throw new StartError(`${file} cannot be written.`, exitCodes.usage);
  }
}
