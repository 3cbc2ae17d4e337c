import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import { newId, SECOND } from '#modules/platform/index.ts';
import type { ContentSecurityPolicy } from './headers.ts';

/** Public pages that are the same for every anonymous visitor of one host. */
const paths = new Set(['/login', '/register', '/forgotpassword', '/paymentterms', '/api']);

/**
 * Matches a visitor without cookies, or only with the time zone, which is part of the key. Any other cookie might
 * change the page.
 */
const allowedCookies = /^(?:__Host-)?tz=[A-Za-z0-9_%+-]{1,60}$/;

const lifetime = 5 * SECOND;
const limit = 200;

interface KeptPage {
  /** The document, split where its nonce is inserted. */
  parts: string[];
  csp: ContentSecurityPolicy;
  expires: number;
}

/**
 * A cache of anonymous pages per host, for a few seconds. A page is rendered once and sent many times, each time with a
 * new nonce.
 */
export class KeptPages {
  readonly #pages = new Map<string, KeptPage>();
  readonly #headers: string[];

  /** @param headers sent with every page, in addition to those set here */
  constructor(headers: readonly [string, string][]) {
    this.#headers = headers.flat();
  }

  /** The cache key of a request whose page may be cached; null for any other request. */
  keyOf(request: IncomingMessage, host: string): string | null {
    const { cookie = '' } = request.headers;
    if (request.method !== 'GET' || !paths.has(request.url ?? '')) return null;
    return cookie === '' || allowedCookies.test(cookie) ? `${host} ${request.url} ${cookie}` : null;
  }

  keep(key: string, html: string, nonce: string, csp: ContentSecurityPolicy): void {
    // The oldest entries are removed first. Clients cannot create any number of keys: hosts, paths and time zones come
    // from fixed lists.
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size < limit) break;
      this.#pages.delete(oldest);
    }
    this.#pages.set(key, { parts: html.split(nonce), csp, expires: performance.now() + lifetime });
  }

  /** @returns false if the page is not cached and must be rendered */
  answer(key: string, nonce: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = this.#pages.get(key);
    if (!page) return false;
    if (page.expires < performance.now()) {
      this.#pages.delete(key);
      return false;
    }
    const html = page.parts.join(nonce);
    const headers = [
      ...this.#headers,
      'X-Request-Id',
      newId(),
      'Content-Type',
      'text/html; charset=utf-8',
      'Cache-Control',
      'no-store',
      'Vary',
      'Accept-Encoding',
      'Content-Security-Policy',
      page.csp.toString(nonce),
    ];
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      send(response, headers, Buffer.from(html));
    } else {
      gzip(html, { level: 4 }, (error, packed) => {
        if (error) send(response, headers, Buffer.from(html));
        else send(response, [...headers, 'Content-Encoding', 'gzip'], packed);
      });
    }
    return true;
  }

  /** Called if a company's brand, or anything else that these pages show, has changed. */
  clear(): void {
    this.#pages.clear();
  }
}

function send(response: ServerResponse, headers: string[], body: Buffer): void {
  response.writeHead(200, [...headers, 'Content-Length', String(body.length)]);
  response.end(body);
}

/**
 * Passes on the complete body of a response that may be cached: one with status 200 that sets no cookie.
 * @param response the response before compression
 */
export function whenSent(response: ServerResponse, take: (html: string) => void): void {
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
    const plain = response.statusCode === 200 && !response.hasHeader('Set-Cookie');
    const html = /^text\/html/.test(String(response.getHeader('Content-Type') ?? ''));
    if (plain && html && !response.destroyed) take(Buffer.concat(chunks).toString('utf8'));
    return end(chunk, ...rest);
  }) as typeof response.end;
}
