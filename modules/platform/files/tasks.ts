/** What is read from the files of people, and what is found. The files are read in a process of their own (D126). */

/** A box on a page, in parts of the page's width and height from its upper left corner. */
export interface PageBox {
  /** From 1. */
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The parameters of each task. */
export interface Tasks {
  /** A PNG, JPEG, WebP or SVG, scaled down into a box of pixels and encoded as PNG. */
  logo: { width: number; height: number };
  /** A PNG, JPEG or WebP, of which a square is cut out and encoded as JPEG. */
  photo: { side: number };
  /** A photo or scan of one page as PNG or JPEG, upright, encoded as JPEG. */
  scan: Record<never, never>;
  /** A PDF, which stays as it is, or a PNG or JPEG, which is encoded again. */
  document: Record<never, never>;
  /** A PDF of a signed application, and whether something is written in each of its boxes. */
  package: { boxes: readonly PageBox[] };
  /** The first pages of a PDF, at most so many, and its boxes as JPEGs, which are made one after the other. */
  pages: { most: number; boxes: readonly PageBox[] };
  /** A CSV file or the first visible sheet of an xlsx file; the rows are made. `encoding`: read a CSV file in this one. */
  table: { encoding?: TableEncoding };
}

/** The encodings in which CSV files are read. */
export const tableEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TableEncoding = (typeof tableEncodings)[number];

export const tableSeparators = [',', ';', '\t', '|'] as const;
export type TableSeparator = (typeof tableSeparators)[number];

/**
 * Why a table cannot be used. `number` is the row of a cell that is too long or of a quotation mark that is not closed,
 * or the number of columns.
 */
export type TableProblem = { why: 'cell' | 'quote' | 'columns'; number: number } | { why: 'old-excel' };

export interface TableFacts {
  /** Rows with a value, also those above the limit, which are not made. */
  rows: number;
  columns: number;
  /** How it was read: a CSV file, or a sheet by its name. */
  source: { encoding: TableEncoding; separator: TableSeparator } | { sheet: string };
  /** Rows with letters that look like UTF-8 read in another encoding, and one of the cells. */
  garbled: number;
  garbledExample: string | null;
}

export type TaskName = keyof Tasks;
export type Task = { [K in TaskName]: { name: K } & Tasks[K] }[TaskName];

/** What is found, besides the file that is made. */
export interface Found {
  logo: Record<never, never>;
  photo: Record<never, never>;
  /** The size of the picture that is made, in pixels. */
  scan: { width: number; height: number };
  document: { type: 'application/pdf' | 'image/png' | 'image/jpeg' };
  package: {
    pages: number;
    /** Signature fields that contain a signature. */
    signatures: number;
    /** For each box, whether something is written in it. */
    written: boolean[];
  };
  /** The bytes of each picture that is made, first of the pages and then of the boxes; 0 if it cannot be drawn. */
  pages: { pages: number[]; boxes: number[] };
  /** Each row that is made is a line of JSON: its number in the file, from 1, and its cells as texts. */
  table: { facts: TableFacts } | { problem: TableProblem };
}

/**
 * Why a file is not accepted: it is no file of this kind, it has a password, reading it would need more than
 * `mostWithin` allows, it has no bytes, or it is a HEIC photo, for which there is no decoder.
 */
export type Unaccepted = 'unreadable' | 'encrypted' | Unopened;
export type Unopened = 'too-complex' | 'empty' | 'heic';

/** The answer of the process that reads. `made` is a file that it encoded, if the file is not kept as it came. */
export type Answer<K extends TaskName> =
  | { outcome: 'read'; found: Found[K]; made?: Uint8Array }
  | { outcome: Unaccepted };

/** What a file may contain (D126). A small file can describe something very large. */
export const mostWithin = {
  /** Bytes of a PDF's streams after decompression. */
  inflated: 100_000_000,
  pages: 200,
  /** Pixels of a picture. */
  pixels: 60_000_000,
  /** Rows of a table, with its header. */
  tableRows: 100_001,
  tableColumns: 200,
  /** Characters of a cell, as in Excel. */
  cellLength: 32_767,
  /** Bytes of an xlsx file's parts after decompression. */
  sheet: 400_000_000,
} as const;
