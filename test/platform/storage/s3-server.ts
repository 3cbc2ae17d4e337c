import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/**
 * The parts of an S3-compatible storage that the portal uses: PUT, GET, HEAD and DELETE of objects by path, lists, uploads
 * in parts, and signatures of version 4 which are verified as Amazon documents, in headers and in presigned addresses.
 */
export interface S3Server {
  endpoint: string;
  /** By how many milliseconds the storage's clock is ahead. */
  ahead: number;
  stop(): void;
}

interface Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface Claim {
  scope: string;
  date: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
  /** The lifetime of a presigned address in seconds. */
  expires: number | null;
}

export async function startS3Server(account: Account): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  /** The parts of each upload by their numbers. */
  const uploads = new Map<string, Map<number, Buffer>>();
  const store: S3Server = { endpoint: '', ahead: 0, stop: () => server.close() };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = (status: number, xml = '', headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/xml', ...headers });
      response.end(request.method === 'HEAD' ? undefined : xml);
    };
    const failure = (status: number, code: string) => answer(status, `<Error><Code>${code}</Code></Error>`);
    const url = new URL(request.url ?? '', store.endpoint);
    if (!isSigned(request, url, account, Date.now() + store.ahead))
      return failure(403, 'SignatureDoesNotMatch');
    if (request.method === 'HEAD' && /^\/shieldhub\/?$/.test(url.pathname)) return answer(200);
    const object = objects.get(url.pathname);
    const upload = url.searchParams.get('uploadId') ?? '';
    switch (request.method) {
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          uploads.set(url.pathname, new Map());
          return answer(
            200,
            `<InitiateMultipartUploadResult><UploadId>${url.pathname}</UploadId></InitiateMultipartUploadResult>`,
          );
        }
        const parts = uploads.get(upload);
        if (!parts) return failure(404, 'NoSuchUpload');
        uploads.delete(upload);
        const whole = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part);
        objects.set(url.pathname, {
          body: Buffer.concat(whole),
          type: 'application/octet-stream',
          at: new Date(),
        });
        return answer(200, '<CompleteMultipartUploadResult/>');
      }
      case 'PUT':
        if (upload !== '') {
          uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body);
          return answer(200, '', { etag: '"part"' });
        }
        objects.set(url.pathname, {
          body,
          type: request.headers['content-type'] ?? 'binary/octet-stream',
          at: new Date(),
        });
        return answer(200);
      case 'DELETE':
        objects.delete(url.pathname);
        return answer(204);
      case 'GET':
      case 'HEAD': {
        if (url.searchParams.has('list-type')) return answer(200, listOf(objects, url));
        if (!object) return failure(404, 'NoSuchKey');
        const disposition = url.searchParams.get('response-content-disposition');
        response.writeHead(200, {
          'content-type': object.type,
          'content-length': object.body.length,
          ...(disposition ? { 'content-disposition': disposition } : {}),
        });
        response.end(request.method === 'HEAD' ? undefined : object.body);
        return;
      }
      default:
        return failure(405, 'MethodNotAllowed');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  store.endpoint = `http://127.0.0.1:${port}`;
  return store;
}

/** How many keys a page of a list has, which is fewer than with Amazon. */
const KEYS_OF_PAGE = 2;

interface StoredObject {
  body: Buffer;
  type: string;
  /** When it was written. */
  at: Date;
}

function listOf(objects: ReadonlyMap<string, StoredObject>, url: URL): string {
  const bucket = `${url.pathname.replace(/\/$/, '')}/`;
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .map((path) => path.slice(bucket.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const page = keys.slice(0, KEYS_OF_PAGE);
  const next = keys.length > page.length ? page.at(-1) : undefined;
  const written = (key: string) => objects.get(bucket + key)?.at.toISOString();
  const contents = page
    .map((key) => `<Contents><Key>${key}</Key><LastModified>${written(key)}</LastModified></Contents>`)
    .join('');
  return `<ListBucketResult>${contents}${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

function isSigned(request: IncomingMessage, url: URL, account: Account, now: number): boolean {
  const claim = readClaim(request, url);
  if (!claim) return false;
  const at = Date.parse(
    claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const age = (now - at) / 1000;
  if (claim.expires === null ? Math.abs(age) > 900 : age > claim.expires || age < -900) return false;
  const scope = [claim.date.slice(0, 8), account.region, 's3', 'aws4_request'];
  if (claim.scope !== `${account.accessKeyId}/${scope.join('/')}`) return false;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`,
  );
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    claim.date,
    scope.join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = scope.reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${account.secretAccessKey}`,
  );
  return hmac(key, text).toString('hex') === claim.signature;
}

function readClaim(request: IncomingMessage, url: URL): Claim | null {
  const query = url.searchParams;
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (header) {
    return {
      scope: header[1] ?? '',
      signedHeaders: (header[2] ?? '').split(';'),
      signature: header[3] ?? '',
      date: String(request.headers['x-amz-date']),
      payloadHash: String(request.headers['x-amz-content-sha256']),
      expires: null,
    };
  }
  if (!query.has('X-Amz-Signature')) return null;
  return {
    scope: query.get('X-Amz-Credential') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
    expires: Number(query.get('X-Amz-Expires')),
  };
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
