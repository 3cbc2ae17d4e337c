import type { PDFImage } from '@cantoo/pdf-lib';
import encodeQR from 'qr';
import sharp from 'sharp';
import { z } from 'zod';
import {
  beginPdf,
  drawPdfWords,
  PdfLetters,
  PdfTags,
  type PdfWords,
  pdfColor,
  wrapPdfWords,
} from '#modules/applications/index.ts';
import { brandForHost, type Letterhead, letterheadOf } from '#modules/enterprise/index.ts';
import { HOUR, operation, person } from '#modules/platform/index.ts';
import { getShareLink } from './own-links.ts';

/** The QR code of a share link, as a picture and on a card to print. */

/** Pixels for each module (square) of the code; its quiet zone is four modules wide (ISO/IEC 18004). */
const PIXELS = 16;

/** An ID card (ISO/IEC 7810 ID-1) in points. */
const CARD = { width: 243, height: 153, margin: 14, qr: 92 };

/** The size of the smallest text, in points. A name is not smaller, unless it would leave its place. */
const SMALL = 7;

export const readShareBadge = operation({
  name: 'network.read-share-badge',
  summary: 'The QR code of one of the caller’s working links, as a picture or as a card to print.',
  access: person,
  kind: 'read',
  input: z.object({ linkid: z.uuid(), format: z.enum(['png', 'pdf']) }),
  output: z.object({ file: z.instanceof(Uint8Array) }),
  throttle: { by: 'account', limit: 120, per: HOUR },
  async run(work, { linkid, format }) {
    const link = await getShareLink.run(work, { linkid });
    const picture = await qrPicture(link.url);
    if (format === 'png') return { file: new Uint8Array(picture) };
    const brand = await brandForHost(work.portal, work.visit.host);
    const letterhead = await letterheadOf(work.portal, brand);
    return { file: new Uint8Array(await card({ ...link, picture, letterhead })) };
  },
});

function qrPicture(url: string): Promise<Buffer> {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: 4 });
  const size = rows.length;
  const pixels = Buffer.from(rows.flatMap((row) => row.map((dark) => (dark ? 0 : 255))));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * PIXELS, size * PIXELS, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

interface CardParts {
  picture: Buffer;
  letterhead: Letterhead;
  name: string;
  shieldid: string;
  made: Date;
}

/** The height of a line and of its capitals, for each point of the letters. */
const [LINE, CAPITALS] = [1.15, 0.75];

/**
 * The lines of a name in its place: in as many lines as there is room for before it is made smaller, and broken within
 * a word only if it is too long otherwise.
 * @param most the size of a short name
 */
function fitIn(name: PdfWords, most: number, { width, height }: { width: number; height: number }) {
  const at = (size: number) => ({ size, lines: wrapPdfWords(name, size, width) });
  const isWhole = ({ lines }: { lines: PdfWords[] }) =>
    lines.slice(0, -1).every(({ text }) => text.endsWith(' '));
  const fits = ({ size, lines }: { size: number; lines: PdfWords[] }) =>
    ((lines.length - 1) * LINE + CAPITALS) * size <= height;
  const sizes = Array.from({ length: 2 * (most - SMALL) + 1 }, (_, step) => at(most - step / 2));
  const found = sizes.find((tried) => isWhole(tried) && fits(tried)) ?? sizes.find(fits);
  if (found) return found;
  let smaller = at(SMALL);
  while (!fits(smaller)) smaller = at(0.95 * smaller.size);
  return smaller;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One page of the size of an ID card. It carries no score, so that a printed card never shows an outdated one. */
async function card({ picture, letterhead, name, shieldid, made }: CardParts): Promise<Uint8Array> {
  const document = await beginPdf({ title: 'ShieldScore badge', author: letterhead.name, made });
  const [letters, tags] = [new PdfLetters(document), new PdfTags(document.context)];
  const texts = {
    company: letters.add('bold', letterhead.name),
    holder: letters.add('bold', name),
    label: letters.add('regular', 'ShieldID'),
    shieldid: letters.add('bold', shieldid),
    hint: letters.add('regular', 'Scan for the current score'),
  };
  await letters.embed();
  const page = document.addPage([CARD.width, CARD.height]);
  const { width, height, margin, qr } = CARD;
  /** @param place `y` of its first line */
  const write = (
    role: 'H1' | 'P',
    lines: readonly PdfWords[],
    { y, size }: Pick<Place, 'y'> & { size: number },
  ) =>
    tags.draw(page, tags.add(role), () => {
      for (const [index, line] of lines.entries()) {
        drawPdfWords(page, line, { x: margin, y: y - index * LINE * size, size });
      }
    });
  const show = (image: PDFImage, alt: string, { x, y, ...size }: Place) => {
    const box = [x, y, x + size.width, y + size.height] as const;
    tags.draw(page, tags.add('Figure', undefined, { alt, box }), () =>
      page.drawImage(image, { x, y, ...size }),
    );
  };
  const bar = { x: 0, y: height - 5, width, height: 5, color: pdfColor(letterhead.color) };
  tags.decorate(page, () => page.drawRectangle(bar));
  const head = height - 5 - margin;
  if (letterhead.logo) {
    const image = await document.embedPng(letterhead.logo);
    const fitted = image.scaleToFit(110, 18);
    show(image, letterhead.name, { x: margin, y: head - fitted.height, ...fitted });
  } else {
    const { lines, size } = fitIn(texts.company(), 12, { width: width - 2 * margin, height: 18 });
    write('P', lines, { y: head - size, size });
  }
  const code = await document.embedPng(picture);
  const place = { x: width - margin - qr, y: (height - qr) / 2 - 6, width: qr, height: qr };
  show(code, `QR code of ${name}’s current score`, place);
  const holder = fitIn(texts.holder(), 13, { width: width - qr - 3 * margin, height: 44 });
  const rest = holder.lines.length - 1;
  write('H1', holder.lines, { ...holder, y: rest === 0 ? 74 : 68 + rest * LINE * holder.size });
  write('P', [texts.label()], { y: 54, size: SMALL });
  write('P', [texts.shieldid()], { y: 40, size: 12 });
  write('P', [texts.hint()], { y: margin, size: SMALL });
  tags.finish(document);
  return document.save();
}
