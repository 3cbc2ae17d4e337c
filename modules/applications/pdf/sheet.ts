import { type PDFDocument, type PDFImage, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Letterhead } from '#modules/enterprise/index.ts';
import { PAGE, placeRows, type Row } from './flow.ts';
import { drawWords, Letters, type Style, type Words } from './letters.ts';
import { wrap } from './lines.ts';
import { pauses } from './pauses.ts';
import { type About, beginDocument, type Role, type Tag, Tags } from './tags.ts';

/** Writes tagged text documents of several pages, with headings, paragraphs, facts and pictures. */

/** How far above the lower edge the line below each page is. */
export const FOOTER = 30;
const INK = rgb(0.13, 0.12, 0.11);
const FAINT = rgb(0.42, 0.4, 0.38);
const LINE = rgb(0.82, 0.8, 0.78);
const WIDTH = PAGE.width - 2 * PAGE.margin;
/** Of the names of facts. */
const NAMES = 150;

/** How a text looks. `lead` is the height of a line, in points like `size`. */
interface Look {
  style: Style;
  size: number;
  lead: number;
  color: typeof INK;
}

const looks = {
  title: { style: 'bold', size: 20, lead: 26, color: INK },
  section: { style: 'bold', size: 14, lead: 20, color: INK },
  heading: { style: 'bold', size: 11, lead: 16, color: INK },
  text: { style: 'regular', size: 10.5, lead: 15, color: INK },
  faint: { style: 'regular', size: 9, lead: 13, color: FAINT },
  name: { style: 'regular', size: 9, lead: 15, color: FAINT },
  hash: { style: 'regular', size: 8.5, lead: 15, color: INK },
} as const satisfies Record<string, Look>;

/** The upper edge of a text that stands on one line with a text of the usual size, whose upper edge is `top`. */
const besideText = (top: number, { size }: Look) => top - looks.text.size + size;

/** The bullet or number of a list item, with the space after it. */
const MARKER = /^(?:\u2022|\d+\.) /;

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

type Facts = readonly (readonly [name: string, value: string])[];

/** Its methods note what is to be drawn; `finish` draws it, since only then the fonts for all texts are known. */
export class Sheet {
  readonly #document: PDFDocument;
  readonly #letters: Letters;
  readonly #tags: Tags;
  readonly #steps: (() => void)[] = [];
  readonly #rows: Row[] = [];
  /** Between the last row and the next one. */
  #space = 0;
  /** What `signatureBox` has drawn, once the sheet is finished. */
  readonly boxes: Box[] = [];

  private constructor(document: PDFDocument) {
    this.#document = document;
    this.#letters = new Letters(document);
    this.#tags = new Tags(document.context);
  }

  /** @param letterhead of the brand for which it is made */
  static async begin(about: About, letterhead?: Letterhead): Promise<Sheet> {
    const sheet = new Sheet(await beginDocument(about));
    if (letterhead) await sheet.#head(letterhead);
    sheet.#title(about.title);
    if (letterhead?.address) sheet.faint(letterhead.address);
    return sheet;
  }

  /** The company's color as a bar across the top of the page, and its logo below. */
  async #head({ name, color, logo }: Letterhead): Promise<void> {
    const bar = { x: 0, y: PAGE.height - 6, width: PAGE.width, height: 6, color: fromHex(color) };
    const page = this.#document.addPage([PAGE.width, PAGE.height]);
    this.#tags.decorate(page, () => page.drawRectangle(bar));
    if (!logo) return;
    const image = await this.#document.embedPng(logo);
    const { width, height } = image.scaleToFit(180, 32);
    this.#picture(image, { width, height, alt: name });
    this.#leave(16);
  }

  #title(title: string): void {
    this.#write(title, 'title', 'H1', { stays: true });
  }

  /** Begins a part of the document on a new page. */
  part(title: string): void {
    const start = this.#note();
    this.#title(title);
    this.#steps.push(() => {
      const first = this.#rows[start()];
      if (first) first.breaks = true;
    });
  }

  /** @param note a faint line about the section, on the page of its title */
  section(text: string, note?: string): void {
    this.#leave(17);
    this.#write(text, 'section', 'H2', { stays: true });
    if (note === undefined) return;
    this.#write(note, 'faint', 'P', { stays: true });
    this.#leave(3);
  }

  /** Of a part of a section. */
  heading(text: string): void {
    this.#leave(12);
    this.#write(text, 'heading', 'H3', { stays: true });
  }

  paragraph(text: string): void {
    this.#leave(5);
    this.#write(text, 'text', 'P');
    this.#leave(5);
  }

  /** A list item, with its bullet or number. */
  item(text: string): void {
    this.#leave(2);
    this.#write(text, 'text', 'LI', { indent: 12 });
  }

  faint(text: string): void {
    this.#write(text, 'faint', 'P');
    this.#leave(3);
  }

  facts(facts: Facts): void {
    this.#table(facts, looks.text);
  }

  /** Facts whose values are hashes. */
  hashes(facts: Facts): void {
    this.#table(facts, looks.hash);
  }

  #table(facts: Facts, look: Look): void {
    this.#leave(4);
    const added = facts.map(([name, value]) => ({
      name: this.#letters.add('regular', name),
      value: this.#letters.add(look.style, value || '\u2013'),
    }));
    this.#steps.push(() => {
      const table = this.#tags.add('Table');
      for (const [index, { name, value }] of added.entries()) {
        const row = this.#tags.add('TR', table);
        const [head, cell] = [this.#tags.add('TH', row), this.#tags.add('TD', row)];
        const names = wrap(name(), looks.name.size, NAMES - 10);
        const values = wrap(value(), look.size, WIDTH - NAMES);
        const count = Math.max(names.length, values.length);
        const isEdge = added.length > 1 && (index === 0 || index === added.length - 2);
        for (let line = 0; line < count; line += 1) {
          this.#row(look.lead, isEdge || line < count - 1, (page, top) => {
            const place = (given: Look, x: number) => ({ ...given, x, top: besideText(top, given) });
            this.#line(page, head, names[line], place(looks.name, PAGE.margin));
            this.#line(page, cell, values[line], place(look, PAGE.margin + NAMES));
          });
        }
      }
    });
    this.#leave(5);
  }

  /** Names with amounts at the right edge, the last one in bold. */
  amounts(rows: Facts): void {
    const added = rows.map(([name, value], index) => {
      const style = index === rows.length - 1 ? ('bold' as const) : ('regular' as const);
      return { style, name: this.#letters.add(style, name), value: this.#letters.add(style, value) };
    });
    this.#steps.push(() => {
      const table = this.#tags.add('Table');
      for (const { style, name, value } of added) {
        const row = this.#tags.add('TR', table);
        const [head, cell] = [this.#tags.add('TH', row), this.#tags.add('TD', row)];
        const look = { ...looks.text, style };
        const x = PAGE.width - PAGE.margin - value().widthAt(look.size);
        this.#row(18, true, (page, top) => {
          this.#line(page, head, name(), { ...look, x: PAGE.margin, top: top - 2 });
          this.#line(page, cell, value(), { ...look, x, top: top - 2 });
        });
      }
    });
    this.#leave(12);
  }

  rule(): void {
    this.#leave(10);
    this.#steps.push(() => {
      const draw = (page: PDFPage, y: number) => {
        const [start, end] = [
          { x: PAGE.margin, y },
          { x: PAGE.width - PAGE.margin, y },
        ];
        this.#tags.decorate(page, () => page.drawLine({ start, end, thickness: 0.75, color: LINE }));
      };
      this.#row(1, true, draw, { divides: true });
    });
  }

  /** What `write` writes is kept on one page, together with the line before it if `attached`. */
  async together(write: () => void | Promise<void>, { attached = false } = {}): Promise<void> {
    const start = this.#note();
    await write();
    this.#steps.push(() => {
      const from = attached ? start() - 1 : start();
      for (const row of this.#rows.slice(Math.max(from, 0), -1)) row.stays = true;
    });
  }

  /** A box to sign in, and a line for the date. @param title what is signed */
  signatureBox(title: string, label: string): void {
    const [below, date] = [this.#letters.add('regular', label), this.#letters.add('regular', 'Date')];
    const box = { x: PAGE.margin, width: 320, height: 64 };
    this.#steps.push(() => {
      const [name, day] = [this.#tags.add('P'), this.#tags.add('P')];
      const lines = wrap(below(), looks.faint.size, box.width);
      const under = lines.length * looks.faint.lead + 11;
      this.#row(box.height + under, true, (page, top) => {
        this.boxes.push({
          title,
          page: this.#document.getPageCount(),
          left: box.x / PAGE.width,
          top: (PAGE.height - top) / PAGE.height,
          width: box.width / PAGE.width,
          height: box.height / PAGE.height,
        });
        const y = top - box.height;
        const start = { x: box.x + box.width + 20, y };
        const end = { x: PAGE.width - PAGE.margin, y };
        this.#tags.decorate(page, () => {
          page.drawRectangle({ ...box, y, borderColor: FAINT, borderWidth: 0.75 });
          page.drawLine({ start, end, thickness: 0.75, color: FAINT });
        });
        for (const [index, line] of lines.entries()) {
          this.#line(page, name, line, { ...looks.faint, x: box.x, top: y - 3 - index * looks.faint.lead });
        }
        this.#line(page, day, date(), { ...looks.faint, x: start.x, top: y - 3 });
      });
    });
  }

  /**
   * @param png scaled to `width` points
   * @param alt what it shows
   */
  async picture(png: Buffer, { width, alt }: { width: number; alt: string }): Promise<void> {
    const image = await this.#document.embedPng(png);
    this.#picture(image, { width, height: (image.height * width) / image.width, alt });
    this.#leave(8);
  }

  #picture(image: PDFImage, { width, height, alt }: { width: number; height: number; alt: string }): void {
    this.#steps.push(() => {
      const parent = this.#tags.add('P');
      this.#row(height, true, (page, top) => {
        const place = { x: PAGE.margin, y: top - height, width, height };
        const box = [place.x, place.y, place.x + width, top] as const;
        this.#tags.draw(page, this.#tags.add('Figure', parent, { alt, box }), () =>
          page.drawImage(image, place),
        );
      });
    });
  }

  /** Draws everything, numbers the pages and finishes the document. */
  async finish(footer: string): Promise<Buffer> {
    const [words, numbers] = [
      this.#letters.add('regular', footer),
      this.#letters.add('regular', '0123456789 /'),
    ];
    await this.#letters.embed();
    const pause = pauses();
    for (const step of this.#steps) {
      step();
      await pause();
    }
    await placeRows(this.#document, this.#rows);
    const pages = this.#document.getPages();
    for (const [index, page] of pages.entries()) {
      const place = { y: FOOTER, size: 8, color: FAINT };
      const number = numbers().part(`${index + 1} / ${pages.length}`);
      this.#tags.decorate(page, () => {
        drawWords(page, words(), { x: PAGE.margin, ...place });
        const x = PAGE.width - PAGE.margin - number.widthAt(place.size);
        drawWords(page, number, { x, ...place });
      });
    }
    this.#tags.finish(this.#document);
    return Buffer.from(await this.#document.save());
  }

  /** @param stays whether what follows must be on the same page */
  #write(
    given: string,
    kind: keyof typeof looks,
    role: Role,
    { indent = 0, stays = false }: { indent?: number; stays?: boolean } = {},
  ): void {
    const look: Look = looks[kind];
    const words = this.#letters.add(look.style, given);
    this.#steps.push(() => {
      const tag = role === 'LI' ? this.#itemTag() : this.#tags.add(role);
      const { text } = words();
      const marker = words().part(role === 'LI' ? (MARKER.exec(text)?.[0] ?? '') : '');
      const hanging = indent + marker.widthAt(look.size);
      const lines = wrap(words().part(text.slice(marker.text.length)), look.size, WIDTH - hanging);
      for (const [index, line] of lines.entries()) {
        // No line of a text is alone on a page.
        const isEdge = lines.length > 1 && (index === 0 || index === lines.length - 2);
        this.#row(look.lead, stays || isEdge, (page, top) => {
          if (index === 0 && marker.text !== '')
            this.#line(page, tag, marker, { ...look, x: PAGE.margin + indent, top });
          this.#line(page, tag, line, { ...look, x: PAGE.margin + hanging, top });
        });
      }
    });
  }

  #itemTag(): Tag {
    return this.#tags.add('LBody', this.#tags.add('LI', this.#tags.list()));
  }

  #line(page: PDFPage, tag: Tag, words: Words | undefined, place: Look & { x: number; top: number }): void {
    const { x, top, size, color } = place;
    if (words) this.#tags.draw(page, tag, () => drawWords(page, words, { x, y: top - size, size, color }));
  }

  #row(height: number, stays: boolean, draw: Row['draw'], more: Pick<Row, 'divides'> = {}): void {
    this.#rows.push({ height, stays, draw, space: this.#space, ...more });
    this.#space = 0;
  }

  /** Leaves at least `height` before what follows. */
  #leave(height: number): void {
    this.#steps.push(() => {
      this.#space = Math.max(this.#space, height);
    });
  }

  /** @returns gives the number of the row that is written next, once the rows are made */
  #note(): () => number {
    let at = 0;
    this.#steps.push(() => {
      at = this.#rows.length;
    });
    return () => at;
  }
}
