import { configure, TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { type DataSubject, type Portal, personalData, type Work } from '#modules/platform/index.ts';
import { inWords } from './others.ts';

configure({ useWebWorkers: false });

/**
 * Everything that the portal holds about a person as a zip file: one JSON file for each table, the person's documents
 * as PDF, the photo, and a text that explains each file (D23).
 */
export async function makeArchive(
  portal: Portal,
  work: Pick<Work, 'db' | 'rows' | 'portal' | 'now'>,
  subject: DataSubject,
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  const contents: string[] = [];
  for (const { module, tables, listFiles } of personalData.of(portal)) {
    for (const table of tables) {
      if (table.withheld) {
        contents.push(`Not included: ${table.title}. ${table.withheld}`);
        continue;
      }
      const rows = await table.readRows(work, subject);
      if (rows.length === 0) continue;
      const name = `data/${module}/${table.table}.json`;
      await zip.add(name, new TextReader(await inWords(work, subject.accountId, rows)));
      contents.push(`${name}: ${table.title} (${rows.length})`);
    }
    for (const file of (await listFiles?.(work, subject)) ?? []) {
      const name = `documents/${file.name}`;
      await zip.add(name, new Uint8ArrayReader(await file.read()));
      contents.push(name);
    }
  }
  await zip.add('README.txt', new TextReader(readme(work.now, contents)));
  return zip.close();
}

function readme(now: Date, contents: readonly string[]): string {
  return [
    'This is a copy of the personal data we hold about you.',
    `It was made on ${now.toISOString().slice(0, 10)}. Times are in UTC. Your Social Security number is not included in full.`,
    '',
    ...contents,
    '',
  ].join('\n');
}
