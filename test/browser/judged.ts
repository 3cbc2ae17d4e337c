import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** What was found to be accessible in this run, whichever worker saw it: one key on a line. */
const folder = join(import.meta.dirname, '..', '..', '.data', 'test', 'judged');
const file = join(folder, 'keys.txt');

export function forgetJudged(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Everything of these was judged before. */
export function wereJudged(keys: readonly string[]): boolean {
  if (!existsSync(file)) return false;
  const judged = new Set(readFileSync(file, 'utf8').split('\n'));
  return keys.every((key) => judged.has(key));
}

export function noteJudged(keys: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(file, keys.map((key) => `${key}\n`).join(''));
}

/** An id or a code in a path: the page is the same with another one. */
const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|[\w.-]{20,}/g;

/**
 * Names what the accessibility of a page depends on, at the width of its window: the page with its headings and
 * landmarks, its styles, and each of its elements with all that axe reads of it and of the elements around it. Other
 * words in the same places, or more rows of a kind, are the same page.
 */
export async function keysOf(page: Page): Promise<string[]> {
  const { outline, shapes, width } = await page.evaluate(() => {
    const read = ['class', 'style', 'role', 'type', 'tabindex', 'lang', 'autocomplete', 'hidden', 'disabled'];
    // Their values are ids or sentences, so only their presence counts.
    const present = ['alt', 'title', 'placeholder', 'href', 'for', 'id'];
    const landmarks = /^(H[1-6]|MAIN|NAV|HEADER|FOOTER|ASIDE|DIALOG|IFRAME)$/;
    const outline: string[] = [String(document.title === '')];
    const shapes = new Set<string>();
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
    const walk = (element: Element, above: string): void => {
      if (landmarks.test(element.tagName)) outline.push(element.tagName);
      const shape = `${above}>${describe(element)}`;
      shapes.add(shape);
      for (const child of element.children) walk(child, shape);
    };
    walk(document.documentElement, '');
    return { outline: outline.join(), shapes: [...shapes], width: innerWidth };
  });
  const path = new URL(page.url()).pathname.replaceAll(ids, '*');
  return [`${path} ${outline}`, ...shapes].map((part) =>
    createHash('sha1').update(`${width} ${part}`).digest('base64url'),
  );
}
