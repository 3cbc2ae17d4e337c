import {
  openSealedFile,
  type Portal,
  StoredFileMissing,
  type TemporaryFile,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** The rows of a file as they were read: lines of JSON in the storage, encrypted. */

export interface StoredRow {
  /** Its place among the rows, from 0; a header is the first of them. */
  place: number;
  /** Its number in the file, from 1. */
  number: number;
  cells: string[];
}

/** The caller closes it. @throws Refusal network.bulk-file-gone once it was deleted */
export async function openRows(
  portal: Portal,
  { rows_key }: { rows_key: string | null },
): Promise<TemporaryFile> {
  if (rows_key === null) throw new Refusal('network.bulk-file-gone');
  try {
    return await openSealedFile(portal, rows_key);
  } catch (error) {
    if (error instanceof StoredFileMissing) throw new Refusal('network.bulk-file-gone', { detail: rows_key });
    throw error;
  }
}

const NEW_LINE = 0x0a;

/**
 * The rows in their order, from a place on.
 * @param wanted reads only the rows at the places for which it is true; the others are not even decoded
 */
export async function* readRows(
  file: TemporaryFile,
  from = 0,
  wanted: (place: number) => boolean = () => true,
): AsyncGenerator<StoredRow> {
  let place = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file.stream() as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
      if (place >= from && wanted(place)) yield rowOf(bytes.subarray(start, end), place);
      place += 1;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}

function rowOf(line: Buffer, place: number): StoredRow {
  const [number, ...cells] = JSON.parse(line.toString('utf8')) as [number, ...string[]];
  return { place, number, cells };
}

/** The rows in groups of so many. */
export async function* inBatches<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
