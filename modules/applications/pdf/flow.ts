import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { pauses } from './pauses.ts';

/** Distributes rows over pages, so that what belongs together is on one page. US Letter, in points. */

export const PAGE = { width: 612, height: 792, margin: 56 };

export interface Row {
  height: number;
  /** The space above it, unless it is the first one on a page. */
  space: number;
  /** Whether the row after it must be on the same page. */
  stays: boolean;
  /** Whether it begins a page. */
  breaks?: boolean;
  /** Whether it is a line between two parts, which is left out at the top of a page. */
  divides?: boolean;
  /** @param top the row's upper edge, from the page's lower edge */
  draw(page: PDFPage, top: number): void;
}

const TOP = PAGE.height - PAGE.margin;

export async function placeRows(document: PDFDocument, rows: readonly Row[]): Promise<void> {
  const pause = pauses();
  let page = document.getPages().at(-1) ?? document.addPage([PAGE.width, PAGE.height]);
  let top = TOP;
  for (const [index, row] of rows.entries()) {
    const isFirst = top === TOP;
    const isStart = !rows[index - 1]?.stays;
    const whole = isStart ? heightFrom(rows, index) : row.height;
    const needed = row.space + (whole <= TOP - PAGE.margin ? whole : row.height);
    if (!isFirst && (row.breaks || top - needed < PAGE.margin)) {
      page = document.addPage([PAGE.width, PAGE.height]);
      top = TOP;
    } else if (!isFirst) top -= row.space;
    if (row.divides && top === TOP) continue;
    row.draw(page, top);
    top -= row.height;
    await pause();
  }
}

/** Of a row and of all that must be on its page. */
function heightFrom(rows: readonly Row[], start: number): number {
  let height = 0;
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index];
    height += (row?.height ?? 0) + (index > start ? (row?.space ?? 0) : 0);
    if (!row?.stays) break;
  }
  return height;
}
