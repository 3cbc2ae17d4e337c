import { isPdf, isZip } from '../formats.ts';
import { RowWriter, TableRefused } from '../table-rows.ts';
import type { Answer, TableFacts, Tasks } from '../tasks.ts';
import { Archive, ArchiveRefused } from './archive.ts';
import { readCsv } from './csv.ts';
import { findEncoding } from './encoding.ts';
import { readXlsx } from './xlsx.ts';

/** Tables of people, as CSV or xlsx. Only for the process that reads files. */

/** A file of the older Excel, or an xlsx file with a password, which is wrapped in the same format. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const passwordPart = Buffer.from('EncryptedPackage', 'utf16le');

/** @param write takes the rows as they are read */
export async function readTable(
  file: Buffer,
  { encoding }: Tasks['table'],
  write: (bytes: Uint8Array) => void,
): Promise<Answer<'table'>> {
  if (file.subarray(0, compound.length).equals(compound)) {
    if (file.includes(passwordPart)) return { outcome: 'encrypted' };
    return { outcome: 'read', found: { problem: { why: 'old-excel' } } };
  }
  const rows = new RowWriter(write);
  try {
    const source = await readFrom(file, encoding, rows);
    if (source === null) return { outcome: 'unreadable' };
    return { outcome: 'read', found: { facts: { ...rows.finish(), source } } };
  } catch (error) {
    if (error instanceof TableRefused) return { outcome: 'read', found: { problem: error.problem } };
    if (error instanceof ArchiveRefused) return { outcome: error.outcome };
    throw error;
  }
}

async function readFrom(
  file: Buffer,
  wanted: Tasks['table']['encoding'],
  rows: RowWriter,
): Promise<TableFacts['source'] | null> {
  if (isZip(file)) return { sheet: await readXlsx(await Archive.open(file), rows) };
  const found = isPdf(file) ? null : findEncoding(file);
  if (found === null) return null;
  const encoding = wanted ?? found;
  return { encoding, separator: await readCsv(file, encoding, rows) };
}
