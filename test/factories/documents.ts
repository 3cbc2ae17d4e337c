import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { type ReceivedFile, TemporaryFile } from '#modules/platform/index.ts';

/** Files as people upload them. */

export const upload = async (name: string, body: Uint8Array): Promise<ReceivedFile> => ({
  name,
  file: await fileOf(body),
});

/** Open until the process ends, because a file that is open must not be collected. */
const opened: TemporaryFile[] = [];

/** A file as it comes with a form. */
export async function fileOf(body: Uint8Array | Promise<Uint8Array>): Promise<TemporaryFile> {
  const file = await TemporaryFile.of(await body);
  opened.push(file);
  return file;
}

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
