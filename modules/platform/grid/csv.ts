import { formatDate } from '../browser.ts';

/** A text cell that no spreadsheet reads as a formula, in full-width characters either (D57, D110). */
function neutraliseFormula(cell: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}

/** One line of a CSV file: quoted where needed (RFC 4180), no cell a formula (D57). */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const safe = neutraliseFormula(cell);
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(',')}\r\n`;
}

/** A value as a cell where its column has no words of its own for it; plain dates `yyyy-MM-dd` too are MM/dd/yyyy. */
export function csvText(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return formatDate(value, timeZone);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text;
}
