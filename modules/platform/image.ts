import sharp from 'sharp';

/**
 * Uploaded pictures are never kept as they are. They are decoded and encoded again, which removes scripts in an SVG,
 * metadata, and anything else that a file can hide.
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

/** The largest picture that is decoded, in pixels. Needed because a small file can describe a very large picture. */
const MOST_PIXELS = 16_000_000;

/** Seconds. */
const LONGEST = 10;

/** Dots per inch at which an SVG is drawn before it is scaled: four times its own size. */
const VECTOR_DENSITY = 288;

/**
 * Decodes a PNG, JPEG, WebP or SVG, scales it down and encodes it as PNG. Runs outside the event loop.
 * @param box the maximum size in pixels; a smaller picture keeps its size
 * @returns null if the bytes are not such a picture
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
    // The library reports a damaged or malicious file only as an error.
    return null;
  }
}

/** The largest photo that is decoded, in pixels. Phones take photos of up to 50 million pixels. */
const MOST_PHOTO_PIXELS = 60_000_000;

/**
 * Decodes a PNG, JPEG or WebP, rotates it upright, cuts out a square in the middle, and encodes it as JPEG without
 * metadata, which could reveal where and when a photo was taken. Runs outside the event loop.
 * @param side the width and height of the result in pixels
 * @returns null if the bytes are not such a picture
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
    // The library reports a damaged or malicious file only as an error.
    return null;
  }
}

/** The longest side of a scan that is kept, in pixels: a letter page at 400 dots per inch. */
const SCAN_SIDE = 4400;

/**
 * Decodes a scan or photo of a document in PNG or JPEG, rotates it upright, and encodes it again in the same format
 * without metadata. Runs outside the event loop.
 * @returns null if the bytes are not such a picture
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
    // The library reports a damaged or malicious file only as an error.
    return null;
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** Checks the first bytes, never the name or the type that the browser sends. */
function isPicture(bytes: Uint8Array): boolean {
  return isPhoto(bytes) || /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!--|svg)/.test(headOf(bytes));
}

/** The same without SVG, which is not a photo. */
function isPhoto(bytes: Uint8Array): boolean {
  if (signatures.some((signature) => startsWith(bytes, signature))) return true;
  return /^RIFF.{4}WEBP/s.test(headOf(bytes));
}

function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 1000)).toString('latin1');
}
