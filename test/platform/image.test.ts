import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePhoto, encodePng, encodeScan } from '#modules/platform/image.ts';

/**
 * Uploaded pictures are encoded again, upright, no larger than needed, and without what they reveal about the place.
 */

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 61, b: 46, alpha: 0.5 } } });

/** A picture as a phone that was held upright writes it: turned, with a name in its metadata. */
const turned = await canvas(60, 40)
  .jpeg()
  .withExif({ IFD0: { Artist: 'Dana Whitfield', Orientation: '6' } })
  .withMetadata({ orientation: 6 })
  .toBuffer();
const png = await canvas(60, 40).png().toBuffer();
const damaged = png.subarray(0, png.length - 20);

async function shapeOf(bytes: Buffer | null | undefined) {
  if (!bytes) return null;
  const { format, width, height, hasAlpha, exif } = await sharp(bytes).metadata();
  return { format, width, height, hasAlpha, exif };
}

test('a logo fits its box, is never enlarged, and keeps what shows through', async () => {
  const logo = async (bytes: Uint8Array, width: number, height: number) =>
    shapeOf(await encodePng(bytes, { width, height }));
  expect(await logo(png, 30, 30)).toEqual({ format: 'png', width: 30, height: 20, hasAlpha: true });
  expect(await logo(png, 600, 600)).toMatchObject({ width: 60, height: 40 });
  expect(await logo(turned, 600, 600)).toEqual({ format: 'png', width: 40, height: 60, hasAlpha: false });
});

test('a photo is a square JPEG without a word about who took it', async () => {
  const photo = await encodePhoto(turned, 32);
  expect(await shapeOf(photo)).toEqual({ format: 'jpeg', width: 32, height: 32, hasAlpha: false });
  expect(photo?.includes('Whitfield')).toBe(false);
  // Transparent parts become white paper, not black.
  const { data } = await sharp((await encodePhoto(png, 32)) ?? '')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(100);
});

test('a scan stays what it is, upright', async () => {
  const scanned = await encodeScan(turned);
  expect(scanned?.type).toBe('image/jpeg');
  expect(await shapeOf(scanned?.body)).toEqual({ format: 'jpeg', width: 40, height: 60, hasAlpha: false });
  expect(scanned?.body.includes('Whitfield')).toBe(false);
  const kept = await encodeScan(png);
  expect(kept?.type).toBe('image/png');
  expect(await shapeOf(kept?.body)).toMatchObject({ format: 'png', width: 60, height: 40 });
});

test.each<[string, Buffer]>([
  ['a picture that breaks off', damaged],
  ['a page', Buffer.from('<html><body>no picture</body></html>')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture', async (_what, bytes) => {
  expect([
    await encodePng(bytes, { width: 9, height: 9 }),
    await encodePhoto(bytes, 9),
    await encodeScan(bytes),
  ]).toEqual([null, null, null]);
});
