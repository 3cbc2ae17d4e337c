import type { RowWriter } from '../table-rows.ts';
import { type Archive, ArchiveRefused } from './archive.ts';
import { readDateStyles, showDate } from './styles.ts';

/** The columns of a sheet of Excel. */
const MOST_COLUMNS = 16_384;

interface Book {
  sheet: string;
  path: string;
  is1904: boolean;
}

/**
 * Reads the first visible sheet of cells. Of a formula, its last result is read.
 * @returns the sheet's name
 * @throws ArchiveRefused, TableRefused
 */
export async function readXlsx(archive: Archive, rows: RowWriter): Promise<string> {
  const book = await readBook(archive);
  const dates = await readDateStyles(archive);
  const shared = await readSharedTexts(archive);
  await readSheet(archive, book, { dates, shared }, rows);
  return book.sheet;
}

async function readBook(archive: Archive): Promise<Book> {
  const book = { is1904: false };
  const sheets: { name: string; relation: string; visible: boolean }[] = [];
  const found = await archive.read('xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'workbookPr') book.is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({
        name: attributes.name ?? '',
        relation,
        visible: (attributes.state ?? 'visible') === 'visible',
      });
    },
  });
  const targets = await readTargets(archive);
  const tables = sheets.filter(({ relation }) => targets.has(relation));
  const first = tables.find(({ visible }) => visible) ?? tables[0];
  const path = targets.get(first?.relation ?? '');
  if (!found || !first || path === undefined || !archive.has(path)) throw new ArchiveRefused('unreadable');
  return { sheet: first.name, path, is1904: book.is1904 };
}

/** The path of each sheet of cells, by the id by which the workbook refers to it. A sheet may hold a chart instead. */
async function readTargets(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await archive.read('xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target, Type }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      if (!Type?.endsWith('/worksheet')) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

/** Texts are stored once, and cells refer to them by number. Phonetic readings are no part of a text. */
async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  const text = new TextReader();
  await archive.read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text.begin();
      else text.enter(name);
    },
    text: (part) => text.add(part),
    close(name) {
      if (name === 'si') texts.push(text.value);
      else text.leave(name);
    },
  });
  return texts;
}

/** Collects the texts within `t` and `v`, except those within `rPh`. */
class TextReader {
  value = '';
  #taken = false;
  #phonetic = false;

  begin(): void {
    this.value = '';
  }

  enter(name: string): void {
    if (name === 'rPh') this.#phonetic = true;
    else if (name === 't' || name === 'v') this.#taken = !this.#phonetic;
  }

  add(part: string): void {
    if (this.#taken) this.value += part;
  }

  leave(name: string): void {
    if (name === 'rPh') this.#phonetic = false;
    else if (name === 't' || name === 'v') this.#taken = false;
  }
}

async function readSheet(
  archive: Archive,
  { path, is1904 }: Book,
  { dates, shared }: { dates: readonly boolean[]; shared: readonly string[] },
  rows: RowWriter,
): Promise<void> {
  const text = new TextReader();
  let [number, column, type, isDate] = [0, 0, '', false];
  let cells: string[] = [];
  const textOf = (stored: string): string => {
    if (type === 's') return readEscapes(shared[Number(stored)] ?? '');
    if (type === 'inlineStr' || type === 'str') return readEscapes(stored);
    if (type === 'b') return stored === '1' ? 'TRUE' : 'FALSE';
    if (type === 'e' || type === 'd') return stored;
    return isDate ? showDate(stored, is1904) : showNumber(stored);
  };
  await archive.read(path, {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(attributes.r ?? number + 1);
        cells = [];
        column = 0;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? 'n';
        isDate = dates[Number(attributes.s)] ?? false;
        text.begin();
      } else text.enter(name);
    },
    text: (part) => text.add(part),
    close(name) {
      if (name === 'c' && text.value !== '') {
        if (column > MOST_COLUMNS) throw new ArchiveRefused('unreadable');
        while (cells.length < column - 1) cells.push('');
        cells[column - 1] = textOf(text.value);
      } else if (name === 'row') rows.add(number, cells);
      else text.leave(name);
    },
  });
}

/** The column in a cell's address, from 1: 3 for `C7`. */
function columnOf(address: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(address ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Excel stores large numbers such as phone numbers in scientific notation. */
function showNumber(stored: string): string {
  const value = Number(stored);
  return Number.isSafeInteger(value) ? String(value) : stored;
}

/** Signs that XML cannot hold are written as `_x000D_` (ECMA-376, part 1, 22.9.2.19). */
function readEscapes(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
