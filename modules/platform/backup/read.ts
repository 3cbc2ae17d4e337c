import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { SealError } from '../crypto/seal.ts';
import type { BackupCounts } from './make.ts';
import { RowsDigest } from './rows-digest.ts';
import { type BackupKeys, unsealStream } from './sealed-stream.ts';
import { type Manifest, readSections, type Section, type TableTail, tableTail } from './sections.ts';

/** A backup that cannot be read: altered, cut off, without its key, or not holding what it says. */
export class BackupError extends Error {
  override name = 'BackupError';
  /** EX_DATAERR of sysexits(3). */
  readonly exitCode = 65;
}

/** @throws SealError while it is read, if the backup was altered or cut off, or its key is missing */
function openBackup(keys: BackupKeys, stored: AsyncIterable<Buffer>): AsyncGenerator<Section, void> {
  const unpacked = createZstdDecompress();
  // An error of either end destroys the other, and reaches whoever reads the sections.
  pipeline(Readable.from(unsealStream(keys, stored), { objectMode: false }), unpacked, () => undefined);
  return readSections(unpacked);
}

/** Gets each part of a backup while it is read. It reads the body of a table or file to its end. */
export interface BackupReader {
  begin(manifest: Manifest): Promise<void>;
  table(name: string, columns: readonly string[], rows: AsyncIterable<Buffer>): Promise<void>;
  /** After the rows of a table, with what they must have been. */
  tableEnd(name: string, tail: TableTail): void;
  sequences(values: readonly { name: string; value: string }[]): Promise<void>;
  file(key: string, file: { contentType: string; bytes: number }, body: AsyncIterable<Buffer>): Promise<void>;
}

/**
 * Reads a whole backup and compares it with what it says about itself.
 * @returns what it holds
 * @throws BackupError
 */
export async function readBackup(
  keys: BackupKeys,
  stored: AsyncIterable<Buffer>,
  reader: BackupReader,
): Promise<BackupCounts & { manifest: Manifest }> {
  try {
    return await readAll(openBackup(keys, stored), reader);
  } catch (error) {
    throw error instanceof SealError ? new BackupError(error.message, { cause: error }) : error;
  }
}

async function readAll(
  sections: AsyncIterable<Section>,
  reader: BackupReader,
): Promise<BackupCounts & { manifest: Manifest }> {
  const counts: BackupCounts = { tables: 0, rows: 0, files: 0 };
  let manifest: Manifest | undefined;
  let isFinished = false;
  for await (const section of sections) {
    const { head } = section;
    if (isFinished || (head.kind === 'portal') !== (manifest === undefined))
      throw new BackupError('The parts of the backup are not in their order');
    if (head.kind === 'portal') {
      manifest = head;
      await reader.begin(head);
    } else if (head.kind === 'table') {
      const digest = new RowsDigest();
      await reader.table(
        head.table,
        head.columns,
        observed(section.body(), (bytes) => digest.add(bytes)),
      );
      const [said, seen] = [await section.tail(tableTail), digest.tail()];
      if (said.rows !== seen.rows || said.checksum !== seen.checksum)
        throw new BackupError(`The backup has other rows of ${head.table} than were written`);
      reader.tableEnd(head.table, said);
      counts.tables += 1;
      counts.rows += seen.rows;
    } else if (head.kind === 'sequences') await reader.sequences(head.values);
    else if (head.kind === 'file') {
      let bytes = 0;
      await reader.file(
        head.key,
        head,
        observed(section.body(), (chunk) => {
          bytes += chunk.length;
        }),
      );
      if (bytes !== head.bytes) throw new BackupError(`The file ${head.key} is not complete in the backup`);
      counts.files += 1;
    } else {
      isFinished = true;
      if (head.tables !== counts.tables || head.files !== counts.files)
        throw new BackupError('The backup has fewer parts than were written');
    }
  }
  if (!manifest || !isFinished) throw new BackupError('The backup is not complete');
  return { ...counts, manifest };
}

async function* observed(
  body: AsyncIterable<Buffer>,
  see: (bytes: Buffer) => void,
): AsyncGenerator<Buffer, void> {
  for await (const bytes of body) {
    see(bytes);
    yield bytes;
  }
}

const drop = async (body: AsyncIterable<Buffer>) => {
  for await (const _ of body);
};

/** Reads a backup to its end without a database. @throws BackupError */
export function verifyBackup(
  keys: BackupKeys,
  stored: AsyncIterable<Buffer>,
): Promise<BackupCounts & { manifest: Manifest }> {
  return readBackup(keys, stored, {
    begin: async () => {},
    table: (_name, _columns, rows) => drop(rows),
    tableEnd: () => {},
    sequences: async () => {},
    file: (_key, _file, body) => drop(body),
  });
}
