import { crc32, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { foldName, isSpelledAlike } from '#modules/platform/index.ts';
import { applicationsLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';

/** Reads a drawn signature, which must be a PNG of the right size and not empty. */

const width = applicationsLimits['signature.width-pixels'];
const height = applicationsLimits['signature.height-pixels'];
const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of one pixel by PNG color type, at eight bits a channel. */
const channels: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** If fewer pixels than this differ, it is a stray dot and not a signature. */
const LEAST_INK = 40;

/**
 * @param encoded a PNG of 762 by 200 as a data address or as plain base64
 * @returns the picture as a newly encoded PNG, because anything else in the file (frames of any size, texts, profiles)
 * would reach whoever reads it later
 * @throws Refusal applications.signature-unreadable, applications.signature-needed if nothing is drawn on it
 */
export function readSignatureImage(encoded: string): Buffer {
  const base64 = /^(?:data:image\/png;base64,)?([A-Za-z0-9+/]+={0,2})$/.exec(encoded)?.[1];
  if (!base64) throw unreadable('not base64');
  const picture = readPng(Buffer.from(base64, 'base64'));
  if (countInk(picture) < LEAST_INK) {
    throw new Refusal('applications.signature-needed', { field: 'signature_encoded' });
  }
  return writePng(picture);
}

interface Picture {
  header: Buffer;
  /** Bytes of a pixel. */
  size: number;
  /** The rows, compressed. */
  data: Buffer;
}

/** The darkest that a pixel may be, of 255, to be taken for white paper: lighter ink cannot be read in the file. */
const PAPER = 200;

/** How many pixels differ from the first one and can be seen on white paper. */
function countInk({ size, data }: Picture): number {
  const stride = width * size;
  const raw = inflate(data, (stride + 1) * height);
  let before: Buffer = Buffer.alloc(stride);
  let paper: Buffer | null = null;
  let ink = 0;
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    const row = unfilter(raw[from] ?? 0, raw.subarray(from + 1, from + 1 + stride), before, size);
    paper ??= Buffer.from(row.subarray(0, size));
    for (let x = 0; x < stride; x += size) {
      if (row.compare(paper, 0, size, x, x + size) !== 0 && lightness(row, x, size) < PAPER) ink += 1;
    }
    before = row;
  }
  return ink;
}

/** Of a pixel on white paper, from 0 to 255: gray or red, green and blue, and how much of it covers the paper. */
function lightness(row: Buffer, at: number, size: number): number {
  const red = row[at] ?? 0;
  const [green, blue] = size < 3 ? [red, red] : [row[at + 1] ?? 0, row[at + 2] ?? 0];
  const cover = size % 2 === 0 ? (row[at + size - 1] ?? 0) / 255 : 1;
  return (0.3 * red + 0.59 * green + 0.11 * blue) * cover + 255 * (1 - cover);
}

/** Walks the chunks of a PNG. */
function readPng(image: Buffer): Picture {
  if (!image.subarray(0, 8).equals(PNG_MARK)) throw unreadable('not a PNG');
  let header: Buffer | null = null;
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at);
    const kind = image.toString('latin1', at + 4, at + 8);
    const body = image.subarray(at + 8, at + 8 + length);
    if (body.length !== length) throw unreadable('cut off');
    if (kind === 'IHDR') header ??= body;
    if (kind === 'IDAT') parts.push(body);
    if (kind === 'IEND' && header) return { header, size: readHeader(header), data: Buffer.concat(parts) };
    at += 12 + length;
  }
  throw unreadable('no end');
}

function readHeader(header: Buffer): number {
  if (header.length !== 13) throw unreadable('header');
  if (header.readUInt32BE(0) !== width || header.readUInt32BE(4) !== height) throw unreadable('size');
  const size = channels[header.readUInt8(9)];
  const interlaced = header[12] !== 0;
  if (header[8] !== 8 || size === undefined || interlaced) throw unreadable('kind of PNG');
  return size;
}

function writePng({ header, data }: Picture): Buffer {
  const end = Buffer.alloc(0);
  return Buffer.concat([PNG_MARK, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', end)]);
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

function inflate(data: Buffer, bytes: number): Buffer {
  let raw: Buffer;
  try {
    raw = inflateSync(data, { maxOutputLength: bytes + 64 });
  } catch {
    throw unreadable('does not inflate');
  }
  if (raw.length < bytes) throw unreadable('too short');
  return raw;
}

/** Undoes a PNG row filter (PNG specification, section 9). */
function unfilter(filter: number, row: Buffer, before: Buffer, size: number): Buffer {
  const out = Buffer.alloc(row.length);
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= size ? (out[at - size] ?? 0) : 0;
    const up = before[at] ?? 0;
    const corner = at >= size ? (before[at - size] ?? 0) : 0;
    out[at] = ((row[at] ?? 0) + predicted(filter, left, up, corner)) & 0xff;
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) throw unreadable('filter');
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/**
 * Whether a typed signature is the name of the signer: it contains the first and the last name in any order, each whole
 * or all of its parts, and may contain more, such as a middle name. What is one word in the one may be several in the
 * other: Mary Ann and Maryann, O Neil and O’Neil.
 */
export function isNameOf(typed: string, signer: { firstname: string; lastname: string }): boolean {
  const has = neighborsOf(partsOf(typed));
  const contains = (name: string) => has.some((words) => isSpelledAlike(words, name));
  const names = [signer.firstname, signer.lastname].filter((name) => foldName(name) !== '');
  return names.length > 0 && names.every((name) => contains(name) || partsOf(name).every(contains));
}

function partsOf(name: string): string[] {
  return name.split(/[\s\p{Pd},;()/]+/u).filter((part) => foldName(part) !== '');
}

/** Each word, and the words that follow one another as one. */
function neighborsOf(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((__, count) => words.slice(from, from + count + 1).join('')),
  );
}

const strokes = z
  .array(
    z.object({
      points: z
        .array(
          z.object({
            x: z.number(),
            y: z.number(),
            time: z.number().optional(),
            pressure: z.number().optional(),
          }),
        )
        .min(1)
        .max(20_000),
      minWidth: z.number().optional(),
      maxWidth: z.number().optional(),
      dotSize: z.number().optional(),
      velocityFilterWeight: z.number().optional(),
    }),
  )
  .min(1)
  .max(500);

/**
 * @param text the pad's strokes as JSON
 * @returns only the strokes, as JSON
 * @throws Refusal applications.signature-unreadable
 */
export function readSignatureVectors(text: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw unreadable('strokes are not JSON');
  }
  const result = strokes.safeParse(parsed);
  if (!result.success) throw unreadable('strokes');
  return JSON.stringify(result.data);
}

function unreadable(detail: string): Refusal {
  return new Refusal('applications.signature-unreadable', { field: 'signature_encoded', detail });
}
