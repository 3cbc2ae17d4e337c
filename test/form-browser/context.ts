/** One browser with its cookies and windows. */
import { ApiRequest } from './api-request.ts';
import type { Call, Caller, CallWindow, ContextOptions } from './calling.ts';
import { type CookieGiven, type CookieKept, Cookies } from './cookies.ts';
import { Emitter } from './emitter.ts';
import { FormRequest, FormResponse } from './exchange.ts';
import { NeedsBrowser } from './needs-browser.ts';
import { FormPage, type PageContext } from './page.ts';
import { send } from './transport.ts';

interface ContextEvents {
  page: FormPage;
  request: FormRequest;
  response: FormResponse;
  close: FormContext;
}

export class FormContext extends Emitter<ContextEvents> implements Caller, PageContext {
  readonly options: ContextOptions;
  readonly jar = new Cookies();
  readonly #pages: FormPage[] = [];
  readonly request: ApiRequest;

  constructor(options: ContextOptions) {
    super(['page', 'request', 'response', 'close'], options.patience);
    this.options = options;
    this.request = new ApiRequest(this);
  }

  pages(): FormPage[] {
    return [...this.#pages];
  }

  async newPage(): Promise<FormPage> {
    return this.open();
  }

  /** Opens a window. */
  open(): FormPage {
    const page = new FormPage(this);
    this.#pages.push(page);
    page.on('close', () => this.#pages.splice(this.#pages.indexOf(page), 1));
    this.emit('page', page);
    return page;
  }

  async cookies(): Promise<CookieKept[]> {
    return this.jar.list();
  }

  async addCookies(cookies: readonly CookieGiven[]): Promise<void> {
    this.jar.add(cookies);
  }

  async clearCookies(wanted?: { name?: string | RegExp; domain?: string; path?: string }): Promise<void> {
    await this.jar.clear(wanted);
  }

  async setExtraHTTPHeaders(headers: Record<string, string>): Promise<void> {
    Object.assign(this.options.extraHTTPHeaders, headers);
  }

  async close(): Promise<void> {
    for (const page of this.pages()) await page.close();
    this.emit('close', this);
  }

  grantPermissions(): never {
    throw new NeedsBrowser('grantPermissions');
  }

  newCDPSession(): never {
    throw new NeedsBrowser('newCDPSession');
  }

  addInitScript(): never {
    throw new NeedsBrowser('addInitScript');
  }

  route(): never {
    throw new NeedsBrowser('route');
  }

  /** Sends one request with the browser's headers and cookies, and keeps the cookies of the answer. */
  async call(call: Call, window: CallWindow = {}): Promise<FormResponse> {
    const cookies = this.jar.headerFor(call.url, call);
    const sent = {
      method: call.method,
      url: call.url,
      body: call.body,
      headers: {
        'User-Agent': this.options.userAgent,
        'Accept-Language': this.options.locale,
        ...call.headers,
        ...this.options.extraHTTPHeaders,
        ...(cookies ? { Cookie: cookies } : {}),
      },
    };
    const request = new FormRequest(sent, call.type);
    window.noteRequest?.(request);
    this.options.watch?.sent(request);
    const received = (await window.answer?.(request)) ?? (await send(sent));
    for (const line of received.headers['set-cookie'] ?? []) this.jar.take(line, call.url);
    const response = new FormResponse(call.url, received, request);
    this.options.watch?.received(response, received.body.toString('utf8'), this.jar.list());
    return response;
  }
}
