import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../source-fingerprint.ts';

const folder = join(import.meta.dirname, '..', '..', '.data', 'test', 'judged');

/** What the accessibility of pages depends on besides their elements, and how it is checked. */
const sources = [
  'app/styles',
  'modules/enterprise/brand',
  'package-lock.json',
  'test/browser/accessible.ts',
  'test/browser/judged.ts',
];

/** The keys that this process has read so far. The file only grows. */
const known = new Set<string>();
let bytesRead = 0;
let begunLine = '';

/**
 * Prepares the file with the keys of everything that was found accessible by any worker, one key per line. It is kept
 * for later runs, until the sources change.
 * @returns its path
 */
export async function prepareJudged(): Promise<string> {
  const name = `${await fingerprintOf(sources)}.txt`;
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other), { force: true });
  return join(folder, name);
}

/** Is set by global-setup.ts. */
function judgedFile(): string {
  const file = process.env.JUDGED_FILE;
  if (!file) throw new Error('JUDGED_FILE is not set');
  return file;
}

/** Reads what was added to the file since the last time. */
function readOn(): void {
  const descriptor = openSync(judgedFile(), 'a+');
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
  const added = keys.filter((key) => !known.has(key));
  appendFileSync(judgedFile(), added.map((key) => `${key}\n`).join(''));
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
  const words = (text: string) => text.split(' ');
  const read = words(
    'class style role type tabindex lang autocomplete hidden disabled open inert scope accesskey',
  );
  // Their values are ids or sentences, so only whether they are present counts.
  const present = words('alt title placeholder href id aria-label');
  // Their values are ids of other elements, so only whether these exist counts.
  const references = words(
    'for headers list aria-labelledby aria-describedby aria-controls aria-owns aria-activedescendant aria-errormessage',
  );
  const refers = (ids: string) => ids.split(/\s+/).every((id) => document.getElementById(id) !== null);
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
    const attributes = [...element.attributes].flatMap(({ name, value }) => {
      if (references.includes(name)) return `${name}=${refers(value)}`;
      if (name === 'href' && value.startsWith('#')) return `${name}=#${refers(value.slice(1))}`;
      // Landmarks of one page must have different labels.
      const isLabel = name === 'aria-label' && landmarks.test(element.tagName);
      if (present.includes(name) && !isLabel) return `${name}=${value.trim() !== ''}`;
      // The viewport and a refresh of the page.
      const isContent = name === 'content' && element.matches('[name=viewport], [http-equiv]');
      return isContent || read.includes(name) || name.startsWith('aria-') ? `${name}=${value}` : [];
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
