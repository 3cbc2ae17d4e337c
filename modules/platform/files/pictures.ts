import sharp from 'sharp';
import { isJpeg, isPng, isVector, isWebp } from './formats.ts';
import { type Answer, mostWithin, type Tasks } from './tasks.ts';

/**
 * Uploaded pictures are never kept as they are. They are decoded and encoded again, which removes scripts in an SVG,
 * metadata, and anything else that a file can hide. Only for the process that reads files.
 */

// Allows only these decoders of the library.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});
// One picture is read in one process, beside others.
sharp.concurrency(1);
sharp.cache(false);

/** The largest logo that is decoded, in pixels. */
const LOGO_PIXELS = 16_000_000;

/** Dots per inch at which an SVG is drawn before it is scaled: four times its own size. */
const VECTOR_DENSITY = 288;

/** The longest side of a page of a paper application, in pixels: a letter page at 200 dots per inch. */
const PAGE_SIDE = 2200;

/** The longest side of a scan that is kept, in pixels: a letter page at 400 dots per inch. */
const SCAN_SIDE = 4400;

/** A PNG, JPEG, WebP or SVG. A smaller picture keeps its size. */
export async function encodeLogo(bytes: Buffer, { width, height }: Tasks['logo']): Promise<Answer<'logo'>> {
  if (!isPhoto(bytes) && !isVector(bytes)) return { outcome: 'unreadable' };
  const options = { limitInputPixels: LOGO_PIXELS, density: VECTOR_DENSITY, failOn: 'error' } as const;
  return encoded({}, () =>
    sharp(bytes, options)
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}

/**
 * A PNG, JPEG or WebP. It is rotated upright, a square is cut out in the middle, and it is encoded without metadata,
 * which could reveal where and when it was taken.
 */
export async function encodePhoto(bytes: Buffer, { side }: Tasks['photo']): Promise<Answer<'photo'>> {
  if (!isPhoto(bytes)) return { outcome: 'unreadable' };
  return encoded({}, () =>
    sharp(bytes, { limitInputPixels: mostWithin.pixels, failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer(),
  );
}

/** A scan or photo of a document in PNG or JPEG, rotated upright, in the same format without metadata. */
export async function encodeScan(bytes: Buffer): Promise<Answer<'document'>> {
  const png = isPng(bytes);
  if (!png && !isJpeg(bytes)) return { outcome: 'unreadable' };
  return encoded({ type: png ? 'image/png' : 'image/jpeg' }, () => {
    const picture = sharp(bytes, { limitInputPixels: mostWithin.pixels, failOn: 'error' })
      .rotate()
      .resize({ width: SCAN_SIDE, height: SCAN_SIDE, fit: 'inside', withoutEnlargement: true });
    return (png ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 90 })).toBuffer();
  });
}

/** A photo or scan of a page in PNG or JPEG, rotated upright, as JPEG without metadata. */
export async function encodePage(bytes: Buffer): Promise<Answer<'scan'>> {
  if (!isPng(bytes) && !isJpeg(bytes)) return { outcome: 'unreadable' };
  let size = { width: 0, height: 0 };
  const answer = await encoded(size, async () => {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostWithin.pixels, failOn: 'error' })
      .rotate()
      .resize({ width: PAGE_SIDE, height: PAGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    size = { width: info.width, height: info.height };
    return data;
  });
  return answer.outcome === 'read' ? { ...answer, found: size } : answer;
}

const isPhoto = (bytes: Buffer) => isPng(bytes) || isJpeg(bytes) || isWebp(bytes);

async function encoded<F>(found: F, encode: () => Promise<Buffer>) {
  try {
    return { outcome: 'read', found, made: await encode() } as const;
  } catch (error) {
    // The library reports a damaged or malicious file only as an error.
    const isTooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message);
    return { outcome: isTooLarge ? 'too-complex' : 'unreadable' } as const;
  }
}
