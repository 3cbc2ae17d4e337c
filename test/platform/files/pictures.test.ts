import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeLogo, encodePhoto, encodeScan } from '#modules/platform/files/pictures.ts';
import type { Answer } from '#modules/platform/files/tasks.ts';

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

/** What was made of a file, or why it was not accepted. */
function madeOf(answer: Answer<'logo' | 'photo' | 'document'>): Buffer | string {
  return answer.outcome === 'read' ? Buffer.from(answer.made ?? '') : answer.outcome;
}

const logoOf = async (bytes: Buffer, box = { width: 9, height: 9 }) => madeOf(await encodeLogo(bytes, box));
const photoOf = async (bytes: Buffer, side = 9) => madeOf(await encodePhoto(bytes, { side }));
const scanOf = async (bytes: Buffer) => madeOf(await encodeScan(bytes));

async function shapeOf(bytes: Buffer | string) {
  if (typeof bytes === 'string') return null;
  const { format, width, height, hasAlpha, exif } = await sharp(bytes).metadata();
  return { format, width, height, hasAlpha, exif };
}

test('a logo fits its box, is never enlarged, and keeps what shows through', async () => {
  const logo = async (bytes: Buffer, width: number, height: number) =>
    shapeOf(await logoOf(bytes, { width, height }));
  expect(await logo(png, 30, 30)).toEqual({ format: 'png', width: 30, height: 20, hasAlpha: true });
  expect(await logo(png, 600, 600)).toMatchObject({ width: 60, height: 40 });
  expect(await logo(turned, 600, 600)).toEqual({ format: 'png', width: 40, height: 60, hasAlpha: false });
});

test('a photo is a square JPEG without a word about who took it', async () => {
  const photo = await photoOf(turned, 32);
  expect(await shapeOf(photo)).toEqual({ format: 'jpeg', width: 32, height: 32, hasAlpha: false });
  expect(photo.includes('Whitfield')).toBe(false);
  // Transparent parts become white paper, not black.
  const { data } = await sharp(await photoOf(png, 32))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(100);
});

test('a scan stays what it is, upright', async () => {
  const scanned = await encodeScan(turned);
  expect(scanned).toMatchObject({ found: { type: 'image/jpeg' } });
  expect(await shapeOf(madeOf(scanned))).toEqual({ format: 'jpeg', width: 40, height: 60, hasAlpha: false });
  expect(madeOf(scanned).includes('Whitfield')).toBe(false);
  const kept = await encodeScan(png);
  expect(kept).toMatchObject({ found: { type: 'image/png' } });
  expect(await shapeOf(madeOf(kept))).toMatchObject({ format: 'png', width: 60, height: 40 });
});

test.each<[string, Buffer]>([
  ['a picture that breaks off', damaged],
  ['a page', Buffer.from('<html><body>no picture</body></html>')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture', async (_what, bytes) => {
  const answers = [await logoOf(bytes), await photoOf(bytes), await scanOf(bytes)];
  expect(answers).toEqual(['unreadable', 'unreadable', 'unreadable']);
});

const svg = (before = '') =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="9" height="9"/></svg>`,
  );

/** The formats that each makes of a file; null where it takes no such file. */
test.each<[string, Buffer, string | null, string | null, string | null]>([
  ['PNG', png, 'png', 'jpeg', 'png'],
  ['JPEG', turned, 'png', 'jpeg', 'jpeg'],
  ['WebP', await canvas(60, 40).webp().toBuffer(), 'png', 'jpeg', null],
  ['SVG', svg(), 'png', null, null],
  ['SVG behind an XML declaration', svg('<?xml version="1.0"?>\n'), 'png', null, null],
  ['SVG behind a comment', svg('<!-- drawn -->'), 'png', null, null],
  ['SVG behind a byte order mark and space', svg('\ufeff \n'), 'png', null, null],
  ['SVG within the first 1,000 bytes', svg(' '.repeat(996)), 'png', null, null],
  ['SVG behind them', svg(' '.repeat(997)), null, null, null],
  ['compressed SVG', gzipSync(svg()), null, null, null],
  ['GIF', await canvas(60, 40).gif().toBuffer(), null, null, null],
  ['TIFF', await canvas(60, 40).tiff().toBuffer(), null, null, null],
  ['AVIF', await canvas(60, 40).avif().toBuffer(), null, null, null],
])('a logo, a photo and a scan as %s', async (_format, bytes, logo, photo, scan) => {
  const box = { width: 60, height: 60 };
  const formatOf = async (made: Buffer | string) => (await shapeOf(made))?.format ?? null;
  expect(await formatOf(await logoOf(bytes, box))).toBe(logo);
  expect(await formatOf(await photoOf(bytes))).toBe(photo);
  expect(await formatOf(await scanOf(bytes))).toBe(scan);
});

test('a file whose first bytes alone are those of a picture is none', async () => {
  for (const first of [png.subarray(0, 8), turned.subarray(0, 3), Buffer.from('RIFF0000WEBP')])
    expect(await logoOf(Buffer.concat([first, Buffer.from('no picture')]))).toBe('unreadable');
});

test('no other format is decoded', async () => {
  const gif = await canvas(60, 40).gif().toBuffer();
  await expect(sharp(gif).metadata()).rejects.toThrow();
});

test('a logo as SVG is drawn at four times its own size', async () => {
  const drawn = await logoOf(svg(), { width: 600, height: 600 });
  expect(await shapeOf(drawn)).toMatchObject({ width: 240, height: 160 });
});

/** A black picture with one bit for each pixel, so that a very large one is made in no time. */
function blank(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 });
  const chunks = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([png.subarray(0, 8), ...chunks]);
}

test('a logo has 16 million pixels at most, a photo and a scan 60 million', async () => {
  expect(await logoOf(blank(4000, 4000))).toBeInstanceOf(Buffer);
  expect(await logoOf(blank(641, 24_961))).toBe('too-complex');
  expect(await photoOf(blank(8000, 7500))).toBeInstanceOf(Buffer);
  const larger = blank(397_351, 151);
  expect([await photoOf(larger), await scanOf(larger)]).toEqual(['too-complex', 'too-complex']);
});

test('a scan is 4,400 pixels long at most', async () => {
  expect(await shapeOf(await scanOf(blank(4500, 90)))).toMatchObject({ width: 4400, height: 88 });
});
