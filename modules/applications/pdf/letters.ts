import {
  beginText,
  type Color,
  endText,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib';
import { type Face, type Font, findFace, latin, loadFont, loadFontkit, MISSING } from './faces.ts';

/** Chooses the fonts for each text of a PDF document, so that names of any script are written as they are spelled. */

export type Style = 'regular' | 'bold';

/** A piece of a text in one font. */
interface Run {
  text: string;
  font: PDFFont;
  shapes: Font['shapes'];
  isRightToLeft: boolean;
}

/**
 * The text as a document writes it: accents joined to their letters, characters without a shape left out, spaces in
 * place of line breaks. A character that no font has becomes an empty box.
 */
export async function writable(text: string): Promise<string> {
  const normal = text
    .normalize('NFC')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .replace(/\s+/g, ' ');
  const missing = new Set<string>();
  for (const sign of new Set(normal)) if (!(await findFace(sign, 'regular'))) missing.add(sign);
  return missing.size === 0
    ? normal
    : [...normal].map((sign) => (missing.has(sign) ? MISSING : sign)).join('');
}

/** A text as it is drawn, with the font of each of its characters. */
export class Words {
  readonly text: string;
  readonly #fontOf: ReadonlyMap<string, Omit<Run, 'text'>>;

  constructor(text: string, fontOf: ReadonlyMap<string, Omit<Run, 'text'>>) {
    this.text = text;
    this.#fontOf = fontOf;
  }

  /** A part of it in the same fonts, such as a line. */
  part(text: string): Words {
    return new Words(text, this.#fontOf);
  }

  /** In points. */
  widthAt(size: number): number {
    return this.runs().reduce((sum, { text, font }) => sum + widthOf(font, text) * size, 0);
  }

  /** The pieces from left to right. A mark stays with its letter, because it is placed by the letter's font. */
  runs(): Run[] {
    const runs: Run[] = [];
    for (const sign of this.text) {
      const last = runs.at(-1);
      const found = this.#fontOf.get(sign);
      if (!found) throw new Error('A part of a text has a character that the text has not');
      if (last && (last.font === found.font || /\p{M}/u.test(sign))) last.text += sign;
      else runs.push({ ...found, text: sign });
    }
    return fromLeft(runs);
  }
}

/** The widths of the pieces that each document measured. */
const measured = new WeakMap<PDFFont, Map<string, number>>();

/** The width of a text in a document's font, for letters of one point. Fonts are slow to measure, and words recur. */
function widthOf(font: PDFFont, text: string): number {
  const known = measured.get(font) ?? new Map<string, number>();
  measured.set(font, known);
  const width = known.get(text) ?? font.widthOfTextAtSize(text, 1);
  known.set(text, width);
  return width;
}

/** Pieces that are read from the right, with nothing but spaces between them, are written from the right. */
function fromLeft(runs: readonly Run[]): Run[] {
  const out: Run[] = [];
  let right: Run[] = [];
  let spaces: Run[] = [];
  const close = () => {
    out.push(...right.reverse(), ...spaces);
    right = [];
    spaces = [];
  };
  for (const run of runs) {
    if (run.isRightToLeft) {
      right.push(...spaces, run);
      spaces = [];
    } else if (right.length > 0 && run.text.trim() === '') spaces.push(run);
    else {
      close();
      out.push(run);
    }
  }
  close();
  return out;
}

/**
 * The texts of one document. They are added before anything is drawn, because fonts are embedded asynchronously, and
 * only those that are needed.
 */
export class Letters {
  readonly #document: PDFDocument;
  readonly #added: { style: Style; given: string; words?: Words }[] = [];
  readonly #fonts = new Map<string, PDFFont>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** @returns gives the words, once `embed` is done */
  add(style: Style, given: string): () => Words {
    const added: { style: Style; given: string; words?: Words } = { style, given };
    this.#added.push(added);
    return () => {
      if (!added.words) throw new Error(`A text is drawn before its font is embedded: ${style}`);
      return added.words;
    };
  }

  /** Embeds the fonts of all texts that were added. */
  async embed(): Promise<void> {
    for (const added of this.#added)
      added.words = await this.#words(added.style, await writable(added.given));
  }

  async #words(style: Style, text: string): Promise<Words> {
    const fontOf = new Map<string, Omit<Run, 'text'>>();
    for (const sign of new Set(text)) {
      fontOf.set(sign, await this.#embedded((await findFace(sign, style)) ?? latin, style));
    }
    return new Words(text, fontOf);
  }

  async #embedded(face: Face, style: Style): Promise<Omit<Run, 'text'>> {
    const name = `${face.name.replaceAll(' ', '')}-${style === 'bold' ? 'Bold' : 'Regular'}`;
    const { file, shapes } = await loadFont(face, style);
    const known = this.#fonts.get(name);
    if (!known) this.#document.registerFontkit(await makeFontkit(shapes));
    const font = known ?? (await this.#document.embedFont(file, { subset: true, customName: name }));
    this.#fonts.set(name, font);
    return { font, shapes, isRightToLeft: face.isRightToLeft ?? false };
  }
}

/**
 * Makes a font for one document with the tables that were read for others, since reading them took most of the time of
 * a PDF. Its glyphs are its own, because each keeps the character that it first stood for.
 */
async function makeFontkit({ _tables }: Font['shapes']) {
  const { create } = await loadFontkit();
  return { create: (file: Uint8Array) => Object.assign(create(file), { _tables }) };
}

/**
 * Draws one line.
 * @param place of the line's beginning, in points
 */
export function drawWords(
  page: PDFPage,
  words: Words,
  place: { x: number; y: number; size: number; color?: Color },
): void {
  let { x } = place;
  const runs = words.runs();
  for (const [index, run] of runs.entries()) {
    if (isPlaced(run)) drawGlyphs(page, run, { ...place, x });
    else page.drawText(run.text, { font: run.font, ...place, x });
    if (index < runs.length - 1) x += widthOf(run.font, run.text) * place.size;
  }
}

/** Whether a font places the glyphs of a text itself, which pdf-lib does not know. */
const isPlaced = ({ text, isRightToLeft }: Run) => isRightToLeft || /\p{M}/u.test(text);

/** Draws each glyph where its font places it: accents on their letters, and vowels around theirs. */
function drawGlyphs(
  page: PDFPage,
  { text, font, shapes }: Run,
  { x, y, size, color }: { x: number; y: number; size: number; color?: Color },
): void {
  const glyphs = font.encodeText(text).asString().match(/.{4}/g) ?? [];
  const { positions } = shapes.layout(text);
  const scale = size / shapes.unitsPerEm;
  const key = page.node.newFontDictionary(font.name, font.ref);
  let at = x;
  const shown = glyphs.flatMap((glyph, index) => {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
    const matrix = setTextMatrix(1, 0, 0, 1, at + xOffset * scale, y + yOffset * scale);
    at += xAdvance * scale;
    return [matrix, showText(PDFHexString.of(glyph))];
  });
  page.pushOperators(
    pushGraphicsState(),
    beginText(),
    ...(color ? [setFillingColor(color)] : []),
    setFontAndSize(key, size),
    ...shown,
    endText(),
    popGraphicsState(),
  );
}
