import { z } from 'zod';
import { migrations } from '#migrations/index.ts';
import { noteRestore } from '#modules/admin/index.ts';
import { eraseAgain } from '#modules/identity/index.ts';
import {
  type BackupConfig,
  backupName,
  exitCodes,
  formatCount,
  isBackup,
  makeBackup,
  openFiles,
  openPlace,
  readBackupConfig,
  readPlace,
  restoreBackup,
  StartError,
  verifyBackup,
} from '#modules/platform/index.ts';
import { onPortal, type Surroundings, withDatabase, withMigrated, withOwner } from './connect.ts';
import { operatorOf } from './operator.ts';
import { print, withShape } from './showing.ts';
import type { Command, Terminal } from './terminal.ts';

const backedUp = z.object({
  backup: z.string(),
  taken_at: z.iso.datetime(),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
  has_files: z.boolean(),
  verified: z.boolean(),
});
type BackedUp = z.infer<typeof backedUp>;

interface BackupOptions {
  target: string;
  verify?: boolean;
  files?: boolean;
}

/** `shield db backup`: copies the portal into a folder or bucket, or reads a backup again. */
export const backup = withShape<BackupOptions>(
  backedUp,
  async (terminal, { target, verify, files, json }) => {
    const config = readBackupConfig(terminal.environment);
    let done: BackedUp;
    if (!isBackup(target)) done = await make(terminal, config, { target, verify, files });
    else if (verify) done = await check(config, target);
    else throw new StartError('Give a folder, or add --verify to read this backup.', exitCodes.usage);
    print(terminal, { json, shape: backedUp, value: done }, () => {
      const { rows, tables, files: count, has_files: hasFiles, taken_at: takenAt, verified } = done;
      terminal.out(
        `${done.backup}: ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}` +
          `${hasFiles ? ` and ${formatCount(count, 'file')}` : ''}, as of ${takenAt}.`,
      );
      if (verified) terminal.out('It was read back and matches what was written.');
      if (!hasFiles)
        terminal.out('The stored files are not in it: the bucket needs versions or a copy of its own.');
    });
    return exitCodes.ok;
  },
);

async function make(
  terminal: Terminal,
  config: BackupConfig,
  { target, verify = false, files }: BackupOptions,
): Promise<BackedUp> {
  const takes = files ?? config.storage?.kind === 'folder';
  const kept = takes ? await openFiles(config) : null;
  if (takes && !kept)
    throw new StartError('STORAGE: say where the files are stored, or add --no-files.', exitCodes.config);
  const place = await openPlace(config, target);
  const now = new Date();
  const { address, counts } = await withMigrated(terminal, async (databaseUrl) => {
    const made = await makeBackup({ databaseUrl, keys: config.keys, files: kept, now });
    terminal.signal.addEventListener('abort', () => made.stream.destroy(new Error('The backup was stopped')));
    return { address: await place.write(backupName(now), made.stream), counts: made.counts };
  });
  const done = {
    backup: address,
    taken_at: now.toISOString(),
    ...counts,
    has_files: takes,
    verified: false,
  };
  return verify ? check(config, address) : done;
}

async function check(config: BackupConfig, address: string): Promise<BackedUp> {
  const { manifest, ...counts } = await verifyBackup(config.keys, await readPlace(config, address));
  const { takenAt, hasFiles } = manifest;
  return { backup: address, taken_at: takenAt, ...counts, has_files: hasFiles, verified: true };
}

/** `shield db restore`: exits with 1 if the list of erased people is not complete. */
export const restore: Command<{ source: string; files?: boolean }> = (terminal, { source, files = true }) =>
  withOwner(terminal, async (at) => {
    const config = readBackupConfig(terminal.environment);
    const {
      manifest,
      tables,
      rows,
      files: count,
    } = await restoreBackup({
      database: at.database,
      migrations,
      keys: config.keys,
      stored: await readPlace(config, source),
      files: files ? await openFiles(config) : null,
    });
    terminal.out(
      `Restored ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}, as of ${manifest.takenAt}. Each table has the count and checksum of the backup.`,
    );
    if (manifest.hasFiles && files)
      terminal.out(`The storage has ${formatCount(count, 'file')} of the backup.`);
    const { takenAt } = manifest;
    await onPortal({ ...at, operator: await operatorOf(terminal) }, (portal) =>
      portal.work('cli.restore', (work) => noteRestore(work, { taken_at: takenAt, rows })),
    );
    return eraseAt(terminal, at);
  });

/** `shield db erase-again`: the last step of a restore, by itself. */
export const eraseListed: Command = (terminal) =>
  withDatabase(terminal, (at) => onPortal(at, async (portal) => report(terminal, await eraseAgain(portal))));

/** Without an operator's name: it is the list that says who is erased, and an erased record takes no entry of staff. */
async function eraseAt(terminal: Terminal, at: Surroundings): Promise<number> {
  try {
    return await onPortal(at, async (portal) => report(terminal, await eraseAgain(portal)));
  } catch (error) {
    terminal.err(
      'Nobody was erased again. Before web and worker start, run: npm run shield -- db erase-again',
    );
    throw error;
  }
}

function report(
  terminal: Terminal,
  { listed, erased, held, known }: Awaited<ReturnType<typeof eraseAgain>>,
): number {
  terminal.out(
    `The list of erasures names ${formatCount(listed, 'person', 'people')}; erased ${formatCount(erased, 'person', 'people')} again.`,
  );
  if (held > 0)
    terminal.err(
      `${formatCount(held, 'person', 'people')} on a legal hold stayed. Lift the hold in the console when it has ended, and run: npm run shield -- db erase-again`,
    );
  if (listed >= known) return exitCodes.ok;
  terminal.err(
    `The list is not complete: the database alone has ${formatCount(known, 'erased person', 'erased people')}. Bring back the folder erasures/ of the storage, and run: npm run shield -- db erase-again`,
  );
  return exitCodes.failed;
}
