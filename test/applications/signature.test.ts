import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { applicationsLimits } from '#modules/applications/limits.ts';
import { readSignatureImage } from '#modules/applications/steps/signature.ts';
import { pngChunk, signaturePng } from '#test/factories/applicants.ts';

/** The length of the header of a PNG. */
const AFTER_HEADER = 33;

const plain = Buffer.from(signaturePng(300).split(',')[1] ?? '', 'base64');

function withChunks(...chunks: Buffer[]): string {
  const parts = [plain.subarray(0, AFTER_HEADER), ...chunks, plain.subarray(AFTER_HEADER)];
  return Buffer.concat(parts).toString('base64');
}

test('a signature is kept as it was drawn', () => {
  expect(readSignatureImage(plain.toString('base64')).equals(plain)).toBe(true);
});

test('nothing but the picture is kept: a frame of 60,000 by 60,000 would hold up whoever reads it', () => {
  const frames = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(60_000, 4);
  frame.writeUInt32BE(60_000, 8);
  const encoded = withChunks(
    pngChunk('acTL', frames),
    pngChunk('fcTL', frame),
    pngChunk('tEXt', Buffer.from('Comment\u0000hello')),
  );
  expect(readSignatureImage(encoded).equals(plain)).toBe(true);
});

test('a second header changes nothing, and what follows the end is left out', () => {
  const header = Buffer.from(plain.subarray(16, 29));
  header.writeUInt32BE(60_000, 0);
  const appended = Buffer.concat([
    Buffer.from(withChunks(pngChunk('IHDR', header)), 'base64'),
    Buffer.from('more'),
  ]);
  expect(readSignatureImage(appended.toString('base64')).equals(plain)).toBe(true);
});

test.each([0, 1, 2, 3, 4])(
  'rows written by filter %i are read: a stray dot is no signature, a stroke is',
  (filter) => {
    const drawn = (ink: number) => readSignatureImage(signaturePng(ink, undefined, undefined, filter));
    const needed = expect.objectContaining({ code: 'applications.signature-needed' });
    expect(() => drawn(0)).toThrow(needed);
    expect(() => drawn(39)).toThrow(needed);
    expect(drawn(40).length).toBeGreaterThan(100);
  },
);

test.each([
  ['white that is not quite white', [250, 250, 250, 255]],
  ['black that covers nothing', [0, 0, 0, 0]],
  ['black that hardly covers', [0, 0, 0, 20]],
])('ink that nobody can see is no signature: %s', (_what, color) => {
  expect(() => readSignatureImage(signaturePng(3000, undefined, undefined, 0, color))).toThrow(
    expect.objectContaining({ code: 'applications.signature-needed' }),
  );
});

test('a picture that is cut off, or whose header has another length, is unreadable', () => {
  const header = plain.subarray(16, 29);
  const before = plain.subarray(0, 8);
  const after = plain.subarray(AFTER_HEADER);
  const unreadable = expect.objectContaining({ code: 'applications.signature-unreadable' });
  for (const broken of [
    plain.subarray(0, plain.length - 20),
    Buffer.concat([before, pngChunk('IHDR', Buffer.concat([header, Buffer.from([0])])), after]),
    Buffer.concat([before, pngChunk('IHDR', header.subarray(0, 12)), after]),
  ]) {
    expect(() => readSignatureImage(broken.toString('base64'))).toThrow(unreadable);
  }
});

const width = applicationsLimits['signature.width-pixels'];
const height = applicationsLimits['signature.height-pixels'];
const MARK = plain.subarray(0, 8);
const END = pngChunk('IEND', Buffer.alloc(0));

interface Drawing {
  /** As PNG names it: gray, color, gray with opacity, color with opacity. */
  colorType: 0 | 2 | 4 | 6;
  paper: number[];
  ink: number[];
  pixels?: number;
  /** Replaces bytes of the header. */
  header?: Record<number, number>;
  /** Changes the rows before they are compressed. */
  rows?: (rows: Buffer) => Buffer;
  /** In how many chunks the rows are. */
  chunks?: number;
}

/** A PNG of any color type; its ink begins in the third row. */
function png({ colorType, paper, ink, pixels = 40, header = {}, rows, chunks = 1 }: Drawing): string {
  const stride = width * paper.length;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const drawn = y >= 2 && (y - 2) * width + x < pixels;
      raw.set(drawn ? ink : paper, y * (stride + 1) + 1 + x * paper.length);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colorType, 0, 0, 0], 8);
  for (const [at, value] of Object.entries(header)) head[Number(at)] = value;
  const data = deflateSync(rows ? rows(raw) : raw);
  const size = Math.ceil(data.length / chunks);
  const parts = Array.from({ length: chunks }, (_, at) =>
    pngChunk('IDAT', data.subarray(at * size, (at + 1) * size)),
  );
  return Buffer.concat([MARK, pngChunk('IHDR', head), ...parts, END]).toString('base64');
}

const needed = expect.objectContaining({ code: 'applications.signature-needed' });
const unreadable = expect.objectContaining({ code: 'applications.signature-unreadable' });
const isSigned = (drawing: Drawing) => {
  try {
    readSignatureImage(png(drawing));
    return true;
  } catch (error) {
    expect(error).toEqual(needed);
    return false;
  }
};

describe('a signature of any color', () => {
  const gray = { colorType: 0, paper: [255], ink: [0] } as const;
  const color = { colorType: 2, paper: [255, 255, 255], ink: [0, 0, 0] } as const;
  const sheer = { colorType: 4, paper: [255, 255], ink: [0, 255] } as const;
  const sheerColor = { colorType: 6, paper: [255, 255, 255, 255], ink: [0, 0, 0, 255] } as const;
  const of = (drawing: {
    colorType: Drawing['colorType'];
    paper: readonly number[];
    ink: readonly number[];
  }) => ({
    ...drawing,
    paper: [...drawing.paper],
    ink: [...drawing.ink],
  });

  test.each([
    ['gray', gray],
    ['color', color],
    ['gray with opacity', sheer],
    ['color with opacity', sheerColor],
  ])('in %s has at least 40 pixels', (_what, drawing) => {
    expect([40, 39].map((pixels) => isSigned({ ...of(drawing), pixels }))).toEqual([true, false]);
  });

  test.each<[string, Drawing, boolean]>([
    ['gray 199', { ...of(gray), ink: [199] }, true],
    ['gray 200', { ...of(gray), ink: [200] }, false],
    ['green and blue with little red', { ...of(color), ink: [71, 255, 255] }, true],
    ['green and blue with more red', { ...of(color), ink: [72, 255, 255] }, false],
    ['magenta', { ...of(color), ink: [255, 0, 255] }, true],
    ['magenta with green', { ...of(color), ink: [255, 161, 255] }, true],
    ['magenta with more green', { ...of(color), ink: [255, 162, 255] }, false],
    ['yellow', { ...of(color), ink: [255, 255, 0] }, false],
    ['dark yellow', { ...of(color), ink: [224, 224, 0] }, true],
    ['black that covers a little', { ...of(sheer), ink: [0, 56] }, true],
    ['black that covers less', { ...of(sheer), ink: [0, 55] }, false],
    ['blue that covers a little', { ...of(sheerColor), ink: [0, 0, 255, 63] }, true],
    ['blue that covers less', { ...of(sheerColor), ink: [0, 0, 255, 61] }, false],
    ['red on black', { ...of(color), paper: [0, 0, 0], ink: [255, 0, 0] }, true],
    ['black on black', { ...of(color), paper: [0, 0, 0] }, false],
    ['black on gray', { ...of(gray), paper: [120] }, true],
    ['black on black in gray', { ...of(gray), paper: [0] }, false],
  ])('is seen on white paper, or not: %s', (_what, drawing, signed) => {
    expect(isSigned(drawing)).toBe(signed);
  });

  test('is read from several chunks, with up to 64 bytes behind the last row', () => {
    expect(isSigned({ ...of(gray), chunks: 3 })).toBe(true);
    const longer = (more: number) =>
      png({ ...of(gray), rows: (raw) => Buffer.concat([raw, Buffer.alloc(more)]) });
    expect(() => readSignatureImage(longer(64))).not.toThrow();
    expect(() => readSignatureImage(longer(65))).toThrow(unreadable);
  });

  test.each<[string, string]>([
    ['no base64', '!'],
    ['another mark', Buffer.from('GIF89a..').toString('base64')],
    ['another width', png({ ...of(gray), header: { 3: 1 } })],
    ['another height', png({ ...of(gray), header: { 7: 1 } })],
    ['16 bits', png({ ...of(gray), header: { 8: 16 } })],
    ['a palette', png({ ...of(gray), header: { 9: 3 } })],
    ['interlaced rows', png({ ...of(gray), header: { 12: 1 } })],
    ['a filter that does not exist', png({ ...of(gray), rows: (raw) => raw.fill(5, 0, 1) })],
    ['too few rows', png({ ...of(gray), rows: (raw) => raw.subarray(1) })],
    ['an end without a header', Buffer.concat([MARK, END]).toString('base64')],
    [
      'rows that are not compressed',
      Buffer.concat([plain.subarray(0, 33), pngChunk('IDAT', MARK), END]).toString('base64'),
    ],
  ])('is unreadable with %s', (_what, encoded) => {
    expect(() => readSignatureImage(encoded)).toThrow(unreadable);
  });
});

/** Each row is written with another filter, so that a wrong neighbor changes what is read. */
test.each([1, 2, 3, 4])('rows of changing colors by filter %i come out as they were drawn', (filter) => {
  const stride = width;
  const picture = Buffer.alloc(stride * height, 255);
  // Dark and light pixels in turn: what is read wrongly is lighter than paper or equal to it.
  for (let at = 0; at < 40; at += 1) picture[(2 + Math.floor(at / 8)) * stride + 7 * (at % 8) + 3] = 190 - at;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    raw[y * (stride + 1)] = filter;
    for (let x = 0; x < stride; x += 1) {
      const left = x > 0 ? (picture[y * stride + x - 1] ?? 0) : 0;
      const up = y > 0 ? (picture[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (picture[(y - 1) * stride + x - 1] ?? 0) : 0;
      const wanted = left + up - corner;
      const [a, b, c] = [left, up, corner].map((near) => Math.abs(wanted - near)) as [number, number, number];
      const nearest = a <= b && a <= c ? left : b <= c ? up : corner;
      const guess = [0, left, up, (left + up) >> 1, nearest][filter] ?? 0;
      raw[y * (stride + 1) + 1 + x] = ((picture[y * stride + x] ?? 0) - guess) & 0xff;
    }
  }
  const drawing = { colorType: 0 as const, paper: [255], ink: [0], rows: () => raw };
  expect(isSigned(drawing)).toBe(true);
});
