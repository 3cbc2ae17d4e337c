import { inflateSync } from 'node:zlib';

/**
 * The TrueType file in a WOFF file (W3C WOFF File Format 1.0). fontkit would inflate a table again for each text that it
 * measures.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) =>
    readTable(woff, 44 + 20 * index),
  );
  const head = Buffer.alloc(12 + 16 * tables.length);
  const log = Math.floor(Math.log2(tables.length));
  const search = 16 * 2 ** log;
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(search, 6);
  head.writeUInt16BE(log, 8);
  head.writeUInt16BE(16 * tables.length - search, 10);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (const [index, { tag, checksum, body }] of tables.entries()) {
    const entry = 12 + 16 * index;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(at, entry + 8);
    head.writeUInt32BE(body.length, entry + 12);
    const padding = Buffer.alloc(-body.length & 3);
    parts.push(body, padding);
    at += body.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: number) {
  const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
  ];
  const stored = woff.subarray(offset, offset + packed);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.subarray(entry + 16, entry + 20),
    body: packed < length ? inflateSync(stored) : stored,
  };
}
