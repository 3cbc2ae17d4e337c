import { formatDate } from '../browser.ts';

/** Puts an apostrophe before a cell that a spreadsheet could read as a formula, also a full-width one (D57, D110). */
function neutraliseFormula(cell: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}

/** One line of a CSV file: cells are quoted where needed (RFC 4180), and none is read as a formula (D57). */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const safe = neutraliseFormula(cell);
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(',')}\r\n`;
}

/** The default text of a value. Dates, also plain ones in yyyy-MM-dd, become MM/dd/yyyy. */
export function csvText(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return formatDate(value, timeZone);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text;
}
