import { appendFileSync, closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What was found to be accessible in this run, whichever worker saw it: one key on a line. */
const folder = join(import.meta.dirname, '..', '..', '.data', 'test', 'judged');
const file = join(folder, 'keys.txt');

/** What this process has read of the file, which only grows. */
const known = new Set<string>();
let bytesRead = 0;
let begunLine = '';

export function forgetJudged(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Reads what was added since the last time. */
function readOn(): void {
  mkdirSync(folder, { recursive: true });
  const descriptor = openSync(file, 'a+');
  try {
    const part = Buffer.alloc(1 << 16);
    for (;;) {
      const length = readSync(descriptor, part, 0, part.length, bytesRead);
      if (length === 0) return;
      bytesRead += length;
      const lines = (begunLine + part.toString('latin1', 0, length)).split('\n');
      begunLine = lines.pop() ?? '';
      for (const line of lines) known.add(line);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Everything of these was judged before. */
export function wereJudged(keys: readonly string[]): boolean {
  const isKnown = (key: string) => known.has(key);
  if (keys.every(isKnown)) return true;
  readOn();
  return keys.every(isKnown);
}

export function noteJudged(keys: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const added = keys.filter((key) => !known.has(key));
  appendFileSync(file, added.map((key) => `${key}\n`).join(''));
}

/** What `expectAccessible` has to know of a page before axe looks at it. */
export interface Look {
  /** Pixels that it can be scrolled sideways. */
  overflow: number;
  /** Ids that several elements have. */
  doubled: string[];
  /**
   * They name what the accessibility of the page depends on, at the width of its window: the page with its headings and
   * landmarks, its styles, and each of its elements with all that axe reads of it and of the elements around it. Other
   * words in the same places, or more rows of a kind, are the same page.
   */
  keys: string[];
  hasAxe: boolean;
}

/** Runs in the page. */
export function look(): Look {
  const read = ['class', 'style', 'role', 'type', 'tabindex', 'lang', 'autocomplete', 'hidden', 'disabled'];
  // Their values are ids or sentences, so only their presence counts.
  const present = ['alt', 'title', 'placeholder', 'href', 'for', 'id'];
  const landmarks = /^(H[1-6]|MAIN|NAV|HEADER|FOOTER|ASIDE|DIALOG|IFRAME)$/;
  /** An id or a code in a path: the page is the same with another one. */
  const inPath = /[0-9a-f]{8}-[0-9a-f-]{27}|[\w.-]{20,}/g;
  const outline: string[] = [String(document.title === '')];
  const keys = new Set<string>();
  const ids = new Set<string>();
  const doubled = new Set<string>();

  /** 64 bits of a text, by two multiplications for each of its characters. */
  const digest = (text: string): string => {
    let one = 0xdeadbeef;
    let two = 0x41c6ce57;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    const first = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    const second = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
    return (first >>> 0).toString(36) + (second >>> 0).toString(36).padStart(7, '0');
  };
  const describe = (element: Element): string => {
    const attributes = [...element.attributes]
      .filter(({ name }) => read.includes(name) || present.includes(name) || name.startsWith('aria-'))
      .map(({ name, value }) => {
        const kept = read.includes(name) || /^aria-(?!label|describedby|controls|owns)/.test(name);
        return `${name}=${kept ? value : Number(value.trim() !== '')}`;
      });
    const said = [...element.childNodes].some(
      (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
    );
    const style = element.tagName === 'STYLE' ? (element.textContent ?? '') : '';
    return `${element.tagName} ${attributes.join(' ')} ${Number(said)}${style}`;
  };
  // The key of an element begins with that of the one around it, and so with all of those above.
  const walk = (element: Element, above: string): void => {
    if (landmarks.test(element.tagName)) outline.push(element.tagName);
    // A form's property of this name is its field 'id', if it has one.
    const id = element.getAttribute('id');
    if (id !== null) (ids.has(id) ? doubled : ids).add(id);
    const key = digest(`${above}>${describe(element)}`);
    keys.add(key);
    for (const child of element.children) walk(child, key);
  };

  walk(document.documentElement, String(innerWidth));
  keys.add(digest(`${innerWidth} ${location.pathname.replaceAll(inPath, '*')} ${outline.join()}`));
  return {
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    doubled: [...doubled],
    keys: [...keys],
    hasAxe: 'axe' in window,
  };
}
