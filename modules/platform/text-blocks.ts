import { cleanHtml } from './clean-html.ts';

/** A part of an HTML text as plain text: a heading, a paragraph, a row of a table, or a part of a list item. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'item';
  /** One line. The first one of a list item begins with the bullet or number. */
  text: string;
}

const TAGS_AND_TEXT = /<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+/gi;
const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd mark q rb rp rt rtc ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/**
 * The plain text of an HTML text, for places that cannot show HTML, such as PDF. Each row of a table becomes a line.
 */
export function textBlocks(html: string): TextBlock[] {
  const reader = new BlockReader();
  for (const [token, closing, tag] of cleanHtml(html).matchAll(TAGS_AND_TEXT)) {
    if (tag === undefined) reader.read(token);
    else if (INLINE.has(tag)) continue;
    else if (closing) reader.close(tag);
    else reader.open(tag);
  }
  return reader.end();
}

class BlockReader {
  readonly #blocks: TextBlock[] = [];
  /** The lists that are open, the innermost last, each with the number of its current item. */
  readonly #lists: { ordered: boolean; item: number }[] = [];
  #text = '';
  #marker = '';
  #inHeading = false;
  /** Above 1 inside a table in a cell. Its text belongs to that cell. */
  #cellDepth = 0;
  #cells: string[] = [];

  read(escaped: string): void {
    this.#text += escaped;
  }

  open(tag: string): void {
    const isCell = tag === 'td' || tag === 'th';
    if (isCell) this.#cellDepth += 1;
    if (this.#cellDepth > (isCell ? 1 : 0)) {
      this.#text += ' ';
      return;
    }
    this.#flush();
    if (/^h\d$/.test(tag)) this.#inHeading = true;
    if (tag === 'ul' || tag === 'ol') this.#lists.push({ ordered: tag === 'ol', item: 0 });
    if (tag === 'li') this.#marker = this.#nextMarker();
  }

  close(tag: string): void {
    const isCell = tag === 'td' || tag === 'th';
    if (isCell) this.#cellDepth -= 1;
    if (this.#cellDepth > 0) {
      this.#text += ' ';
      return;
    }
    if (isCell) {
      this.#cells.push(this.#takeText());
      return;
    }
    if (tag === 'tr') this.#text = this.#cells.splice(0).join(' | ');
    this.#flush();
    if (/^h\d$/.test(tag)) this.#inHeading = false;
    if (tag === 'ul' || tag === 'ol') this.#lists.pop();
    if (tag === 'li') this.#marker = '';
  }

  end(): TextBlock[] {
    this.#flush();
    return this.#blocks;
  }

  /** A bullet, or the numbers of the item in all numbered lists around it, such as `2.1.` */
  #nextMarker(): string {
    const list = this.#lists.at(-1);
    if (!list) return '';
    list.item += 1;
    if (!list.ordered) return this.#lists.length > 1 ? '\u2013 ' : '\u2022 ';
    const numbers = this.#lists.filter(({ ordered }) => ordered).map(({ item }) => item);
    return `${numbers.join('.')}. `;
  }

  #flush(): void {
    const text = this.#takeText();
    if (text === '') return;
    const kind = this.#inHeading ? 'heading' : this.#lists.length > 0 ? 'item' : 'paragraph';
    this.#blocks.push({ kind, text: this.#marker + text });
    this.#marker = '';
  }

  #takeText(): string {
    const text = unescaped(this.#text).replace(/\s+/g, ' ').trim();
    this.#text = '';
    return text;
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Clean HTML contains no other entities. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
