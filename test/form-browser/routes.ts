/** Answers that a journey gives in place of the server, as with Playwright's page.route. */
import { readFile } from 'node:fs/promises';
import type { FormRequest } from './exchange.ts';
import { NeedsBrowser } from './needs-browser.ts';
import type { Received } from './transport.ts';

interface Fulfillment {
  status?: number;
  headers?: Record<string, string>;
  contentType?: string;
  body?: string | Buffer;
  json?: unknown;
  path?: string;
}

export type Address = string | RegExp | ((url: URL) => boolean);
export type RouteHandler = (route: Route, request: FormRequest) => unknown;

export class Route {
  readonly #request: FormRequest;
  answer: Received | null = null;
  isAborted = false;

  constructor(request: FormRequest) {
    this.#request = request;
  }

  request(): FormRequest {
    return this.#request;
  }

  async fulfill({ status = 200, headers = {}, contentType, body, json, path }: Fulfillment): Promise<void> {
    const content = path ? await readFile(path) : json === undefined ? (body ?? '') : JSON.stringify(json);
    const type = contentType ?? (json === undefined ? headers['content-type'] : 'application/json');
    this.answer = {
      status,
      statusText: '',
      headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
      body: Buffer.from(content),
    };
  }

  /** Lets the server answer. */
  async continue(changes: object = {}): Promise<void> {
    if (Object.keys(changes).length > 0) throw new NeedsBrowser('A changed request');
  }

  async fallback(): Promise<void> {}

  async abort(): Promise<void> {
    this.isAborted = true;
  }
}

export class Routes {
  #handlers: { address: Address; handler: RouteHandler }[] = [];

  add(address: Address, handler: RouteHandler): void {
    this.#handlers.unshift({ address, handler });
  }

  /** Removes the handlers of an address, or all of them. */
  remove(address?: Address): void {
    this.#handlers = this.#handlers.filter((each) => address !== undefined && each.address !== address);
  }

  /**
   * @param absolute makes an address complete
   * @returns null if the server answers
   * @throws Error if the journey aborts the request
   */
  async answer(request: FormRequest, absolute: (address: string) => string): Promise<Received | null> {
    const found = this.#handlers.find(({ address }) => fits(request.url(), address, absolute));
    if (!found) return null;
    const route = new Route(request);
    await found.handler(route, request);
    if (route.isAborted) throw new Error(`${request.method()} ${request.url()} was aborted by the journey`);
    return route.answer;
  }
}

function fits(url: string, address: Address, absolute: (address: string) => string): boolean {
  if (typeof address === 'function') return address(new URL(url));
  if (address instanceof RegExp) return new RegExp(address).test(url);
  if (!address.includes('*')) return absolute(address) === url;
  const parts = address.split('**').map((part) => part.split('*').map(literal).join('[^/]*'));
  return new RegExp(`^${parts.join('.*')}$`).test(url);
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
