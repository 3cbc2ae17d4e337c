/** The text of elements as Playwright's locators and expectations read it. */
import { DomComment, type DomDocument, type DomElement, DomText } from './dom.ts';

export type Wanted = string | RegExp;

/** White space as one space, without the marks for line breaks that nobody sees. */
export function fold(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}

/** @param exact whether the whole text must match, with its capitals */
export function includesText(text: string, wanted: Wanted, exact = false): boolean {
  const own = fold(text);
  if (wanted instanceof RegExp) return new RegExp(wanted).test(own);
  return exact ? own === fold(wanted) : own.toLowerCase().includes(fold(wanted).toLowerCase());
}

const known = new WeakMap<DomElement, string>();

/** The text of an element, shown or not, apart from scripts and styles. */
export function textOf(element: DomElement): string {
  const kept = known.get(element);
  if (kept !== undefined) return kept;
  const text = readText(element);
  known.set(element, text);
  return text;
}

function readText(element: DomElement): string {
  if (isSkipped(element)) return '';
  if (element.name === 'input') return ['submit', 'button'].includes(element.type) ? element.value : '';
  let text = '';
  for (const child of element.childNodes) {
    if (child instanceof DomText) text += child.data;
    else if (!(child instanceof DomComment)) text += textOf(child);
  }
  return text;
}

function isSkipped({ name, ownerDocument }: DomElement): boolean {
  return ['script', 'noscript', 'style'].includes(name) || (name === 'head' && ownerDocument !== null);
}

/** The elements with a text, each as small as possible. */
export function findByText(candidates: readonly DomElement[], wanted: Wanted, exact: boolean): DomElement[] {
  const fits = (element: DomElement) => {
    const text = textOf(element);
    // Playwright tests expressions against the text with its white space.
    return wanted instanceof RegExp ? new RegExp(wanted).test(text) : includesText(text, wanted, exact);
  };
  const found: DomElement[] = [];
  let skipUntil = -1;
  for (const element of candidates) {
    if (element.position < skipUntil) continue;
    if (isHead(element) || !fits(element)) {
      // If a part of the text is wanted, no descendant can contain it either.
      if (typeof wanted === 'string' && !exact) skipUntil = element.end;
      continue;
    }
    const inChild = element.children.some((child) => !isHead(child) && fits(child));
    if (!inChild) found.push(element);
  }
  return found;
}

const heads = new WeakMap<DomDocument, DomElement | undefined>();

function isHead(element: DomElement): boolean {
  const { ownerDocument } = element;
  if (!heads.has(ownerDocument))
    heads.set(
      ownerDocument,
      ownerDocument.elements.find(({ name }) => name === 'head'),
    );
  return isSkipped(element) || (heads.get(ownerDocument)?.contains(element) ?? false);
}
