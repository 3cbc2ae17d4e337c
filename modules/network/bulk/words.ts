import { formatCount } from '#modules/platform/browser.ts';
import { mostWithin, type TableProblem } from '#modules/platform/index.ts';
import { BULK_ROWS } from '../limits.ts';

/** What is wrong with a file, where the sentence names a number. */

export function problemWords(problem: Exclude<TableProblem, { why: 'old-excel' }>): string {
  const { why, number } = problem;
  if (why === 'columns') {
    return `The file has ${formatCount(number, 'column')}; ${mostWithin.tableColumns} are the most. Delete the ones you don’t need.`;
  }
  if (why === 'quote') {
    return `In row ${number}, a quotation mark opens a cell and none closes it. Correct the row and upload the file again.`;
  }
  return `Row ${number} has a cell of more than ${formatCount(mostWithin.cellLength, 'character')}. Check it for a missing quotation mark.`;
}

export function tooManyRows(rows: number): string {
  return `It has ${formatCount(rows, 'row')}; at most ${formatCount(BULK_ROWS, 'row')} can be sent at once.`;
}
