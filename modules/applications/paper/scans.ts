import {
  type Caller,
  FORMAT_HEAD,
  isPdf,
  readFile,
  SECOND,
  TemporaryFile,
  Turns,
  unopened,
  type Work,
} from '#modules/platform/index.ts';
import { packageBytes, packagePhotos } from '../limits.ts';
import { beginDocument, Tags } from '../pdf/tags.ts';
import { Refusal } from '../refusals.ts';

/** A signed application as it is handed in: one PDF, or photos of its pages, of which one PDF is made. */

/** US Letter, in points. */
const LETTER = { short: 612, long: 792 } as const;

/**
 * Uses the PDF to keep, which is closed afterwards if it was made here.
 * @param files in the order of the pages
 * @throws Refusal applications.package-too-large, applications.package-parts, file-empty, file-heic,
 * file-too-complex, applications.package-unreadable, files-busy
 */
export async function withOnePdf<T>(
  work: Pick<Work<Caller>, 'caller' | 'now'>,
  files: readonly TemporaryFile[],
  use: (pdf: TemporaryFile) => Promise<T>,
): Promise<T> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > packageBytes) throw new Refusal('applications.package-too-large', { field: 'package' });
  if (files.some((file) => file.bytes === 0)) throw new Refusal('file-empty', { field: 'package' });
  const [only, ...others] = files;
  if (only && others.length === 0 && isPdf(await only.head(FORMAT_HEAD))) return use(only);
  if (files.length > packagePhotos) throw new Refusal('applications.package-parts', { field: 'package' });
  for (const file of files) {
    if (isPdf(await file.head(FORMAT_HEAD)))
      throw new Refusal('applications.package-parts', { field: 'package' });
  }
  await using made = await pdfOfPhotos(work, files);
  return await use(made);
}

/** One at a time, because a document that is made is held in memory. */
const making = new Turns({ atOnce: 1, waiting: 5, longest: 60 * SECOND });

interface Photo {
  jpeg: TemporaryFile;
  isUpright: boolean;
}

async function pdfOfPhotos(
  work: Pick<Work<Caller>, 'caller' | 'now'>,
  files: readonly TemporaryFile[],
): Promise<TemporaryFile> {
  await using opened = new AsyncDisposableStack();
  const photos: Photo[] = [];
  let bytes = 0;
  for (const file of files) {
    const read = await readFile(work.caller.accountId, { name: 'scan' }, file);
    if (read.outcome !== 'read') throw new Refusal(unaccepted[read.outcome], { field: 'package' });
    if (!read.made) throw new Error('A photo is always encoded again');
    const jpeg = opened.use(read.made);
    // A few black and white dots, compressed as such, can be many times larger as a JPEG.
    bytes += jpeg.bytes;
    if (bytes > packageBytes) throw new Refusal('applications.package-too-large', { field: 'package' });
    photos.push({ jpeg, isUpright: read.found.height >= read.found.width });
  }
  return await making.take(work.caller.accountId, () => makePdf(photos, work.now));
}

async function makePdf(photos: readonly Photo[], made: Date): Promise<TemporaryFile> {
  const title = 'Signed application, photos of its pages';
  const document = await beginDocument({ title, author: 'The applicant', made });
  const tags = new Tags(document.context);
  for (const [index, { jpeg, isUpright }] of photos.entries()) {
    const picture = await document.embedJpg(await jpeg.content());
    const page = document.addPage(isUpright ? [LETTER.short, LETTER.long] : [LETTER.long, LETTER.short]);
    const { width, height } = picture.scaleToFit(page.getWidth(), page.getHeight());
    const [x, y] = [(page.getWidth() - width) / 2, (page.getHeight() - height) / 2];
    const box = [x, y, x + width, y + height] as const;
    const tag = tags.add('Figure', undefined, { alt: `Photo of page ${index + 1}`, box });
    tags.draw(page, tag, () => page.drawImage(picture, { x, y, width, height }));
  }
  tags.finish(document);
  return TemporaryFile.of(await document.save());
}

const unaccepted = {
  ...unopened,
  unreadable: 'applications.package-unreadable',
  encrypted: 'applications.package-unreadable',
} as const;
