import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** One empty file for each page that was found to be accessible in this run, whichever worker saw it. */
const folder = join(import.meta.dirname, '..', '..', '.data', 'test', 'judged');

export function forgetJudged(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function wasJudged(key: string): boolean {
  return existsSync(join(folder, key));
}

export function noteJudged(key: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, key), '');
}

/**
 * Names what the accessibility of a page depends on: its elements with all that axe reads of them, its styles and the
 * width of the window. Other words in the same places, or more rows of a kind, are the same page.
 */
export async function keyOf(page: Page): Promise<string> {
  const structure = await page.evaluate(() => {
    const read = ['class', 'style', 'role', 'type', 'tabindex', 'lang', 'autocomplete', 'hidden', 'disabled'];
    // Their value names another element, or is a sentence: that it is there is what counts.
    const present = ['alt', 'title', 'placeholder', 'href', 'for', 'id'];
    const describe = (element: Element): string => {
      const attributes = [...element.attributes]
        .filter(({ name }) => read.includes(name) || present.includes(name) || name.startsWith('aria-'))
        .map(({ name, value }) => {
          const kept = read.includes(name) || /^aria-(?!label|describedby|controls|owns)/.test(name);
          return `${name}=${kept ? value : Number(value.trim() !== '')}`;
        });
      const parts: string[] = [];
      for (const child of element.childNodes) {
        const part =
          child instanceof Element
            ? describe(child)
            : child.textContent?.trim() && child.nodeType === 3
              ? '_'
              : '';
        if (part !== '' && part !== parts.at(-1)) parts.push(part);
      }
      const own = element.tagName === 'STYLE' ? (element.textContent ?? '') : parts.join('');
      return `<${element.tagName} ${attributes.join(' ')}>${own}</>`;
    };
    return `${document.title === ''} ${innerWidth} ${describe(document.documentElement)}`;
  });
  return createHash('sha256').update(structure).digest('hex');
}
