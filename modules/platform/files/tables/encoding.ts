import { isUtf8 } from 'node:buffer';
import type { TableEncoding } from '../tasks.ts';

/** Bytes that are decoded at a time. */
const CHUNK = 65_536;

/** Bytes in which UTF-16 is looked for. */
const HEAD = 4096;

const marks: readonly [TableEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The encoding of a text by its byte order mark, its zero bytes, or because all of it is UTF-8; otherwise the one that
 * Windows has used in America and Western Europe. Null if it is no text.
 */
export function findEncoding(file: Buffer): TableEncoding | null {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => file[at] === byte));
  if (marked) return marked[0];
  const head = file.subarray(0, HEAD);
  const [even, odd] = [countZeros(head, 0), countZeros(head, 1)];
  if (even + odd > 0) {
    // Text of Latin letters in UTF-16 has a zero in nearly every pair, always on the same side.
    const most = Math.max(even, odd);
    if (most * 2 < head.length * 0.4 || even * odd > 0) return null;
    return odd > even ? 'utf-16le' : 'utf-16be';
  }
  if (file.includes(0)) return null;
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

function countZeros(bytes: Buffer, from: number): number {
  let zeros = 0;
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] === 0) zeros += 1;
  return zeros;
}

/** The text in parts, without its byte order mark. */
export function* decode(file: Buffer, encoding: TableEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < file.length; at += CHUNK) {
    const text = decoder.decode(file.subarray(at, at + CHUNK), { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
