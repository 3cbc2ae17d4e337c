/** A window of the form browser: the part of Playwright's Page that works without a browser. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiRequest } from './api-request.ts';
import type { Caller } from './calling.ts';
import type { Download } from './download.ts';
import { Emitter } from './emitter.ts';
import type { FormRequest, FormResponse } from './exchange.ts';
import { FormFrame } from './frame.ts';
import { Finder, type FormFrameLocator, FormLocator } from './locator.ts';
import { NeedsBrowser, onlyInBrowser } from './needs-browser.ts';
import { type Address, type RouteHandler, Routes } from './routes.ts';
import { fold } from './text.ts';
import type { Received } from './transport.ts';

interface PageEvents {
  close: FormPage;
  download: Download;
  popup: FormPage;
  request: FormRequest;
  requestfinished: FormRequest;
  response: FormResponse;
}

type Predicate<T> = string | RegExp | ((each: T) => boolean);

const REFRESH_POLL = 150;
/** How much of a page's text a message quotes. */
const QUOTED = 2000;

class PageEmitter extends Emitter<PageEvents> {}

/** The browser that a window is in. */
export interface PageContext extends Caller {
  readonly request: ApiRequest;
  /** Opens another window. */
  open(): FormPage;
}

export class FormPage extends Finder {
  readonly #context: PageContext;
  readonly #events: PageEmitter;
  readonly #main: FormFrame;
  /** The addresses that were visited, and which of them is shown. */
  readonly #history: { url: string; byPost: boolean }[] = [];
  readonly #routes = new Routes();
  #place = -1;
  #isMoving = false;
  #isClosed = false;
  #underWay: Promise<unknown> = Promise.resolve();

  readonly keyboard = onlyInBrowser('page.keyboard');
  readonly mouse = onlyInBrowser('page.mouse');
  readonly touchscreen = onlyInBrowser('page.touchscreen');
  readonly clock = onlyInBrowser('page.clock');
  readonly coverage = onlyInBrowser('page.coverage');

  constructor(context: PageContext) {
    super();
    this.#context = context;
    this.#events = new PageEmitter(
      ['close', 'download', 'popup', 'request', 'requestfinished', 'response'],
      context.options.patience,
    );
    this.#main = new FormFrame(this, context, 'document');
  }

  context(): PageContext {
    return this.#context;
  }

  get request(): ApiRequest {
    return this.#context.request;
  }

  on<N extends keyof PageEvents>(name: N, listener: (event: PageEvents[N]) => void): this {
    this.#events.on(name, listener);
    return this;
  }

  once<N extends keyof PageEvents>(name: N, listener: (event: PageEvents[N]) => void): this {
    this.#events.once(name, listener);
    return this;
  }

  off<N extends keyof PageEvents>(name: N, listener: (event: PageEvents[N]) => void): this {
    this.#events.off(name, listener);
    return this;
  }

  emit<N extends keyof PageEvents>(name: N, event: PageEvents[N]): void {
    this.#events.emit(name, event);
    if (name === 'response') this.#events.emit('requestfinished', (event as FormResponse).request());
  }

  waitForEvent<N extends keyof PageEvents>(
    name: N,
    options?: Parameters<PageEmitter['waitForEvent']>[1],
  ): Promise<PageEvents[N]> {
    return this.#events.waitForEvent(name, options as never);
  }

  waitForRequest(wanted: Predicate<FormRequest>): Promise<FormRequest> {
    return this.#events.waitForEvent('request', (each) => this.#fits(each, wanted));
  }

  waitForResponse(wanted: Predicate<FormResponse>): Promise<FormResponse> {
    return this.#events.waitForEvent('response', (each) => this.#fits(each, wanted));
  }

  #fits<T extends { url(): string }>(each: T, wanted: Predicate<T>): boolean {
    if (typeof wanted === 'function') return wanted(each);
    return wanted instanceof RegExp ? wanted.test(each.url()) : this.addressOf(wanted) === each.url();
  }

  find(query: FormLocator['query']): FormLocator {
    return new FormLocator(this, { find: () => [this.#main], words: '' }, query);
  }

  frameLocator(selector: string): FormFrameLocator {
    return this.locator(selector).contentFrame();
  }

  mainFrame(): FormFrame {
    return this.#main;
  }

  url(): string {
    return this.#main.url;
  }

  async title(): Promise<string> {
    return this.#main.document.title;
  }

  async content(): Promise<string> {
    return this.#main.html;
  }

  viewportSize(): { width: number; height: number } {
    return { width: 390, height: 844 };
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  /** The absolute address of one that journeys write without a host. */
  addressOf(address: string): string {
    return new URL(address, this.#context.options.baseURL).href;
  }

  async goto(address: string): Promise<FormResponse | null> {
    return this.#busy(this.#main.goTo(new URL(this.addressOf(address)), null));
  }

  async reload(): Promise<FormResponse | null> {
    return this.#move(this.#place, () => this.#main.reload());
  }

  async goBack(): Promise<FormResponse | null> {
    return this.#travel(-1);
  }

  async goForward(): Promise<FormResponse | null> {
    return this.#travel(1);
  }

  async #travel(step: number): Promise<FormResponse | null> {
    const entry = this.#history[this.#place + step];
    if (!entry) return null;
    if (entry.byPost) throw new NeedsBrowser('Going back to the answer to a form');
    return this.#move(this.#place + step, () => this.#main.goTo(new URL(entry.url), null));
  }

  async #move(place: number, load: () => Promise<FormResponse | null>): Promise<FormResponse | null> {
    this.#isMoving = true;
    try {
      return await this.#busy(load());
    } finally {
      this.#isMoving = false;
      this.#place = place;
    }
  }

  async route(address: Address, handler: RouteHandler): Promise<void> {
    this.#routes.add(address, handler);
  }

  async unroute(address: Address): Promise<void> {
    this.#routes.remove(address);
  }

  async unrouteAll(): Promise<void> {
    this.#routes.remove();
  }

  /** What the journey answers to a request of this window; null if the server answers. */
  answer(request: FormRequest): Promise<Received | null> {
    return this.#routes.answer(request, (address) => this.addressOf(address));
  }

  /** Remembers the address for going back. */
  noteVisit(frame: FormFrame, byPost = false): void {
    if (this.#isMoving || frame !== this.#main) return;
    this.#history.splice(this.#place + 1);
    this.#history.push({ url: frame.url, byPost });
    this.#place = this.#history.length - 1;
  }

  /** Opens another window. @returns what it shows */
  openWindow(): FormFrame {
    const page = this.#context.open();
    this.#events.emit('popup', page);
    return page.mainFrame();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.emit('close', this);
  }

  async bringToFront(): Promise<void> {}

  async waitForLoadState(): Promise<void> {
    await this.#underWay;
  }

  async waitForURL(wanted: Predicate<URL>): Promise<void> {
    const fits = () => this.fitsURL(wanted);
    if (!(await this.until(fits))) throw new Error(`the address is not ${wanted}${this.describe()}`);
  }

  fitsURL(wanted: Predicate<URL>): boolean {
    if (typeof wanted === 'function') return wanted(new URL(this.url()));
    if (wanted instanceof RegExp) return new RegExp(wanted).test(this.url());
    if (/[*?]{2}|\*/.test(wanted)) throw new NeedsBrowser(`The pattern ${wanted}`);
    return this.url() === this.addressOf(wanted);
  }

  /**
   * Waits until something is true of the page. Only what is under way, and pages that refresh themselves, can change
   * it.
   * @returns whether it became true
   */
  async until(holds: () => boolean): Promise<boolean> {
    if (holds()) return true;
    await this.#underWay;
    const limit = Date.now() + this.#context.options.patience;
    while (!holds()) {
      const frame = [this.#main, ...this.#main.frames.values()].find((each) => each.refresh() !== null);
      if (!frame || Date.now() > limit) return false;
      await pause(Math.min(REFRESH_POLL, frame.refresh()?.delay ?? 0));
      await this.#busy(frame.followRefresh());
    }
    return true;
  }

  /** Marks the page as loading meanwhile. */
  async #busy<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay = Promise.all([this.#underWay, settled]);
    return work;
  }

  /** For the messages of errors: where the browser is, and what the page shows. */
  describe(): string {
    const { rendering, document } = this.#main;
    const text = rendering.innerTextOf(document.body).split('\n').map(fold).filter(Boolean).join('\n');
    return `\nat ${this.url()}:\n${text.slice(0, QUOTED)}`;
  }

  setViewportSize(): never {
    throw new NeedsBrowser('page.setViewportSize');
  }

  evaluate(): never {
    throw new NeedsBrowser('page.evaluate');
  }

  screenshot(): never {
    throw new NeedsBrowser('page.screenshot');
  }

  pdf(): never {
    throw new NeedsBrowser('page.pdf');
  }

  frames(): never {
    throw new NeedsBrowser('page.frames');
  }

  addInitScript(): never {
    throw new NeedsBrowser('page.addInitScript');
  }

  emulateMedia(): never {
    throw new NeedsBrowser('page.emulateMedia');
  }

  waitForFunction(): never {
    throw new NeedsBrowser('page.waitForFunction');
  }
}
