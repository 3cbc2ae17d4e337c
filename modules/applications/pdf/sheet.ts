import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Letterhead } from '#modules/enterprise/index.ts';

/** Writes text documents of several pages, with headings, paragraphs, facts and pictures. US Letter, in points. */

const PAGE = { width: 612, height: 792, margin: 56 };
/** How far above the lower edge the line below each page is. */
export const FOOTER = 30;
const INK = rgb(0.13, 0.12, 0.11);
const FAINT = rgb(0.42, 0.4, 0.38);
const LINE = rgb(0.82, 0.8, 0.78);

/** Converts text to the characters of the standard PDF fonts (WinAnsi); others lose their accents or become `?`. */
const writable = /[\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/;

/** Text as a sheet writes it. */
export function plain(text: string): string {
  let out = '';
  for (const sign of text.replace(/\s+/g, ' ')) {
    if (writable.test(sign)) out += sign;
    else out += sign.normalize('NFKD').replace(/[^\x20-\x7e]/g, '') || '?';
  }
  return out;
}

interface Style {
  font: PDFFont;
  size: number;
  lead: number;
  color?: typeof INK;
}

/** @param hex #RRGGBB */
export function fromHex(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return rgb(red, green, blue);
}

/** A box to sign in, in parts of the page's width and height from its upper left corner. */
export interface Box {
  /** What is to be signed. */
  title: string;
  /** From 1. */
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export class Sheet {
  readonly #document: PDFDocument;
  readonly #regular: PDFFont;
  readonly #bold: PDFFont;
  readonly #mono: PDFFont;
  #page: PDFPage;
  #y: number;
  /** Whether an item of a list was written last. */
  #inList = false;
  /** What `signatureBox` has drawn. */
  readonly boxes: Box[] = [];

  private constructor(document: PDFDocument, fonts: [PDFFont, PDFFont, PDFFont]) {
    this.#document = document;
    [this.#regular, this.#bold, this.#mono] = fonts;
    this.#page = document.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - PAGE.margin;
  }

  /**
   * @param made the document's creation date
   * @param letterhead of the brand for which it is made
   */
  static async begin(title: string, author: string, made: Date, letterhead?: Letterhead): Promise<Sheet> {
    const document = await PDFDocument.create();
    document.setTitle(plain(title));
    document.setAuthor(plain(author));
    document.setCreationDate(made);
    document.setModificationDate(made);
    const fonts = await Promise.all(
      [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((font) =>
        document.embedFont(font),
      ),
    );
    const sheet = new Sheet(document, fonts as [PDFFont, PDFFont, PDFFont]);
    if (letterhead) await sheet.#head(letterhead);
    sheet.#write(title, { font: sheet.#bold, size: 20, lead: 26 });
    if (letterhead?.address) sheet.faint(letterhead.address);
    return sheet;
  }

  /** The company's color as a bar across the top of the page, and its logo below. */
  async #head({ color, logo }: Letterhead): Promise<void> {
    const bar = { x: 0, y: PAGE.height - 6, width: PAGE.width, height: 6 };
    this.#page.drawRectangle({ ...bar, color: fromHex(color) });
    if (!logo) return;
    const image = await this.#document.embedPng(logo);
    const { width, height } = image.scaleToFit(180, 32);
    this.#page.drawImage(image, { x: PAGE.margin, y: this.#y - height, width, height });
    this.#y -= height + 16;
  }

  /** Begins a part of the document on a new page. */
  part(title: string): void {
    this.#addPage();
    this.#write(title, { font: this.#bold, size: 20, lead: 26 });
  }

  heading(text: string): void {
    this.#room(60);
    this.#inList = false;
    this.#y -= 12;
    this.#write(text, { font: this.#bold, size: 13, lead: 18 });
  }

  paragraph(text: string): void {
    if (this.#inList) this.#y -= 5;
    this.#inList = false;
    this.#write(text, { font: this.#regular, size: 10.5, lead: 15 });
    this.#y -= 5;
  }

  /** A list item, with its bullet or number. */
  item(text: string): void {
    this.#write(text, { font: this.#regular, size: 10.5, lead: 15 }, 12);
    this.#inList = true;
  }

  faint(text: string): void {
    this.#write(text, { font: this.#regular, size: 9, lead: 13, color: FAINT });
    this.#y -= 3;
  }

  mono(text: string): void {
    this.#write(text, { font: this.#mono, size: 8.5, lead: 12, color: FAINT });
  }

  facts(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#name(name);
      this.#write(value || '\u2013', { font: this.#regular, size: 10.5, lead: 15 }, 150);
    }
    this.#y -= 5;
  }

  /** Facts whose values are hashes. */
  hashes(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#name(name);
      this.#write(value, { font: this.#mono, size: 8.5, lead: 15 }, 150);
    }
    this.#y -= 5;
  }

  #name(name: string): void {
    this.#room(16);
    this.#page.drawText(plain(name), {
      x: PAGE.margin,
      y: this.#y - 11,
      size: 9,
      font: this.#regular,
      color: FAINT,
    });
  }

  /** Names with amounts at the right edge, the last one in bold. */
  amounts(rows: readonly (readonly [string, string])[]): void {
    for (const [index, [name, value]] of rows.entries()) {
      this.#room(18);
      const font = index === rows.length - 1 ? this.#bold : this.#regular;
      const style = { y: this.#y - 13, size: 10.5, font, color: INK };
      const sum = plain(value);
      const edge = PAGE.width - PAGE.margin;
      this.#page.drawText(plain(name), { x: PAGE.margin, ...style });
      this.#page.drawText(sum, { x: edge - font.widthOfTextAtSize(sum, style.size), ...style });
      this.#y -= 18;
    }
    this.#y -= 12;
  }

  rule(): void {
    this.#room(20);
    this.#y -= 10;
    const [start, end] = [PAGE.margin, PAGE.width - PAGE.margin].map((x) => ({ x, y: this.#y }));
    if (start && end) this.#page.drawLine({ start, end, thickness: 0.75, color: LINE });
    this.#y -= 6;
  }

  /** Starts a new page unless `height` points are left, so that what follows stays together. */
  keep(height: number): void {
    this.#room(height);
  }

  /** A box to sign in, and a line for the date. @param title what is signed */
  signatureBox(title: string, label: string): void {
    const box = { x: PAGE.margin, width: 320, height: 64 };
    this.#room(box.height + 24);
    this.boxes.push({
      title,
      page: this.#document.getPageCount(),
      left: box.x / PAGE.width,
      top: (PAGE.height - this.#y) / PAGE.height,
      width: box.width / PAGE.width,
      height: box.height / PAGE.height,
    });
    this.#page.drawRectangle({
      ...box,
      y: this.#y - box.height,
      borderColor: FAINT,
      borderWidth: 0.75,
    });
    const line = { x: box.x + box.width + 20, y: this.#y - box.height };
    this.#page.drawLine({
      start: line,
      end: { x: PAGE.width - PAGE.margin, y: line.y },
      thickness: 0.75,
      color: FAINT,
    });
    const style = { y: this.#y - box.height - 12, size: 9, font: this.#regular, color: FAINT };
    this.#page.drawText(plain(label), { x: box.x, ...style });
    this.#page.drawText('Date', { x: line.x, ...style });
    this.#y -= box.height + 24;
  }

  /** @param png scaled to `width` points */
  async picture(png: Buffer, width: number): Promise<void> {
    const image = await this.#document.embedPng(png);
    const height = (image.height * width) / image.width;
    this.#room(height + 8);
    this.#page.drawImage(image, { x: PAGE.margin, y: this.#y - height, width, height });
    this.#y -= height + 8;
  }

  /** Numbers the pages and finishes the document. */
  async finish(footer: string): Promise<Buffer> {
    const pages = this.#document.getPages();
    for (const [index, page] of pages.entries()) {
      const style = { y: FOOTER, size: 8, font: this.#regular, color: FAINT };
      page.drawText(plain(footer), { x: PAGE.margin, ...style });
      page.drawText(`${index + 1} / ${pages.length}`, { x: PAGE.width - PAGE.margin - 24, ...style });
    }
    return Buffer.from(await this.#document.save());
  }

  #write(text: string, style: Style, indent = 0): void {
    const width = PAGE.width - 2 * PAGE.margin - indent;
    for (const line of wrap(plain(text), style.font, style.size, width)) {
      this.#room(style.lead);
      this.#page.drawText(line, {
        x: PAGE.margin + indent,
        y: this.#y - style.size,
        size: style.size,
        font: style.font,
        color: style.color ?? INK,
      });
      this.#y -= style.lead;
    }
  }

  #room(height: number): void {
    if (this.#y - height < PAGE.margin) this.#addPage();
  }

  #addPage(): void {
    this.#page = this.#document.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - PAGE.margin;
  }
}

/** Splits text into lines of at most `width`, breaking words that are wider. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (font.widthOfTextAtSize(line, size) > width) {
      let fits = line.length - 1;
      while (fits > 1 && font.widthOfTextAtSize(line.slice(0, fits), size) > width) fits -= 1;
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}
