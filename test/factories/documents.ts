import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

/** Files as people upload them, in base64, which is what operations accept. */

export const upload = (name: string, body: Uint8Array) => ({
  name,
  file: Buffer.from(body).toString('base64'),
});

/** A PDF with one page. */
export async function makePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  return Buffer.from(await document.save());
}

/** A small picture. */
export const makePicture = (kind: 'png' | 'jpeg' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#446688' } })
    [kind]()
    .withExif({ IFD0: { Artist: 'a camera' } })
    .toBuffer();
