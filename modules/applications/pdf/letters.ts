import { type Color, type PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { hasLetter, loadOtherFonts, type OtherFont } from './other-fonts.ts';

/** Chooses the font for each text of a PDF document, so that names are written as they are spelled. */

export type Style = 'regular' | 'bold' | 'mono';

/** A text as it is drawn, and the font to draw and to measure it in. */
export interface Words {
  text: string;
  font: PDFFont;
  /** Of the embedded font. */
  shapes?: OtherFont['shapes'];
}

const standardFonts = {
  regular: StandardFonts.Helvetica,
  bold: StandardFonts.HelveticaBold,
  mono: StandardFonts.Courier,
} as const;

/** The characters of the fonts that every reader of PDF has (WinAnsi). */
const standard =
  /^[\x20-\x7e\xa0-\xff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;

/**
 * The text as a document writes it: accents joined to their letters, characters without a shape left out, spaces in
 * place of line breaks. What neither the standard fonts nor the embedded one can write (Chinese, Arabic, emoji) becomes
 * the ASCII characters that it stands for, or `?` where there are none.
 */
export async function writable(text: string): Promise<string> {
  const normal = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ');
  if (standard.test(normal)) return normal;
  const fonts = await loadOtherFonts();
  let out = '';
  for (const sign of normal) {
    if (standard.test(sign) || hasLetter(fonts, sign)) out += sign;
    else out += sign.normalize('NFKD').replace(/[^\x20-\x7e]/g, '') || '?';
  }
  return out;
}

/**
 * The texts of one document. They are added before anything is drawn, because fonts are embedded asynchronously, and
 * only those that are needed.
 */
export class Letters {
  readonly #document: PDFDocument;
  readonly #added: { style: Style; given: string; words?: Words }[] = [];
  readonly #fonts = new Map<StandardFonts | 'regular' | 'bold', PDFFont>();

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
    for (const added of this.#added) {
      const text = await writable(added.given);
      const isStandard = standard.test(text);
      const found = isStandard ? { font: this.standard(added.style) } : await this.#other(added.style);
      added.words = { text, ...found };
    }
  }

  /** The font for text in ASCII. */
  standard(style: Style): PDFFont {
    const name = standardFonts[style];
    const font = this.#fonts.get(name) ?? this.#document.embedStandardFont(name);
    this.#fonts.set(name, font);
    return font;
  }

  /** Only hashes are written in mono, so a text with other letters has no font of that style. */
  async #other(style: Style): Promise<Omit<Words, 'text'>> {
    const face = style === 'bold' ? 'bold' : 'regular';
    const { fontkit, [face]: other } = await loadOtherFonts();
    this.#document.registerFontkit(fontkit);
    const font = this.#fonts.get(face) ?? (await this.#document.embedFont(other.file, { subset: true }));
    this.#fonts.set(face, font);
    return { font, shapes: other.shapes };
  }
}

const hasAccent = /\p{M}/u;

/**
 * Draws one line. An accent that does not join its letter to one character is drawn apart, because pdf-lib would put it
 * behind the letter.
 * @param place of the line's beginning, in points
 */
export function drawWords(
  page: PDFPage,
  { text, font, shapes }: Words,
  place: { x: number; y: number; size: number; color?: Color },
): void {
  if (!shapes || !hasAccent.test(text)) {
    page.drawText(text, { font, ...place });
    return;
  }
  const scale = place.size / shapes.unitsPerEm;
  let { x } = place;
  for (const part of text.split(/(\P{M}\p{M}+)/u).filter(Boolean)) {
    const isAccented = hasAccent.test(part);
    const positions = isAccented ? shapes.layout(part).positions : [];
    for (const [at, letters] of (isAccented ? [...part] : [part]).entries()) {
      const { xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      page.drawText(letters, { font, ...place, x: x + xOffset * scale, y: place.y + yOffset * scale });
      x += font.widthOfTextAtSize(letters, place.size);
    }
  }
}
