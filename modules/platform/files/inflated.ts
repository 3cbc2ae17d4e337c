import { createInflate } from 'node:zlib';

/** How much the compressed streams of a PDF hold. A PDF reader decompresses a stream as a whole. */

const START = Buffer.from('stream');
const END = Buffer.from('end');

/**
 * Whether the streams of a PDF hold at most this much, streams within streams included. Streams that are encoded in
 * another way first, such as in ASCII85, are not counted; the limit of the process's memory applies to them.
 * @param most bytes, of all streams together
 */
export async function inflatesWithin(file: Buffer, most: number): Promise<boolean> {
  let left = most;
  for (let at = file.indexOf(START); at >= 0; at = file.indexOf(START, at + START.length)) {
    if (file.subarray(at - END.length, at).equals(END)) continue;
    let body = file.subarray(bodyStart(file, at + START.length));
    // Each turn decompresses what the one before has found to be compressed once more.
    while (isCompressed(body)) {
      const inflated = await inflate(body, left);
      if (!inflated) return false;
      left -= inflated.bytes;
      body = inflated.again;
    }
  }
  return true;
}

function bodyStart(file: Buffer, at: number): number {
  const afterReturn = file[at] === 0x0d ? at + 1 : at;
  return file[afterReturn] === 0x0a ? afterReturn + 1 : afterReturn;
}

/** Whether it begins like a stream of zlib (RFC 1950). */
function isCompressed(body: Buffer): boolean {
  const [method = 0, flags = 0] = body;
  return body.length > 2 && (method & 0x0f) === 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 === 0;
}

/**
 * @returns how much it is, and the content if that is compressed too; null if it is more than `most`. What comes before
 * an error counts, because PDF readers use it.
 */
async function inflate(body: Buffer, most: number): Promise<{ bytes: number; again: Buffer } | null> {
  let bytes = 0;
  const chunks: Buffer[] = [];
  const stream = createInflate({ chunkSize: 65_536 });
  stream.end(body);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) return null;
      if (chunks.length > 0 || isCompressed(chunk)) chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error)) throw error;
  }
  return { bytes, again: Buffer.concat(chunks) };
}
