import { mostWithin, type TableFacts, type TableProblem } from './tasks.ts';

/** A table that cannot be used, with the reason that the person is told. */
export class TableRefused extends Error {
  override name = 'TableRefused';
  readonly problem: TableProblem;

  constructor(problem: TableProblem) {
    super(problem.why);
    this.problem = problem;
  }
}

/** Bytes that are collected before they are written. */
const CHUNK = 65_536;

/** UTF-8 that was read as Windows-1252: a letter that begins a sequence of two bytes, and a sign that ends one. */
const garbled = /[ÂÃ][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;

/**
 * Takes the rows of a table in their order and writes each as a line of JSON: its number in the file, from 1, and its
 * cells. Rows without a value are left out, and so are rows above the limit, which are counted.
 */
export class RowWriter {
  readonly #write: (bytes: Uint8Array) => void;
  #lines: string[] = [];
  #held = 0;
  #rows = 0;
  #columns = 0;
  #garbled = 0;
  #example: string | null = null;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** @throws TableRefused */
  add(number: number, given: readonly string[]): void {
    const cells = given.map((cell) => clean(cell, number));
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) return;
    if (cells.length > mostWithin.tableColumns) {
      throw new TableRefused({ why: 'columns', number: cells.length });
    }
    this.#rows += 1;
    if (this.#rows > mostWithin.tableRows) return;
    this.#columns = Math.max(this.#columns, cells.length);
    this.#countGarbled(cells);
    const line = `${JSON.stringify([number, ...cells])}\n`;
    this.#lines.push(line);
    this.#held += line.length;
    if (this.#held > CHUNK) this.#flush();
  }

  finish(): Pick<TableFacts, 'rows' | 'columns' | 'garbled' | 'garbledExample'> {
    this.#flush();
    return {
      rows: this.#rows,
      columns: this.#columns,
      garbled: this.#garbled,
      garbledExample: this.#example,
    };
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#write(Buffer.from(this.#lines.join('')));
    this.#lines = [];
    this.#held = 0;
  }

  #countGarbled(cells: readonly string[]): void {
    const found = cells.find((cell) => garbled.test(cell));
    if (found === undefined) return;
    this.#garbled += 1;
    this.#example ??= found.slice(0, 80);
  }
}

function clean(cell: string, row: number): string {
  if (cell.length > mostWithin.cellLength) throw new TableRefused({ why: 'cell', number: row });
  // PostgreSQL takes neither a NUL nor half of a pair.
  return cell.replaceAll('\0', '').toWellFormed().trim();
}
