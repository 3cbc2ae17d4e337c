import { PDFDocument } from '@cantoo/pdf-lib';
import encodeQR from 'qr';
import sharp from 'sharp';
import { z } from 'zod';
import { drawPdfWords, PdfLetters, pdfColor } from '#modules/applications/index.ts';
import { brandForHost, type Letterhead, letterheadOf } from '#modules/enterprise/index.ts';
import { HOUR, operation, person } from '#modules/platform/index.ts';
import { getShareLink } from './own-links.ts';

/** The QR code of a share link, as a picture and on a card to print. */

/** Pixels for each module (square) of the code; its quiet zone is four modules wide (ISO/IEC 18004). */
const PIXELS = 16;

/** An ID card (ISO/IEC 7810 ID-1) in points. */
const CARD = { width: 243, height: 153, margin: 14, qr: 92 };

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

/** One page of the size of an ID card. It carries no score, so that a printed card never shows an outdated one. */
async function card({ picture, letterhead, name, shieldid, made }: CardParts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('ShieldScore badge');
  document.setCreationDate(made);
  const letters = new PdfLetters(document);
  const [company, holder] = [letters.add('bold', letterhead.name), letters.add('bold', name)];
  await letters.embed();
  const [regular, bold] = [letters.standard('regular'), letters.standard('bold')];
  const page = document.addPage([CARD.width, CARD.height]);
  const { width, height, margin, qr } = CARD;
  page.drawRectangle({ x: 0, y: height - 5, width, height: 5, color: pdfColor(letterhead.color) });
  const head = height - 5 - margin;
  if (letterhead.logo) {
    const image = await document.embedPng(letterhead.logo);
    const fitted = image.scaleToFit(110, 18);
    page.drawImage(image, { x: margin, y: head - fitted.height, ...fitted });
  } else {
    drawPdfWords(page, company(), { x: margin, y: head - 12, size: 12 });
  }
  const code = await document.embedPng(picture);
  page.drawImage(code, { x: width - margin - qr, y: (height - qr) / 2 - 6, width: qr, height: qr });
  const room = width - qr - 3 * margin;
  const sized = (width: number, most: number) => Math.min(most, (most * room) / width);
  drawPdfWords(page, holder(), { x: margin, y: 74, size: sized(holder().widthAt(13), 13) });
  page.drawText('ShieldID', { x: margin, y: 54, size: 7, font: regular });
  page.drawText(shieldid, {
    x: margin,
    y: 40,
    size: sized(bold.widthOfTextAtSize(shieldid, 12), 12),
    font: bold,
  });
  page.drawText('Scan for the current score', { x: margin, y: margin, size: 7, font: regular });
  return document.save();
}
