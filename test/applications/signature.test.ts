import { expect, test } from 'vitest';
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
