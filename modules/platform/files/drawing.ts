import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Found, mostWithin, type PageBox, type Tasks } from './tasks.ts';

/** Draws pages of PDFs from unknown sources. Only for the process that reads files. */

/** The size of a drawn page in pixels. */
const WIDTH = 1000;
const MOST_HEIGHT = 2000;

/** The part of a box to ignore at each side, because a slightly crooked scan may have the border of the box there. */
const MARGIN = 0.08;

/** The part of a box that must be darker than paper for it to count as written in. */
const LEAST_INK = 0.002;
const DARK = 150;

/**
 * @param write takes each picture, a JPEG
 * @returns null if the file cannot be drawn
 */
export async function drawPages(
  file: Buffer,
  { most, boxes }: Tasks['pages'],
  write: (picture: Uint8Array) => void,
): Promise<Found['pages'] | null> {
  return drawFrom(file, async (document) => {
    const save = (canvas: Canvas) => {
      const picture = canvas.toBuffer('image/jpeg', 80);
      write(picture);
      return picture.length;
    };
    const found: Found['pages'] = { pages: [], boxes: [] };
    for (let page = 1; page <= Math.min(most, document.numPages); page += 1) {
      const drawn = await draw(document, page).catch(() => null);
      found.pages.push(drawn ? save(drawn) : 0);
    }
    for (const box of boxes) {
      const drawn = await draw(document, box.page).catch(() => null);
      found.boxes.push(drawn ? save(cut(drawn, box, 0)) : 0);
    }
    return found;
  });
}

/** For each box, whether something is written in it; false for a box on a page that is missing or cannot be drawn. */
export async function findWritten(file: Buffer, boxes: readonly PageBox[]): Promise<boolean[]> {
  const written = await drawFrom(file, async (document) => {
    const found: boolean[] = [];
    for (const box of boxes) {
      const drawn = await draw(document, box.page);
      found.push(drawn !== null && isWritten(cut(drawn, box, MARGIN)));
    }
    return found;
  });
  return written ?? boxes.map(() => false);
}

async function drawFrom<T>(file: Buffer, run: (document: PDFDocumentProxy) => Promise<T>): Promise<T | null> {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  try {
    const document = await getDocument({
      data: new Uint8Array(file),
      verbosity: 0,
      isEvalSupported: false,
      maxImageSize: mostWithin.pixels,
      standardFontDataUrl: `${join(root, 'standard_fonts')}/`,
      cMapUrl: `${join(root, 'cmaps')}/`,
      wasmUrl: `${join(root, 'wasm')}/`,
    }).promise;
    return await run(document);
  } catch {
    // A PDF that the library cannot draw can still be downloaded.
    return null;
  }
}

async function draw(document: PDFDocumentProxy, number: number): Promise<Canvas | null> {
  if (number < 1 || number > document.numPages) return null;
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(WIDTH / width, MOST_HEIGHT / height) });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // The library declares a browser's canvas here; this one takes its place.
  const drawn = { canvas: Object(canvas), canvasContext: Object(canvas.getContext('2d')) };
  await page.render({ ...drawn, viewport }).promise;
  page.cleanup();
  return canvas;
}

/** @param inset the part of the box to leave out at each side */
function cut(canvas: Canvas, box: PageBox, inset: number): Canvas {
  const width = Math.max(1, Math.round(box.width * (1 - 2 * inset) * canvas.width));
  const height = Math.max(1, Math.round(box.height * (1 - 2 * inset) * canvas.height));
  const left = Math.round((box.left + box.width * inset) * canvas.width);
  const top = Math.round((box.top + box.height * inset) * canvas.height);
  const part = createCanvas(width, height);
  part.getContext('2d').drawImage(canvas, left, top, width, height, 0, 0, width, height);
  return part;
}

function isWritten(canvas: Canvas): boolean {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4)
    if (((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3 < DARK) dark += 1;
  return dark / (data.length / 4) > LEAST_INK;
}
