import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import { type Grant, openAddress, signAddress } from './address.ts';
import { checkContentType, contentTypes, FolderFiles, WrongLength } from './folder-files.ts';
import {
  checkExpiry,
  checkKey,
  checkLength,
  disposition,
  type SignedGet,
  type SignedPut,
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

/**
 * Stores files in a local folder. Signed URLs lead to the portal's own /files/*, served by `serveFile`.
 */
export class FolderStorage extends FolderFiles implements Storage {
  readonly #keys: KeyRing;
  readonly #clock: Clock;
  readonly #baseUrl: string;

  constructor({ folder, keys, clock, baseUrl }: FolderOptions) {
    super(folder);
    this.#keys = keys;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
  }

  async signedGet(key: string, { expiresIn, filename, inline = false }: SignedGet): Promise<string> {
    return this.#sign({ method: 'GET', key, disposition: disposition(filename, inline) }, expiresIn);
  }

  async signedPut(key: string, { expiresIn, most, bytes, contentType }: SignedPut): Promise<string> {
    checkLength({ most, bytes });
    const type = contentType === undefined ? null : checkContentType(contentType);
    return this.#sign({ method: 'PUT', key, most, bytes: bytes ?? null, contentType: type }, expiresIn);
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
      await this.write(grant.key, { stream: request, bytes }, type);
    } catch (error) {
      if (error instanceof WrongLength) return end(response, 400);
      throw error;
    }
    return end(response, 200);
  }

  #sign(grant: Grant, expiresIn: number): string {
    checkKey(grant.key);
    const expiresAt = new Date(this.#clock.now().getTime() + checkExpiry(expiresIn));
    return `${this.#baseUrl}${signAddress(this.#keys, grant, expiresAt)}`;
  }
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
