import type { Sheet } from '#modules/applications/index.ts';
import type { Notice } from './shapes.ts';

/** Writes a notice below its title. */
export function writeNotice(sheet: Sheet, { from, to, sections }: Notice): void {
  sheet.faint(`From ${from} to ${to}`);
  for (const { title, paragraphs, items } of sections) {
    if (title) sheet.heading(title);
    for (const text of paragraphs) sheet.paragraph(text);
    for (const text of items) sheet.item(`\u2022 ${text}`);
  }
}
