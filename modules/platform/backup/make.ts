import { pipeline, Readable } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connect } from '../database/connect.ts';
import { type StoredFile, StoredFileMissing, type StoredFiles } from '../storage/storage.ts';
import { isErasureNote } from './erasures.ts';
import { RowsDigest } from './rows-digest.ts';
import { type BackupKeys, sealStream } from './sealed-stream.ts';
import { type TableTail, writeSection } from './sections.ts';
import {
  type CopiedTable,
  columnList,
  listRanMigrations,
  listSequences,
  listTables,
  queueVersion,
  settle,
} from './tables.ts';

export interface BackupSource {
  /** Any role that may read all tables. */
  databaseUrl: string;
  keys: BackupKeys;
  /** null: the stored files are left to the storage's own backup. */
  files: StoredFiles | null;
  now: Date;
  /** Absent: everything is copied as it is. */
  rewriting?: Rewriting;
}

/** What is copied in place of the portal's own rows and files. */
export interface Rewriting {
  /** In COPY's text format, with the same columns. */
  rows(client: pg.Client, table: CopiedTable): AsyncIterable<Buffer>;
  files(client: pg.Client): AsyncIterable<{ key: string; contentType: string; body: Buffer }>;
}

/** How much a backup holds. */
export interface BackupCounts {
  tables: number;
  rows: number;
  files: number;
}

/**
 * Copies the portal as it is at one moment, while it runs: all tables in one snapshot, then the stored files.
 * @returns the encrypted stream, and the counts, which are right once it has ended
 * @throws StartError if the database cannot be reached
 */
export async function makeBackup(source: BackupSource): Promise<{ stream: Readable; counts: BackupCounts }> {
  const client = await connect(source.databaseUrl);
  const counts: BackupCounts = { tables: 0, rows: 0, files: 0 };
  const packed = createZstdCompress();
  // An error of either end destroys the other, and reaches whoever reads the stream.
  pipeline(Readable.from(write(client, source, counts), { objectMode: false }), packed, () => undefined);
  const stream = Readable.from(sealStream(source.keys, packed), { objectMode: false });
  stream.once('close', () => void client.end().catch(() => undefined));
  return { stream, counts };
}

async function* write(
  client: pg.Client,
  { files, now, rewriting }: BackupSource,
  counts: BackupCounts,
): AsyncGenerator<Buffer, void> {
  await settle(client);
  await client.query('begin transaction isolation level repeatable read, read only');
  yield* writeSection({
    kind: 'portal',
    takenAt: now.toISOString(),
    migrations: await listRanMigrations(client),
    queue: await queueVersion(client),
    hasFiles: files !== null || rewriting !== undefined,
  });
  for (const table of await listTables(client)) {
    const { name, columns } = table;
    const rows = rewriting ? rewriting.rows(client, table) : readRows(client, table);
    yield* writeSection({ kind: 'table', table: name, columns }, copyRows(rows, counts));
  }
  // A sequence knows no snapshot: read last, it is at or after every number that the rows have.
  yield* writeSection({ kind: 'sequences', values: await listSequences(client) });
  if (rewriting) yield* copyMade(rewriting.files(client), counts);
  await client.query('commit');
  if (files) yield* copyFiles(files, counts);
  yield* writeSection({ kind: 'finish', tables: counts.tables, files: counts.files });
}

async function* copyRows(
  rows: AsyncIterable<Buffer>,
  counts: BackupCounts,
): AsyncGenerator<Buffer, TableTail> {
  const digest = new RowsDigest();
  for await (const chunk of rows) {
    digest.add(chunk);
    yield chunk;
  }
  const tail = digest.tail();
  counts.tables += 1;
  counts.rows += tail.rows;
  return tail;
}

/** The rows of a table in COPY's text format, as far as this role may see them. */
export function readRows(client: pg.Client, table: CopiedTable): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy ${table.name} (${columnList(table)}) to stdout`));
}

async function* copyFiles(files: StoredFiles, counts: BackupCounts): AsyncGenerator<Buffer, void> {
  for await (const key of files.list('')) {
    if (isErasureNote(key)) continue;
    const file = await find(files, key);
    if (!file) continue;
    const { contentType, bytes, body } = file;
    yield* writeSection({ kind: 'file', key, contentType, bytes }, copyBody(body));
    counts.files += 1;
  }
}

async function* copyMade(
  files: ReturnType<Rewriting['files']>,
  counts: BackupCounts,
): AsyncGenerator<Buffer> {
  for await (const { key, contentType, body } of files) {
    yield* writeSection(
      { kind: 'file', key, contentType, bytes: body.length },
      copyBody(Readable.from([body])),
    );
    counts.files += 1;
  }
}

async function* copyBody(body: Readable): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of body) yield chunk as Buffer;
  return undefined;
}

/** @returns null if it was deleted since it was listed */
async function find(files: StoredFiles, key: string): Promise<StoredFile | null> {
  try {
    return await files.get(key);
  } catch (error) {
    if (error instanceof StoredFileMissing) return null;
    throw error;
  }
}
