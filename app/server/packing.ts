import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib';

/** What is sent many times is compressed once, when it is kept, and not for each request. */

type Encoding = 'br' | 'gzip';

/** A document that is the same for each request. */
export interface PackedDocument {
  plain: Buffer;
  packed: Partial<Record<Encoding, Buffer>>;
  etag: string;
}

export function packedDocument(plain: Buffer, packed: PackedDocument['packed']): PackedDocument {
  return { plain, packed, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"` };
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip), raw: promisify(deflateRaw) };

export async function pack(plain: Buffer): Promise<PackedDocument> {
  const [br, packed] = await Promise.all([compress.br(plain), compress.gzip(plain, { level: 9 })]);
  return packedDocument(plain, { br, gzip: packed });
}

/** Sends a document as the browser takes it, or 304 if the browser has it. The caller has set the other headers. */
export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  document: PackedDocument,
): void {
  const { plain, packed, etag } = document;
  response.setHeader('ETag', etag);
  if (Object.keys(packed).length > 0) response.setHeader('Vary', 'Accept-Encoding');
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.removeHeader('Content-Type');
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'], packed);
  const body = (encoding && packed[encoding]) ?? plain;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether a browser or a proxy has the document. A proxy may have marked the tag as weak, or list several. */
function isKnown(noneMatch: string | undefined, etag: string): boolean {
  const known = (noneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

/** The best of the encodings that a request accepts, of those that there are. */
export function chooseEncoding(
  accepted: string | string[] | undefined,
  packed: Partial<Record<Encoding, unknown>>,
): Encoding | undefined {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.trim())
    .filter((offer) => !/;\s*q=0(?:\.0*)?$/.test(offer))
    .map((offer) => offer.split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => packed[name] && offers.includes(name));
}

/** A document into which the same text is inserted at several places, another one for each request. */
export interface PackedParts {
  parts: readonly { plain: Buffer; packed: Buffer }[];
}

/** @param parts in UTF-8 */
export async function packParts(parts: readonly string[]): Promise<PackedParts> {
  return {
    parts: await Promise.all(
      parts.map(async (part) => {
        const plain = Buffer.from(part);
        // A full flush ends at a whole byte and does not refer back, so that anything may follow.
        const packed = await compress.raw(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
        return { plain, packed };
      }),
    ),
  };
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block of deflate. */
const LAST = Buffer.from([3, 0]);

/**
 * One gzip file of the parts with a text between them, without compressing anything again (RFC 1951, 1952): the text is
 * a stored block.
 * @param between at most 65,535 bytes
 */
export function gzipWith({ parts }: PackedParts, between: string): Buffer {
  const text = Buffer.from(between);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(0xffff - text.length, 3);
  const chunks: Buffer[] = [GZIP_HEAD];
  let [sum, size] = [0, 0];
  for (const [at, { plain, packed }] of parts.entries()) {
    if (at > 0) {
      chunks.push(head, text);
      sum = crc32(text, sum);
      size += text.length;
    }
    chunks.push(packed);
    sum = crc32(plain, sum);
    size += plain.length;
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([...chunks, LAST, tail]);
}

/** The plain document. */
export function joinWith({ parts }: PackedParts, between: string): Buffer {
  const text = Buffer.from(between);
  return Buffer.concat(parts.flatMap(({ plain }, at) => (at === 0 ? [plain] : [text, plain])));
}
