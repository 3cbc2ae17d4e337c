import { appendFileSync, closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the keys of everything that was found accessible in this run by any worker, one key per line. */
const folder = join(import.meta.dirname, '..', '..', '.data', 'test', 'judged');
const file = join(folder, 'keys.txt');

/** The keys that this process has read so far. The file only grows. */
const known = new Set<string>();
let bytesRead = 0;
let begunLine = '';

export function forgetJudged(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Reads what was added to the file since the last time. */
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

/** Whether all of these were already checked. */
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

/** What `expectAccessible` needs to know about a page before axe checks it. */
export interface Look {
  /** By how many pixels it can be scrolled sideways. */
  overflow: number;
  /** The ids that several elements have. */
  doubled: string[];
  /**
   * Keys of everything that the accessibility of the page depends on, at the current width: the page with its headings
   * and landmarks, its styles, and each element with the attributes that axe reads of it and of its ancestors. Pages
   * that differ only in their texts, or in the number of similar rows, have the same keys.
   */
  keys: string[];
  hasAxe: boolean;
}

/** Runs in the page. */
export function look(): Look {
  const read = ['class', 'style', 'role', 'type', 'tabindex', 'lang', 'autocomplete', 'hidden', 'disabled'];
  // Their values are ids or sentences, so only whether they are present counts.
  const present = ['alt', 'title', 'placeholder', 'href', 'for', 'id'];
  const landmarks = /^(H[1-6]|MAIN|NAV|HEADER|FOOTER|ASIDE|DIALOG|IFRAME)$/;
  /** Ids and codes in paths are ignored, because they do not change the page. */
  const inPath = /[0-9a-f]{8}-[0-9a-f-]{27}|[\w.-]{20,}/g;
  const outline: string[] = [String(document.title === '')];
  const keys = new Set<string>();
  const ids = new Set<string>();
  const doubled = new Set<string>();

  /** A hash of 64 bits, made with two multiplications per character. */
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
  // The key of an element includes that of its parent, and thereby those of all ancestors.
  const walk = (element: Element, above: string): void => {
    if (landmarks.test(element.tagName)) outline.push(element.tagName);
    // `form.id` would return the field with the name 'id', if there is one.
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
