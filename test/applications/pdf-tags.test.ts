import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Sheet } from '#modules/applications/pdf/sheet.ts';
import { faultsForReaders, readAloud } from '#test/pdf-tags.ts';
import { pdfLines, pdfPages, pdfPlaces } from '#test/pdf-text.ts';

/** What screen readers find in the PDFs that the product writes, and what stays on one page. */

describe('a file for screen readers', () => {
  const words = 'The agency may obtain information about you from public records. ';
  async function long(write: (sheet: Sheet) => void | Promise<void>, lines = 0): Promise<string> {
    const sheet = await Sheet.begin({ title: 'Terms & <rights>', author: 'ShieldHub', made: new Date(0) });
    for (let line = 0; line < lines; line += 1) sheet.paragraph(`Line ${line}`);
    await write(sheet);
    return (await sheet.finish('Application 1')).toString('base64');
  }

  test('says what each of its pieces is, in their order, and nothing of what repeats on each page', async () => {
    const pdf = await long(async (sheet) => {
      sheet.section('Disclosure');
      sheet.heading('Scope');
      sheet.paragraph(words.repeat(3));
      sheet.item('1. Courts');
      sheet.item('2. Records');
      sheet.signatureBox('Disclosure', 'Signature of Dana Fox');
      sheet.facts([['Name', '']]);
      sheet.amounts([['Total', '$1.00']]);
      const png = await sharp({ create: { width: 2, height: 1, channels: 3, background: '#000' } })
        .png()
        .toBuffer();
      await sheet.picture(png, { width: 100, alt: 'Signature' });
      sheet.part('Signing certificate');
    });
    expect(await faultsForReaders(pdf)).toEqual([]);
    expect(await readAloud(pdf)).toEqual([
      'H1 Terms & <rights>',
      'H2 Disclosure',
      'H3 Scope',
      `P ${words.repeat(3).trim()}`,
      'LBody 1. Courts',
      'LBody 2. Records',
      'P Signature of Dana Fox',
      'P Date',
      'TH Name',
      'TD \u2013',
      'TH Total',
      'TD $1.00',
      'Figure Signature',
      'H1 Signing certificate',
    ]);
  });

  test('has faults that are found', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Hello');
    expect(await faultsForReaders(await document.saveAsBase64())).toEqual([
      'no title',
      'does not say that it follows PDF/UA',
      'the window does not show the title',
      'not marked as tagged',
      'no language',
      'font /Helvetica is not embedded',
      'no tags',
      'page 1 paints at depth 0',
    ]);
  });

  test('keeps a long name below its signature box, beside the date', async () => {
    const name = 'Maximiliana Alexandrina Konstantinopolitana Featherstonehaugh-Cholmondeley';
    const pdf = await long((sheet) => sheet.signatureBox('Disclosure', `Signature of ${name}`));
    const places = await pdfPlaces(pdf);
    const below = places.filter(({ text }) => /Maximiliana|Featherstonehaugh/.test(text));
    const date = places.find(({ text }) => text === 'Date');
    expect(below).toHaveLength(2);
    expect(Math.max(...below.map(({ right }) => right))).toBeLessThan(date?.left ?? 0);
  });

  test('writes a name and its value on one line, and the lines of an item below its text', async () => {
    const pdf = await long((sheet) => {
      sheet.hashes([['SHA-256', 'f'.repeat(64)]]);
      sheet.item(`\u2022 Begin ${words.repeat(2)}`);
    });
    const places = await pdfPlaces(pdf);
    const at = (start: string) => places.find(({ text }) => text.startsWith(start));
    expect(at('ffff')?.line).toBeCloseTo(at('SHA-256')?.line ?? 0);
    const [first, second] = places.filter(({ text }) => /Begin|agency|records/.test(text));
    expect(first?.text).toMatch(/^\u2022/);
    // The width of the bullet and its space.
    expect((second?.left ?? 0) - (first?.left ?? 0)).toBeCloseTo(6.6, 0);
  });

  test('has no dividing line at the top of a page', async () => {
    const ruled = (lines: number) =>
      long((sheet) => {
        sheet.rule();
        sheet.section('Disclosure');
        sheet.paragraph(words);
      }, lines);
    const counts = [];
    for (const lines of [24, 32]) {
      const file = await PDFDocument.load(await ruled(lines));
      counts.push([file.getPageCount(), await pdfLines(await ruled(lines))]);
    }
    expect(counts).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test.each([...Array(12).keys()].map((more) => 24 + more))(
    'leaves no title without its text, and no signature without the end of its text: after %i lines',
    async (lines) => {
      const pdf = await long(async (sheet) => {
        sheet.rule();
        sheet.section('Disclosure');
        sheet.paragraph(`Begin ${words.repeat(6)}end`);
        await sheet.together(
          () => {
            sheet.paragraph('[x] I agree');
            sheet.facts([['Agreed', 'now']]);
          },
          { attached: true },
        );
      }, lines);
      const pages = await pdfPages(pdf);
      const pageOf = (text: string) => pages.findIndex((page) => page.includes(text));
      expect(pageOf('Disclosure')).toBe(pageOf('Begin'));
      expect(new Set([pageOf('end'), pageOf('[x]'), pageOf('Agreed')]).size).toBe(1);
    },
  );
});
