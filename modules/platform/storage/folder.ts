import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import { type Grant, openAddress, signAddress } from './address.ts';
import {
  checkExpiry,
  checkKey,
  checkLength,
  disposition,
  type SignedGet,
  type SignedPut,
  type SizedStream,
  type Storage,
  type StoredFile,
  StoredFileMissing,
} from './storage.ts';

export interface FolderOptions {
  folder: string;
  keys: KeyRing;
  clock: Clock;
  /** The origin of the host that serves /files/*. */
  baseUrl: string;
}

/** The maximum length of a stored file's first line, which holds the content type. */
const MAX_HEAD = 300;

/**
 * Stores files in a local folder. The first line of each file is its content type. A file is written under another name
 * and then renamed. Signed URLs lead to the portal's own /files/*, served by `serveFile`.
 */
export class FolderStorage implements Storage {
  readonly #folder: string;
  readonly #keys: KeyRing;
  readonly #clock: Clock;
  readonly #baseUrl: string;

  constructor({ folder, keys, clock, baseUrl }: FolderOptions) {
    this.#folder = resolve(folder);
    this.#keys = keys;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
  }

  async put(
    key: string,
    body: Uint8Array | SizedStream,
    { contentType }: { contentType: string },
  ): Promise<void> {
    const sized = body instanceof Uint8Array ? { stream: Readable.from([body]), bytes: body.length } : body;
    await this.#write(checkKey(key), sized, contentType);
  }

  async get(key: string): Promise<StoredFile> {
    const path = this.#path(key);
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')
        throw new StoredFileMissing(key);
      throw error;
    });
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new StoredFileMissing(key);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0);
      const end = buffer.subarray(0, bytesRead).indexOf('\n');
      if (end < 0) throw new StoredFileMissing(key);
      const start = end + 1;
      return {
        contentType: buffer.subarray(0, end).toString('latin1'),
        bytes: stat.size - start,
        body: createReadStream(path, { start }),
      };
    } finally {
      await file.close();
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async signedGet(key: string, { expiresIn, filename, inline = false }: SignedGet): Promise<string> {
    return this.#sign({ method: 'GET', key, disposition: disposition(filename, inline) }, expiresIn);
  }

  async signedPut(key: string, { expiresIn, most, bytes, contentType }: SignedPut): Promise<string> {
    checkLength({ most, bytes });
    const type = contentType === undefined ? null : checkContentType(contentType);
    return this.#sign({ method: 'PUT', key, most, bytes: bytes ?? null, contentType: type }, expiresIn);
  }

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await access(this.#folder, constants.W_OK);
  }

  close(): void {}

  /**
   * Answers GET, HEAD and PUT at /files/*. The signature in the URL authorizes the request. No session or cookie is read,
   * so pages of all hosts may use it.
   */
  async serveFile(
    request: IncomingMessage & { originalUrl?: string },
    response: ServerResponse,
  ): Promise<void> {
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') return preflight(response);
    const url = request.originalUrl ?? request.url ?? '';
    const grant = openAddress(this.#keys, url, this.#clock.now());
    if (!grant) return end(response, 403);
    if (grant.method === 'PUT' && request.method === 'PUT') return this.#receive(grant, request, response);
    const fetches = request.method === 'GET' || request.method === 'HEAD';
    if (grant.method === 'GET' && fetches) return this.#deliver(grant, request, response);
    return end(response, 405);
  }

  async #deliver(
    grant: Extract<Grant, { method: 'GET' }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let file: StoredFile;
    try {
      file = await this.get(grant.key);
    } catch (error) {
      if (error instanceof StoredFileMissing) return end(response, 404);
      throw error;
    }
    response.writeHead(200, {
      'Content-Type': file.contentType,
      'Content-Length': file.bytes,
      'Content-Disposition': grant.disposition,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    if (request.method === 'HEAD') {
      file.body.destroy();
      response.end();
      return;
    }
    // A disconnecting browser is not an error of the portal.
    await pipeline(file.body, response).catch(() => undefined);
  }

  async #receive(
    grant: Extract<Grant, { method: 'PUT' }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const type = request.headers['content-type'] ?? 'application/octet-stream';
    const bytes = Number(request.headers['content-length']);
    if (!contentTypes.test(type) || (grant.contentType ?? type) !== type) return end(response, 415);
    if (!(bytes <= grant.most) || (grant.bytes ?? bytes) !== bytes) return end(response, 413);
    try {
      await this.#write(grant.key, { stream: request, bytes }, type);
    } catch (error) {
      if (error instanceof WrongLength) return end(response, 400);
      throw error;
    }
    return end(response, 200);
  }

  async #write(key: string, { stream, bytes }: SizedStream, contentType: string): Promise<void> {
    const path = this.#path(key);
    const head = `${checkContentType(contentType)}\n`;
    const incoming = join(this.#folder, '.incoming', randomUUID());
    await mkdir(dirname(incoming), { recursive: true, mode: 0o700 });
    try {
      // Opened before anything can fail, so that the cleanup always has a file to remove.
      const file = await open(incoming, 'wx', 0o600);
      const target = file.createWriteStream({ flush: true });
      target.write(head);
      await pipeline(stream, exactly(bytes), target);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(incoming, path);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  #path(key: string): string {
    return join(this.#folder, 'files', checkKey(key));
  }

  #sign(grant: Grant, expiresIn: number): string {
    checkKey(grant.key);
    const expiresAt = new Date(this.#clock.now().getTime() + checkExpiry(expiresIn));
    return `${this.#baseUrl}${signAddress(this.#keys, grant, expiresAt)}`;
  }
}

class WrongLength extends Error {
  override name = 'WrongLength';
}

/** Passes exactly `bytes` bytes; fails on more, and at the end on fewer. */
function exactly(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > bytes ? new WrongLength('More bytes than announced') : null, chunk);
    },
    flush(done) {
      done(seen < bytes ? new WrongLength('Fewer bytes than announced') : null);
    },
  });
}

const contentTypes = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?charset=[\w-]{1,40})?$/;

function checkContentType(contentType: string): string {
  if (!contentTypes.test(contentType)) throw new RangeError('Not a content type');
  return contentType;
}

function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, PUT',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 0 });
  response.end();
}
