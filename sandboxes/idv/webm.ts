/**
 * Makes a WebM film from pictures. A lossy WebP picture contains one key frame of the VP8 codec, which the film can use
 * unchanged.
 */

export interface Film {
  width: number;
  height: number;
  frameMilliseconds: number;
}

/** @param pictures lossy WebP files with the size of the film */
export function webm(pictures: readonly Buffer[], { width, height, frameMilliseconds }: Film): Buffer {
  const header = element(0x1a45dfa3, [
    element(0x4286, unsigned(1)),
    element(0x42f7, unsigned(1)),
    element(0x42f2, unsigned(4)),
    element(0x42f3, unsigned(8)),
    element(0x4282, Buffer.from('webm')),
    element(0x4287, unsigned(2)),
    element(0x4285, unsigned(2)),
  ]);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(pictures.length * frameMilliseconds);
  const information = element(0x1549a966, [
    element(0x2ad7b1, unsigned(1_000_000)),
    element(0x4489, duration),
    element(0x4d80, Buffer.from('sandbox')),
    element(0x5741, Buffer.from('sandbox')),
  ]);
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      element(0xd7, unsigned(1)),
      element(0x73c5, unsigned(1)),
      element(0x83, unsigned(1)),
      element(0x86, Buffer.from('V_VP8')),
      element(0xe0, [element(0xb0, unsigned(width)), element(0xba, unsigned(height))]),
    ]),
  ]);
  const frames = pictures.map((picture, at) => {
    const head = Buffer.from([0x81, 0, 0, 0x80]);
    head.writeInt16BE(at * frameMilliseconds, 1);
    return element(0xa3, Buffer.concat([head, keyFrame(picture)]));
  });
  const cluster = element(0x1f43b675, [element(0xe7, unsigned(0)), ...frames]);
  return Buffer.concat([header, element(0x18538067, [information, tracks, cluster])]);
}

/** The chunk `VP8 ` of a WebP file. */
function keyFrame(picture: Buffer): Buffer {
  for (let at = 12; at + 8 <= picture.length; ) {
    const bytes = picture.readUInt32LE(at + 4);
    if (picture.toString('latin1', at, at + 4) === 'VP8 ') return picture.subarray(at + 8, at + 8 + bytes);
    at += 8 + bytes + (bytes % 2);
  }
  throw new Error('not a lossy WebP picture');
}

/** An EBML element: its id, its length in eight bytes, and its content. */
function element(id: number, held: Buffer | Buffer[]): Buffer {
  const body = Buffer.isBuffer(held) ? held : Buffer.concat(held);
  const name = unsigned(id);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([name, length, body]);
}

function unsigned(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}
