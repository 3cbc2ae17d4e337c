import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** @param base64 the file */
async function firstPage(base64: string) {
  const data = Uint8Array.from(Buffer.from(base64, 'base64'));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  return document.getPage(1);
}

/**
 * The words on the first page of a PDF.
 * @param base64 the file
 */
export async function pdfText(base64: string): Promise<string> {
  const { items } = await (await firstPage(base64)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

/**
 * Each piece of text on the first page of a PDF, and the positions of its ends, in points from the left, and of its
 * line, in points from below, and the size of its letters.
 * @param base64 the file
 */
export async function pdfPlaces(
  base64: string,
): Promise<{ text: string; left: number; right: number; line: number; size: number }[]> {
  const { items } = await (await firstPage(base64)).getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [left, line] = [Number(item.transform[4]), Number(item.transform[5])];
    return [{ text: item.str, left, right: left + item.width, line, size: item.height }];
  });
}

/**
 * The colors that are used on the first page of a PDF, as #rrggbb.
 * @param base64 the file
 */
export async function pdfPaint(base64: string): Promise<{ colors: string[]; pictures: number }> {
  const { fnArray, argsArray } = await (await firstPage(base64)).getOperatorList();
  return {
    colors: argsArray.filter((_, at) => fnArray[at] === OPS.setFillRGBColor).map(([color]) => String(color)),
    pictures: fnArray.filter((operator) => operator === OPS.paintImageXObject).length,
  };
}

/** How many lines are drawn on the pages of a PDF. @param base64 the file */
export async function pdfLines(base64: string): Promise<number> {
  const data = Uint8Array.from(Buffer.from(base64, 'base64'));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  let lines = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    lines += fnArray.filter(
      (operator, at) => operator === OPS.constructPath && argsArray[at][0] === OPS.stroke,
    ).length;
  }
  return lines;
}

/** The words of each page of a PDF. @param base64 the file */
export async function pdfPages(base64: string): Promise<string[]> {
  const data = Uint8Array.from(Buffer.from(base64, 'base64'));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return pages;
}

/**
 * The names of the fonts whose letters are part of a PDF, without the six letters that mark a subset.
 * @param base64 the file
 */
export async function pdfFontFiles(base64: string): Promise<string[]> {
  const { context } = await PDFDocument.load(base64);
  return context
    .enumerateIndirectObjects()
    .flatMap(([, part]) => (part instanceof PDFDict && isEmbedded(part) ? [part] : []))
    .map((font) => /[A-Za-z]+-[A-Z][a-z]+/.exec(String(font.get(PDFName.of('FontName'))))?.[0] ?? '')
    .sort();
}

const isEmbedded = (font: PDFDict) => ['FontFile2', 'FontFile3'].some((name) => font.has(PDFName.of(name)));
