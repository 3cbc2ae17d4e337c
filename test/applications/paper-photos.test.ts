import { randomBytes } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readOwnPackage, savePackage, showOwnPackage } from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import type { TextKey } from '#modules/words.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, newApplicant, steps } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { readAloud } from '#test/pdf-tags.ts';
import { shows } from '#test/shown.ts';

/** A signed application that is handed in as photos of its pages. */

const portal = await servedPortal();
const pdf = await makePdf();

async function onPaper(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant);
  return applicant;
}

const photo = (background: string) =>
  sharp({ create: { width: 60, height: 80, channels: 3, background } }).jpeg();
/** A dot is one bit in the file, and several bytes in a JPEG. */
const blackAndWhiteNoise = () =>
  sharp(Buffer.from(randomBytes(2200 * 2200).map((byte) => (byte & 1) * 255)), {
    raw: { width: 2200, height: 2200, channels: 1 },
  })
    .png({ palette: true, colors: 2 })
    .toBuffer();
const handIn = async ({ visitor, applicationId }: Applicant, files: Uint8Array[]) =>
  visitor.perform(savePackage, {
    applicationid: applicationId,
    package: await Promise.all(files.map((file) => fileOf(file))),
  });

test('photos are one PDF in their order, upright and without the place where they were taken', async () => {
  const applicant = await onPaper();
  const first = await photo('#ff0000')
    .withExif({ IFD3: { GPSLatitude: '48/1 12/1 0/1' } })
    .toBuffer();
  const onItsSide = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#0000ff' } })
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
  await handIn(applicant, [first, onItsSide]);
  expect(await steps(applicant)).toMatchObject({ manual_package: { pages: 2 } });
  const { applicationId: applicationid, visitor } = applicant;
  const own = await visitor.perform(readOwnPackage, { applicationid });
  const pdf = await contentOf(own.pdf);
  expect(pdf.includes('Exif')).toBe(false);
  const base64 = pdf.toString('base64');
  expect(await readAloud(base64)).toEqual(['Figure Photo of page 1', 'Figure Photo of page 2']);
  const sizes = (await PDFDocument.load(pdf)).getPages().map((page) => page.getSize());
  expect(sizes).toEqual([
    { width: 612, height: 792 },
    { width: 612, height: 792 },
  ]);
  const colors = [];
  for (const page of [1, 2]) {
    const { image } = await visitor.perform(showOwnPackage, { applicationid, page });
    const { dominant } = await sharp(image).stats();
    colors.push(dominant.r > 200 ? 'red' : dominant.b > 200 ? 'blue' : dominant);
  }
  expect(colors).toEqual(['red', 'blue']);
});

test.each<[string, () => Promise<Uint8Array[]>, string, TextKey]>([
  [
    'a PDF and a photo',
    async () => [pdf, await photo('#fff').toBuffer()],
    'applications.package-parts',
    'application.package-parts',
  ],
  ['two PDFs', async () => [pdf, pdf], 'applications.package-parts', 'application.package-parts'],
  [
    '21 photos',
    async () => Array<Buffer>(21).fill(await photo('#fff').toBuffer()),
    'applications.package-parts',
    'application.package-parts',
  ],
  [
    'an empty photo among others',
    async () => [await photo('#fff').toBuffer(), Buffer.alloc(0)],
    'file-empty',
    'edge.file-empty',
  ],
  [
    'a HEIC photo',
    async () => [Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')],
    'file-heic',
    'edge.file-heic',
  ],
  [
    'photos that are too large together',
    async () => Array<Buffer>(3).fill(Buffer.alloc(packageBytes / 3 + 1)),
    'applications.package-too-large',
    'application.package-too-large',
  ],
])('a package is refused when it is %s', async (_what, files, code, key) => {
  const applicant = await onPaper();
  const refusal = await handIn(applicant, await files()).catch((error) => error);
  expect(refusal).toMatchObject({ code, options: { field: 'package' } });
  shows(key, refusal.text);
  expect(await steps(applicant)).toMatchObject({ submitted_manual_package: false });
});

test('small photos whose pages would be too large together are refused before a PDF is made', async () => {
  // Takes long: seven photos are read, each in a process of its own.
  const applicant = await onPaper();
  const files = Array<Buffer>(8).fill(await blackAndWhiteNoise());
  const refusal = await handIn(applicant, files).catch((error) => error);
  expect(refusal).toMatchObject({ code: 'applications.package-too-large', options: { field: 'package' } });
  expect(await steps(applicant)).toMatchObject({ submitted_manual_package: false });
});
