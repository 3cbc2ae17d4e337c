import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseAddress } from '../database/address.ts';
import { connect } from '../database/connect.ts';
import { type MigrationClass, migrateDatabase } from '../database/schema.ts';
import { exitCodes, StartError } from '../start-error.ts';
import type { StoredFiles } from '../storage/storage.ts';
import { loosen, tighten } from './constraints.ts';
import { type BackupCounts, readRows } from './make.ts';
import { BackupError, readBackup } from './read.ts';
import { RowsDigest } from './rows-digest.ts';
import type { BackupKeys } from './sealed-stream.ts';
import type { Manifest } from './sections.ts';
import { columnList, listRanMigrations, listTables, queueVersion, settle } from './tables.ts';

export interface Restoring {
  database: DatabaseAddress;
  /** Those of this release. */
  migrations: readonly MigrationClass[];
  keys: BackupKeys;
  stored: AsyncIterable<Buffer>;
  /** Where the files go; null if the storage has its own backup. A file that is there stays as it is. */
  files: StoredFiles | null;
}

/**
 * Restores a backup into an empty database: the schema by the migrations that had run, all rows in one transaction,
 * which commits only after each table was read again and the backup was read to its end, then the later migrations.
 * @returns what was restored
 * @throws StartError if the database has accounts, or this release does not know the backup's schema; BackupError if
 * the backup is not whole. The database then has no rows, so the restore can be run again.
 */
export async function restoreBackup(restoring: Restoring): Promise<BackupCounts & { manifest: Manifest }> {
  const { database, migrations, keys, stored, files } = restoring;
  await requireEmpty(database.ownerUrl);
  const owner = await connect(database.ownerUrl);
  try {
    const restored = await load(owner, restoring);
    await migrateDatabase(database, migrations);
    await owner.query('analyze');
    return restored;
  } finally {
    await owner.end();
  }

  async function load(client: pg.Client, { database: to }: Restoring) {
    const seen = new Map<string, string>();
    let expected = new Map<string, string>();
    let loosened: Awaited<ReturnType<typeof loosen>> | undefined;
    const restored = await readBackup(keys, stored, {
      async begin({ migrations: ran, queue }) {
        await migrateDatabase(to, knownMigrations(migrations, ran));
        const there = await listRanMigrations(client);
        if (there.length !== ran.length)
          throw new StartError(
            'The database has a newer schema than the backup. Use an empty one.',
            exitCodes.failed,
          );
        if ((await queueVersion(client)) !== queue)
          throw new StartError(
            `The backup has version ${queue} of the queue's tables, which this release does not make. Restore it with the release that made it.`,
            exitCodes.data,
          );
        await settle(client);
        await client.query('begin');
        const tables = await listTables(client);
        expected = new Map(tables.map((table) => [table.name, columnList(table)]));
        loosened = await loosen(client, tables);
      },
      async table(name, columns, rows) {
        if (expected.get(name) !== columnList({ columns: [...columns] }))
          throw new BackupError(`The backup has other columns of ${name} than its migrations make`);
        expected.delete(name);
        await pipeline(
          Readable.from(rows, { objectMode: false }),
          client.query(copyFrom(`copy ${name} (${columnList({ columns: [...columns] })}) from stdin`)),
        );
        const digest = new RowsDigest();
        for await (const chunk of readRows(client, { name, columns: [...columns] })) digest.add(chunk);
        const { rows: count, checksum } = digest.tail();
        seen.set(name, `${count} ${checksum}`);
      },
      tableEnd: (name, { rows, checksum }) => {
        if (seen.get(name) !== `${rows} ${checksum}`)
          throw new BackupError(`The restored rows of ${name} are not those of the backup`);
      },
      async sequences(values) {
        for (const { name, value } of values)
          await client.query('select setval($1, $2::bigint)', [name, value]);
      },
      async file(key, { contentType, bytes }, body) {
        if (files && !(await hasFile(files, key)))
          await files.put(
            key,
            { stream: Readable.from(body, { objectMode: false }), bytes },
            { contentType },
          );
        else for await (const _ of body);
      },
    });
    if (expected.size > 0) throw new BackupError(`The backup lacks ${[...expected.keys()].join(', ')}`);
    if (!loosened) throw new BackupError('The backup is not complete');
    await tighten(client, loosened);
    // Whoever ran these jobs is gone.
    await client.query(`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null;
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by is not null`);
    await client.query('commit');
    return restored;
  }
}

/** @throws StartError */
async function requireEmpty(ownerUrl: string): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    const { rows: tables } = await client.query<{ there: boolean }>(
      `select to_regclass('public.audit_entry') is not null as there`,
    );
    if (!tables[0]?.there) return;
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from audit_entry) or exists (select from person_key) as used',
    );
    if (!rows[0]?.used) return;
  } finally {
    await client.end();
  }
  throw new StartError('The database is not empty. Restore into a new one.', exitCodes.failed);
}

/** @throws StartError if this release lacks one of them */
function knownMigrations(known: readonly MigrationClass[], ran: readonly string[]): MigrationClass[] {
  const byName = new Map(known.map((each) => [each.name, each]));
  return ran.map((name) => {
    const found = byName.get(name);
    if (found) return found;
    throw new StartError(
      `The backup has the migration ${name}, which this release does not know. Restore it with a newer release.`,
      exitCodes.data,
    );
  });
}

async function hasFile(files: StoredFiles, key: string): Promise<boolean> {
  for await (const found of files.list(key)) if (found === key) return true;
  return false;
}
