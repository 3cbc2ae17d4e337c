import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE, newId, SECOND } from '#modules/platform/index.ts';
import type { ContentSecurityPolicy } from './headers.ts';
import {
  chooseEncoding,
  gzipWith,
  joinWith,
  type PackedDocument,
  type PackedParts,
  pack,
  packParts,
  sendDocument,
} from './packing.ts';

/** Public pages that are the same for every anonymous visitor of one host. */
const pages = new Set([
  '/login',
  '/register',
  '/forgotpassword',
  '/terms',
  '/paymentterms',
  '/scoreterms',
  '/disclaimer',
  '/privacypolicy',
  '/cookiepolicy',
]);

/** The reference of the calls, without its search. Under /api/v1 are calls, each of which belongs to somebody. */
const reference = /^\/api(?!\/v1\b)(?:\/[a-z-]{1,40}){0,2}$/;

const isPage = (url: string) => pages.has(url) || reference.test(url);

/** The data of such a page for the browser's script. */
const isPageData = (url: string) => url.endsWith('.data') && reference.test(url.slice(0, -'.data'.length));

/** Public documents that are the same for everybody on one host, whatever query a request adds. */
const documents = new Set(['/api/openapi.json', '/api/agency.json']);

/** A document whose address changes with its content. */
const versioned = /^\/brand\.css\?v=[\w-]{1,60}$/;

/**
 * How long a request for a document waits at most for another one that is just making it, which takes less than a second
 * in a busy process. Whoever reads slowly makes nobody wait, because an answer is made whole before it is read.
 */
const LONGEST_WAIT = 10 * SECOND;

/**
 * Matches a visitor without cookies, or only with those that the page's script sets: the time zone and the style sheet,
 * which are part of the key. Any other cookie might change the page.
 */
const allowedCookie = '(?:__Host-)?(?:tz=[A-Za-z0-9_%+-]{1,60}|styles=[A-Za-z0-9_-]{1,60})';
const allowedCookies = new RegExp(`^${allowedCookie}(?:; ${allowedCookie})?$`);

const limit = 200;

interface KeptAnswer {
  type: string;
  caching: string;
  csp: ContentSecurityPolicy;
  /** A page, into which each answer's nonce is inserted, or a document without one. */
  body: PackedParts | PackedDocument;
  expires: number;
}

/** An answer that may be kept, as it was made. */
export interface SentAnswer {
  body: Buffer;
  type: string;
  caching: string;
}

/**
 * A cache of public answers per host. Each is made and compressed once and sent many times, a page each time with a new
 * nonce.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();
  /** The keys of answers that are being compressed. */
  #packing = new Set<string>();
  #cleared = 0;
  /** The documents that are being made and compressed, with what ends the waiting for them. */
  readonly #making = new Map<string, PromiseWithResolvers<void>>();
  readonly #headers: readonly [string, string][];

  /** @param headers sent with every answer, in addition to those set here */
  constructor(headers: readonly [string, string][]) {
    this.#headers = headers;
  }

  /** The cache key of a request whose answer may be cached; null for any other request. */
  keyOf(request: IncomingMessage, host: string): string | null {
    const { cookie = '' } = request.headers;
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return null;
    const [path = ''] = url.split('?', 1);
    if (documents.has(path)) return `${host} ${path} `;
    if (versioned.test(url)) return `${host} ${url} `;
    if (!isPage(url) && !isPageData(url)) return null;
    return cookie === '' || allowedCookies.test(cookie) ? `${host} ${url} ${cookie}` : null;
  }

  /** How often the answers were cleared: to be read before an answer is made, and passed to `keep`. */
  get cleared(): number {
    return this.#cleared;
  }

  /**
   * @param nonce of the answer that was made; another one is inserted in its place
   * @param cleared how often answers had been cleared when this one was begun: what it shows may have changed since
   */
  async keep(
    key: string,
    sent: SentAnswer,
    nonce: string,
    csp: ContentSecurityPolicy,
    cleared = this.#cleared,
  ): Promise<void> {
    const isHtml = sent.type.startsWith('text/html');
    const path = key.split(' ')[1] ?? '';
    // A document that is not public belongs to somebody, or to an address that nobody asks for again.
    if (!isHtml && !isPageData(path) && !sent.caching.startsWith('public')) return;
    if (this.#packing.has(key)) return;
    const packing = this.#packing.add(key);
    try {
      const body = isHtml ? await packParts(sent.body.toString('utf8').split(nonce)) : await pack(sent.body);
      if (cleared === this.#cleared) this.#put(key, { ...sent, csp, body, expires: expiryOf(isHtml, path) });
    } finally {
      packing.delete(key);
      this.#made(key);
    }
  }

  #made(key: string): void {
    this.#making.get(key)?.resolve();
    this.#making.delete(key);
  }

  /**
   * Waits while another request makes the document, so that many requests for it at the same time make and compress it
   * once. If none does, this request is the one that makes it. The caller then asks for the answer again.
   */
  async waitFor(key: string, response: ServerResponse): Promise<void> {
    if (!isDocument(key)) return;
    const making = this.#making.get(key);
    if (making) {
      await Promise.race([making.promise, pause(LONGEST_WAIT, undefined, { ref: false })]);
      return;
    }
    this.#making.set(key, Promise.withResolvers<void>());
    // An answer that is not kept, such as an error.
    response.once('close', () => {
      if (!this.#packing.has(key)) this.#made(key);
    });
  }

  #put(key: string, answer: KeptAnswer): void {
    // The oldest entries are removed first.
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size < limit) break;
      this.#answers.delete(oldest);
    }
    this.#answers.set(key, answer);
  }

  /** @returns false if the answer is not cached and must be made */
  answer(key: string, nonce: string, request: IncomingMessage, response: ServerResponse): boolean {
    const kept = this.#answers.get(key);
    if (!kept) return false;
    if (kept.expires < performance.now()) {
      this.#answers.delete(key);
      return false;
    }
    for (const [name, value] of this.#headers) response.setHeader(name, value);
    response.setHeader('X-Request-Id', newId());
    response.setHeader('Content-Type', kept.type);
    response.setHeader('Cache-Control', kept.caching);
    response.setHeader('Content-Security-Policy', kept.csp.toString(nonce));
    response.setHeader('Permissions-Policy', kept.csp.permissions());
    if ('parts' in kept.body) sendPage(request, response, kept.body, nonce);
    else sendDocument(request, response, kept.body);
    return true;
  }

  /** Called if a company's brand, or anything else that these answers show, has changed. */
  clear(): void {
    this.#cleared += 1;
    this.#answers.clear();
    this.#packing = new Set();
  }
}

const isDocument = (key: string) => documents.has(key.split(' ')[1] ?? '');

/** Pages and their data change with their company; the documents only with a new process, or with their address. */
function expiryOf(isHtml: boolean, path: string): number {
  return performance.now() + (isHtml || isPageData(path) ? 5 * SECOND : 5 * MINUTE);
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: PackedParts,
  nonce: string,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], { gzip: true });
  const body = encoding ? gzipWith(page, nonce) : joinWith(page, nonce);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Passes on a complete answer that may be cached: one with status 200 that sets no cookie.
 * @param response the response before compression
 */
export function whenSent(response: ServerResponse, take: (sent: SentAnswer) => void): void {
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  response.write = ((chunk: unknown, ...rest: []) => {
    collect(chunk);
    return write(chunk, ...rest);
  }) as typeof response.write;
  response.end = ((chunk: unknown, ...rest: []) => {
    collect(chunk);
    if (response.statusCode === 200 && !response.hasHeader('Set-Cookie') && !response.destroyed) {
      take({
        body: Buffer.concat(chunks),
        type: String(response.getHeader('Content-Type') ?? ''),
        // The default is set only when the head is sent.
        caching: String(response.getHeader('Cache-Control') ?? 'no-store'),
      });
    }
    return end(chunk, ...rest);
  }) as typeof response.end;
}
