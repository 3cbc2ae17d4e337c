import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type RowWriter, TableRefused } from '../table-rows.ts';
import { mostWithin, type TableEncoding, type TableSeparator, tableSeparators } from '../tasks.ts';
import { decode } from './encoding.ts';

/** Characters in which the separator is looked for. */
const HEAD = 65_536;

/** A first line with which Excel is told the separator. */
const announced = /^sep=(.)(?:\r\n|\r|\n)/;

/** A cell in quotation marks before the spaces of the next separator. The parser refuses the whole file if it trims them. */
const quoted = /^"([^"]*)"\s+$/;
const withoutQuotes = (cell: string) => quoted.exec(cell)?.[1] ?? cell;

/** @throws TableRefused */
export async function readCsv(
  file: Buffer,
  encoding: TableEncoding,
  rows: RowWriter,
): Promise<TableSeparator> {
  const head = firstOf(decode(file, encoding));
  const said = announced.exec(head);
  const separator = tableSeparators.find((each) => each === said?.[1]) ?? findSeparator(head);
  const parser = Readable.from(withoutFirst(decode(file, encoding), said?.[0].length ?? 0)).pipe(
    parse({
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      // Otherwise, a quotation mark after a space would not open a cell.
      ltrim: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: mostWithin.tableColumns * mostWithin.cellLength,
    }),
  );
  let number = said ? 1 : 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      rows.add(number, cells.map(withoutQuotes));
    }
  } catch (error) {
    throw problemOf(error, said ? 1 : 0);
  }
  return separator;
}

function firstOf(parts: Iterable<string>): string {
  let head = '';
  for (const part of parts) {
    head += part;
    if (head.length >= HEAD) break;
  }
  return head.slice(0, HEAD);
}

function* withoutFirst(parts: Iterable<string>, characters: number): Generator<string> {
  let left = characters;
  for (const part of parts) {
    if (part.length > left) yield part.slice(left);
    left = Math.max(0, left - part.length);
  }
}

/** The separator that most of the first lines have equally often, outside quotes; of several, the most frequent one. */
function findSeparator(head: string): TableSeparator {
  const lines = head
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const scored = tableSeparators.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const usual = counts[0] ?? 0;
    const alike = usual === 0 ? 0 : counts.filter((count) => count === usual).length;
    return { separator, alike, usual };
  });
  scored.sort((one, other) => other.alike - one.alike || other.usual - one.usual);
  return scored[0]?.separator ?? ',';
}

/** @param before rows before those that the parser counts */
function problemOf(error: unknown, before: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const number = before + Number(error.records) + 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new TableRefused({ why: 'quote', number });
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new TableRefused({ why: 'cell', number });
  return error;
}
