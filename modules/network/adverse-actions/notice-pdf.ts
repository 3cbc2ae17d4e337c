import type { Sheet } from '#modules/applications/index.ts';
import type { Notice } from './shapes.ts';

/** Writes a notice below its title and address. @param head of each of its sections */
export function writeNotice(sheet: Sheet, { sections }: Notice, head: 'section' | 'heading'): void {
  for (const { title, paragraphs, items } of sections) {
    if (title) sheet[head](title);
    for (const text of paragraphs) sheet.paragraph(text);
    for (const text of items) sheet.item(`\u2022 ${text}`);
  }
}
