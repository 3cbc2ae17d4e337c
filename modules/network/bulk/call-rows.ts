import { z } from 'zod';
import { mostWithin, RowWriter, type TableFacts, TemporaryFile } from '#modules/platform/index.ts';
import { BULK_ROWS } from '../limits.ts';

/** Rows of people that come in a call instead of a file. */

type Cell = string | number | boolean | null;

const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isRow = (value: unknown): value is Cell[] => Array.isArray(value) && value.every(isCell);

/** With a header. */
const MOST_ROWS = BULK_ROWS + 1;

/** A list of rows, each a list of cells. One fault is reported, not one for each cell. */
export const callRows = z
  .custom<Cell[][]>(
    (value) => Array.isArray(value) && value.length <= MOST_ROWS && value.every(isRow),
    'Send a list of rows, each a list of texts',
  )
  .meta({
    type: 'array',
    maxItems: MOST_ROWS,
    items: {
      type: 'array',
      maxItems: mostWithin.tableColumns,
      items: { type: ['string', 'number', 'boolean', 'null'], maxLength: mostWithin.cellLength },
    },
  });

const textOf = (cell: Cell) => (cell === null ? '' : String(cell));

/** The rows as a file of them is stored. The caller closes it. @throws TableRefused */
export async function writeCallRows(
  rows: readonly Cell[][],
): Promise<{ file: TemporaryFile; facts: Omit<TableFacts, 'source'> }> {
  const chunks: Uint8Array[] = [];
  const writer = new RowWriter((bytes) => chunks.push(bytes));
  for (const [at, row] of rows.entries()) writer.add(at + 1, row.map(textOf));
  const facts = writer.finish();
  return { file: await TemporaryFile.of(Buffer.concat(chunks)), facts };
}
