import sharp from 'sharp';

/**
 * Pictures that people upload are never kept as they come: they are decoded and written anew as PNG, which drops scripts
 * in an SVG, metadata, and whatever else a file may carry.
 */

// The kinds of files that are decoded; every other decoder of the library is off.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

/** Pixels of the largest picture that is decoded: a small file can describe a very large one. */
const MOST_PIXELS = 16_000_000;

/** Seconds. */
const LONGEST = 10;

/** Dots per inch at which an SVG is drawn: four times its own size, before it is made to fit. */
const VECTOR_DENSITY = 288;

/**
 * Decodes a PNG, JPEG, WebP or SVG, makes it fit and writes it as PNG. Runs outside the event loop.
 * @param box pixels that the result fits into; a smaller picture keeps its size
 * @returns null when the bytes are no such picture
 */
export async function encodePng(
  bytes: Uint8Array,
  box: { width: number; height: number },
): Promise<Buffer | null> {
  if (!isPicture(bytes)) return null;
  const options = { limitInputPixels: MOST_PIXELS, density: VECTOR_DENSITY, failOn: 'error' } as const;
  try {
    return await sharp(bytes, options)
      .rotate()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: LONGEST })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    // The library's only answer to a damaged or hostile file is an error.
    return null;
  }
}

/** Pixels of the largest photo that is decoded: those of telephones have up to 50 million. */
const MOST_PHOTO_PIXELS = 60_000_000;

/**
 * Decodes a PNG, JPEG or WebP, turns it upright, cuts a square out of its middle and writes it as JPEG without metadata:
 * a photo tells where and when it was taken. Runs outside the event loop.
 * @param side pixels of the result's sides
 * @returns null when the bytes are no such picture
 */
export async function encodePhoto(bytes: Uint8Array, side: number): Promise<Buffer | null> {
  if (!isPhoto(bytes)) return null;
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PHOTO_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: LONGEST })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer();
  } catch {
    // The library's only answer to a damaged or hostile file is an error.
    return null;
  }
}

/** Pixels of a side of the largest scan that is kept: a letter page at 400 dots per inch. */
const SCAN_SIDE = 4400;

/**
 * Decodes a scan or photo of a document in PNG or JPEG, turns it upright and writes it anew in its own format without
 * metadata. Runs outside the event loop.
 * @returns null when the bytes are no such picture
 */
export async function encodeScan(
  bytes: Uint8Array,
): Promise<{ type: 'image/png' | 'image/jpeg'; body: Buffer } | null> {
  const [png, jpeg] = signatures.map((signature) => startsWith(bytes, signature));
  if (!png && !jpeg) return null;
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PHOTO_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: SCAN_SIDE, height: SCAN_SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: LONGEST });
    return png
      ? { type: 'image/png', body: await picture.png({ compressionLevel: 9 }).toBuffer() }
      : { type: 'image/jpeg', body: await picture.jpeg({ quality: 90 }).toBuffer() };
  } catch {
    // The library's only answer to a damaged or hostile file is an error.
    return null;
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** Judged by the first bytes, never by the name or the type that a browser states. */
function isPicture(bytes: Uint8Array): boolean {
  return isPhoto(bytes) || /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!--|svg)/.test(headOf(bytes));
}

/** The same without SVG, which is no photo. */
function isPhoto(bytes: Uint8Array): boolean {
  if (signatures.some((signature) => startsWith(bytes, signature))) return true;
  return /^RIFF.{4}WEBP/s.test(headOf(bytes));
}

function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 1000)).toString('latin1');
}
