/** Requests with the browser's cookies but without a page, like Playwright's APIRequestContext. */
import type { Caller } from './calling.ts';
import type { ChosenFile } from './dom.ts';
import type { FormResponse } from './exchange.ts';
import { type Entry, encodeBody, encodeQuery } from './form-data.ts';

interface Options {
  method?: string;
  headers?: Record<string, string>;
  params?: Record<string, string | number | boolean>;
  data?: unknown;
  form?: Record<string, string | number | boolean>;
  multipart?: Record<string, string | number | boolean | ChosenFile>;
  maxRedirects?: number;
  failOnStatusCode?: boolean;
}

const MAX_REDIRECTS = 20;

export class ApiRequest {
  readonly #context: Caller;

  constructor(context: Caller) {
    this.#context = context;
  }

  get = (url: string, options?: Options) => this.fetch(url, { ...options, method: 'GET' });
  head = (url: string, options?: Options) => this.fetch(url, { ...options, method: 'HEAD' });
  post = (url: string, options?: Options) => this.fetch(url, { ...options, method: 'POST' });
  put = (url: string, options?: Options) => this.fetch(url, { ...options, method: 'PUT' });
  patch = (url: string, options?: Options) => this.fetch(url, { ...options, method: 'PATCH' });
  delete = (url: string, options?: Options) => this.fetch(url, { ...options, method: 'DELETE' });

  async fetch(address: string, options: Options = {}): Promise<FormResponse> {
    let url = new URL(address, this.#context.options.baseURL);
    for (const [name, value] of Object.entries(options.params ?? {}))
      url.searchParams.set(name, String(value));
    let method = options.method ?? 'GET';
    let content = encode(options);
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#context.call({
        method,
        url,
        headers: { Accept: '*/*', ...(content ? { 'Content-Type': content.type } : {}), ...options.headers },
        body: content?.body ?? null,
        type: 'other',
        initiator: null,
        isTopLevel: true,
      });
      const location = response.headers().location;
      const limit = options.maxRedirects ?? MAX_REDIRECTS;
      if (response.status() < 300 || response.status() > 399 || !location || limit === 0) {
        if (options.failOnStatusCode && response.status() >= 400)
          throw new Error(`${response.status()} ${url.href}`);
        return response;
      }
      if (redirects >= limit) throw new Error(`${url.href} redirects more than ${limit} times`);
      url = new URL(location, url);
      if (![307, 308].includes(response.status())) {
        method = method === 'HEAD' ? 'HEAD' : 'GET';
        content = null;
      }
    }
  }
}

function encode({ data, form, multipart }: Options): { type: string; body: Buffer } | null {
  if (form) {
    const entries = Object.entries(form).map(([name, value]): Entry => [name, String(value)]);
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(encodeQuery(entries)) };
  }
  if (multipart) {
    const entries = Object.entries(multipart).map(
      ([name, value]): Entry => [name, typeof value === 'object' ? value : String(value)],
    );
    return encodeBody(entries, 'multipart/form-data');
  }
  if (data === undefined) return null;
  if (Buffer.isBuffer(data)) return { type: 'application/octet-stream', body: data };
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return { type: typeof data === 'string' ? 'text/plain' : 'application/json', body: Buffer.from(text) };
}
