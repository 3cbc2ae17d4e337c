import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Letterhead } from '#modules/enterprise/index.ts';
import { drawWords, Letters, type Style, type Words } from './letters.ts';

/** Writes text documents of several pages, with headings, paragraphs, facts and pictures. US Letter, in points. */

const PAGE = { width: 612, height: 792, margin: 56 };
/** How far above the lower edge the line below each page is. */
export const FOOTER = 30;
const INK = rgb(0.13, 0.12, 0.11);
const FAINT = rgb(0.42, 0.4, 0.38);
const LINE = rgb(0.82, 0.8, 0.78);

interface Size {
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

/** Its methods note what is to be drawn; `finish` draws it, since only then the fonts for all texts are known. */
export class Sheet {
  readonly #document: PDFDocument;
  readonly #letters: Letters;
  readonly #steps: (() => void)[] = [];
  #page: PDFPage;
  #y: number;
  /** Whether an item of a list was written last. */
  #inList = false;
  /** What `signatureBox` has drawn, once the sheet is finished. */
  readonly boxes: Box[] = [];

  private constructor(document: PDFDocument) {
    this.#document = document;
    this.#letters = new Letters(document);
    this.#page = document.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - PAGE.margin;
  }

  /**
   * @param made the document's creation date
   * @param letterhead of the brand for which it is made
   */
  static async begin(title: string, author: string, made: Date, letterhead?: Letterhead): Promise<Sheet> {
    const document = await PDFDocument.create();
    document.setTitle(title);
    document.setAuthor(author);
    document.setCreationDate(made);
    document.setModificationDate(made);
    const sheet = new Sheet(document);
    if (letterhead) await sheet.#head(letterhead);
    sheet.#text('bold', title, { size: 20, lead: 26 });
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
    this.#steps.push(() => this.#addPage());
    this.#text('bold', title, { size: 20, lead: 26 });
  }

  heading(text: string): void {
    this.#steps.push(() => {
      this.#room(60);
      this.#inList = false;
      this.#y -= 12;
    });
    this.#text('bold', text, { size: 13, lead: 18 });
  }

  paragraph(text: string): void {
    this.#steps.push(() => {
      if (this.#inList) this.#y -= 5;
      this.#inList = false;
    });
    this.#text('regular', text, { size: 10.5, lead: 15 });
    this.#gap(5);
  }

  /** A list item, with its bullet or number. */
  item(text: string): void {
    this.#text('regular', text, { size: 10.5, lead: 15 }, 12);
    this.#steps.push(() => {
      this.#inList = true;
    });
  }

  faint(text: string): void {
    this.#text('regular', text, { size: 9, lead: 13, color: FAINT });
    this.#gap(3);
  }

  mono(text: string): void {
    this.#text('mono', text, { size: 8.5, lead: 12, color: FAINT });
  }

  facts(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#name(name);
      this.#text('regular', value || '\u2013', { size: 10.5, lead: 15 }, 150);
    }
    this.#gap(5);
  }

  /** Facts whose values are hashes. */
  hashes(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#name(name);
      this.#text('mono', value, { size: 8.5, lead: 15 }, 150);
    }
    this.#gap(5);
  }

  #name(name: string): void {
    const words = this.#letters.add('regular', name);
    this.#steps.push(() => {
      this.#room(16);
      drawWords(this.#page, words(), { x: PAGE.margin, y: this.#y - 11, size: 9, color: FAINT });
    });
  }

  /** Names with amounts at the right edge, the last one in bold. */
  amounts(rows: readonly (readonly [string, string])[]): void {
    for (const [index, [name, value]] of rows.entries()) {
      const style = index === rows.length - 1 ? 'bold' : 'regular';
      const [words, sum] = [this.#letters.add(style, name), this.#letters.add(style, value)];
      this.#steps.push(() => {
        this.#room(18);
        const place = { y: this.#y - 13, size: 10.5, color: INK };
        const left = PAGE.width - PAGE.margin - sum().widthAt(place.size);
        drawWords(this.#page, words(), { x: PAGE.margin, ...place });
        drawWords(this.#page, sum(), { x: left, ...place });
        this.#y -= 18;
      });
    }
    this.#gap(12);
  }

  rule(): void {
    this.#steps.push(() => {
      this.#room(20);
      this.#y -= 10;
      const [start, end] = [PAGE.margin, PAGE.width - PAGE.margin].map((x) => ({ x, y: this.#y }));
      if (start && end) this.#page.drawLine({ start, end, thickness: 0.75, color: LINE });
      this.#y -= 6;
    });
  }

  /** Starts a new page unless `height` points are left, so that what follows stays together. */
  keep(height: number): void {
    this.#steps.push(() => this.#room(height));
  }

  /** A box to sign in, and a line for the date. @param title what is signed */
  signatureBox(title: string, label: string): void {
    const [below, date] = [this.#letters.add('regular', label), this.#letters.add('regular', 'Date')];
    this.#steps.push(() => {
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
      const border = { borderColor: FAINT, borderWidth: 0.75 };
      this.#page.drawRectangle({ ...box, y: this.#y - box.height, ...border });
      const start = { x: box.x + box.width + 20, y: this.#y - box.height };
      const end = { x: PAGE.width - PAGE.margin, y: start.y };
      this.#page.drawLine({ start, end, thickness: 0.75, color: FAINT });
      const place = { y: this.#y - box.height - 12, size: 9, color: FAINT };
      drawWords(this.#page, below(), { x: box.x, ...place });
      drawWords(this.#page, date(), { x: start.x, ...place });
      this.#y -= box.height + 24;
    });
  }

  /** @param png scaled to `width` points */
  async picture(png: Buffer, width: number): Promise<void> {
    const image = await this.#document.embedPng(png);
    const height = (image.height * width) / image.width;
    this.#steps.push(() => {
      this.#room(height + 8);
      this.#page.drawImage(image, { x: PAGE.margin, y: this.#y - height, width, height });
      this.#y -= height + 8;
    });
  }

  /** Draws everything, numbers the pages and finishes the document. */
  async finish(footer: string): Promise<Buffer> {
    const words = this.#letters.add('regular', footer);
    await this.#letters.embed();
    for (const step of this.#steps) step();
    const font = this.#letters.standard('regular');
    const pages = this.#document.getPages();
    for (const [index, page] of pages.entries()) {
      const place = { y: FOOTER, size: 8, color: FAINT };
      drawWords(page, words(), { x: PAGE.margin, ...place });
      page.drawText(`${index + 1} / ${pages.length}`, { x: PAGE.width - PAGE.margin - 24, font, ...place });
    }
    return Buffer.from(await this.#document.save());
  }

  #text(style: Style, given: string, { size, lead, color = INK }: Size, indent = 0): void {
    const words = this.#letters.add(style, given);
    this.#steps.push(() => {
      for (const line of wrap(words(), size, PAGE.width - 2 * PAGE.margin - indent)) {
        this.#room(lead);
        const place = { x: PAGE.margin + indent, y: this.#y - size, size, color };
        drawWords(this.#page, line, place);
        this.#y -= lead;
      }
    });
  }

  #gap(height: number): void {
    this.#steps.push(() => {
      this.#y -= height;
    });
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
function wrap(words: Words, size: number, width: number): Words[] {
  const lines: string[] = [];
  const fits = (text: string) => words.part(text).widthAt(size) <= width;
  let line = '';
  for (const word of words.text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      const signs = [...line];
      let count = signs.length - 1;
      while (count > 1 && !fits(signs.slice(0, count).join(''))) count -= 1;
      lines.push(signs.slice(0, count).join(''));
      line = signs.slice(count).join('');
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((each) => words.part(each));
}
