/** A window or a frame in it: the page that it shows, and where links and forms lead from there. */

import { noteDecision } from '../decided.ts';
import type { Caller } from './calling.ts';
import { Cascade } from './cascade.ts';
import type { DomDocument, DomElement } from './dom.ts';
import { Download } from './download.ts';
import type { FormRequest, FormResponse } from './exchange.ts';
import { focusAtStart, revealFragment } from './focus.ts';
import { encodeBody, encodeQuery, entriesOf } from './form-data.ts';
import { type Destination, type Initiator, navigate } from './navigation.ts';
import { NeedsBrowser } from './needs-browser.ts';
import { referrerPolicyOf } from './origins.ts';
import { checkPage } from './page-checks.ts';
import { parsePage } from './parse-page.ts';
import { loadParts } from './parts.ts';
import { Rendering } from './rendering.ts';
import { fold, textOf } from './text.ts';
import type { Received } from './transport.ts';
import { invalidControlsOf } from './validation.ts';

const emptyPage = '<!doctype html><title></title>';

interface FrameEvents {
  download: Download;
  request: FormRequest;
  response: FormResponse;
}

/** The window that a frame is in. */
export interface FrameWindow {
  emit<N extends keyof FrameEvents>(name: N, event: FrameEvents[N]): void;
  /** Answers in place of the server; null if the server answers. */
  answer(request: FormRequest): Promise<Received | null>;
  /** Remembers the address for going back. */
  noteVisit(frame: FormFrame, byPost?: boolean): void;
  /** Opens another window. @returns what it shows */
  openWindow(): FormFrame;
  mainFrame(): FormFrame;
}

export class FormFrame {
  readonly page: FrameWindow;
  readonly #context: Caller;
  readonly #place: 'document' | 'iframe';
  /** The frames in this page, by their elements. */
  readonly frames = new Map<DomElement, FormFrame>();
  url = 'about:blank';
  html = emptyPage;
  document: DomDocument = parsePage(emptyPage);
  rendering = new Rendering(new Cascade([]));
  #response: FormResponse | null = null;
  #arrivedBy: Destination | null = null;

  constructor(page: FrameWindow, context: Caller, place: 'document' | 'iframe') {
    this.page = page;
    this.#context = context;
    this.#place = place;
  }

  /** @returns the answer; null if the address leads to another place of the same page */
  async goTo(url: URL, initiator: Initiator | null): Promise<FormResponse | null> {
    const samePage = url.hash !== '' && withoutHash(url.href) === withoutHash(this.url);
    if (samePage) {
      this.#moveTo(url);
      return null;
    }
    return this.#load({ url, method: 'GET', content: null, initiator, isForm: false });
  }

  /** Loads the page again, as it was loaded. */
  async reload(): Promise<FormResponse | null> {
    if (!this.#arrivedBy) return null;
    return this.#load({ ...this.#arrivedBy, url: new URL(this.url), isForm: false });
  }

  /** Follows a link of this page. */
  async follow(address: string, target: string | null = null, rel = ''): Promise<void> {
    const initiator = this.initiator();
    const hides = rel.split(/\s+/).includes('noreferrer');
    await this.#frameFor(target).goTo(
      new URL(address, this.#base()),
      hides ? { ...initiator, referrerPolicy: 'no-referrer' } : initiator,
    );
  }

  /** Sends a form, unless the page does not accept what was filled in. */
  async submit(form: DomElement, submitter: DomElement | null): Promise<void> {
    const says = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
    if (!form.hasAttribute('novalidate') && !submitter?.hasAttribute('formnovalidate')) {
      const invalid = invalidControlsOf(form);
      for (const control of invalid.filter((each) => !this.rendering.isVisible(each))) {
        this.#note(`form: the invalid control ${control.getAttribute('name')} of ${this.url} is not shown`);
      }
      if (invalid.length > 0) return;
    }
    const method = (says('method') ?? 'get').toLowerCase();
    if (method === 'dialog') {
      form.closest('dialog')?.removeAttribute('open');
      return;
    }
    const entries = entriesOf(form, submitter);
    noteDecision(entries, submitter ? fold(textOf(submitter)) : '');
    const action = says('action');
    const url = new URL(action || withoutHash(this.url), this.#base());
    const frame = this.#frameFor(says('target'));
    const initiator = this.initiator();
    if (method !== 'post') {
      url.search = encodeQuery(entries);
      await frame.#load({ url, method: 'GET', content: null, initiator, isForm: true });
      return;
    }
    const content = encodeBody(entries, (says('enctype') ?? '').toLowerCase());
    await frame.#load({ url, method: 'POST', content, initiator, isForm: true });
  }

  /** The refresh that the page asks for: after how many milliseconds, and to which address. */
  refresh(): { delay: number; url: URL } | null {
    const meta = this.document.querySelector('meta[http-equiv=refresh i]')?.getAttribute('content');
    const said = meta ?? this.#response?.headers().refresh;
    const [, seconds, address] = /^\s*([\d.]+)\s*(?:[;,]\s*(?:url\s*=\s*)?(.*))?$/i.exec(said ?? '') ?? [];
    if (seconds === undefined) return null;
    const url = new URL(address?.replace(/^(['"])(.*)\1$/, '$2') || withoutHash(this.url), this.#base());
    return { delay: Number(seconds) * 1000, url };
  }

  async followRefresh(): Promise<void> {
    const refresh = this.refresh();
    if (!refresh) return;
    const isSame = refresh.url.href === withoutHash(this.url);
    await this.#load(
      { url: refresh.url, method: 'GET', content: null, initiator: this.initiator(), isForm: false },
      isSame,
    );
  }

  initiator(): Initiator {
    const headers = this.#response?.headers() ?? {};
    const meta = this.document.querySelector('meta[name=referrer]')?.getAttribute('content');
    return {
      url: this.url,
      referrerPolicy: referrerPolicyOf(headers['referrer-policy'], meta),
      securityPolicy: headers['content-security-policy'],
    };
  }

  #frameFor(target: string | null): FormFrame {
    switch (target ?? this.document.querySelector('base[target]')?.getAttribute('target')) {
      case '_blank':
        return this.page.openWindow();
      case '_top':
      case '_parent':
        return this.page.mainFrame();
      case undefined:
      case '':
      case '_self':
        return this;
      default:
        throw new NeedsBrowser(`The window ${target}`);
    }
  }

  #base(): string {
    const base = this.document.querySelector('base[href]')?.getAttribute('href');
    return base ? new URL(base, this.url).href : this.url;
  }

  #moveTo(url: URL): void {
    this.url = url.href;
    this.document.fragment = decodeURIComponent(url.hash.slice(1));
    revealFragment(this.document);
    this.document.focused = null;
    focusAtStart(this.document, this.rendering);
    this.document.changed();
    this.page.noteVisit(this);
  }

  async #load(destination: Destination, replaces = false): Promise<FormResponse | null> {
    // Pages that the journey made up are not judged.
    let isMadeUp = false;
    const { response, arrived } = await navigate(this.#context, destination, this.#place, {
      noteRequest: (request) => this.page.emit('request', request),
      answer: async (request) => {
        const answer = await this.page.answer(request);
        isMadeUp = answer !== null;
        return answer;
      },
      noteResponse: (each) => {
        this.page.emit('response', each);
        if (each.status() >= 500) this.#note(`answer: ${each.status()} ${each.url()}`);
      },
    });
    const headers = response.headers();
    if (response.status() === 204 || response.status() === 205) return response;
    if (isDownload(headers)) {
      this.page.emit('download', new Download(response));
      return response;
    }
    await this.#show(response, arrived);
    if (!isMadeUp) this.#check();
    if (!replaces) this.page.noteVisit(this, arrived.method === 'POST');
    return response;
  }

  async #show(response: FormResponse, arrived: Destination): Promise<void> {
    const { url } = arrived;
    const text = await response.text();
    const isHtml = /html/.test(response.headers()['content-type'] ?? '');
    const html = isHtml ? text : `<!doctype html><title></title><pre>${escapeHtml(text)}</pre>`;
    const document = parsePage(html);
    document.fragment = decodeURIComponent(url.hash.slice(1));
    revealFragment(document);
    const parts = await loadParts(document, url, this.#context, (fault) => this.#note(fault));
    const rendering = new Rendering(new Cascade(parts));
    document.changed = () => rendering.renew();
    this.#response = response;
    this.#arrivedBy = arrived;
    this.url = url.href;
    this.html = html;
    this.document = document;
    this.rendering = rendering;
    focusAtStart(document, rendering);
    this.frames.clear();
    await this.#loadFrames();
  }

  #check(): void {
    if (!/html/.test(this.#response?.headers()['content-type'] ?? '')) return;
    for (const fault of checkPage(this.document, this.rendering)) this.#note(`${fault} on ${this.url}`);
  }

  async #loadFrames(): Promise<void> {
    for (const element of this.document.querySelectorAll('iframe[src]')) {
      if (!this.rendering.hasBox(element)) continue;
      const frame = new FormFrame(this.page, this.#context, 'iframe');
      this.frames.set(element, frame);
      await frame.goTo(new URL(element.getAttribute('src') ?? '', this.#base()), this.initiator());
    }
  }

  #note(fault: string): void {
    this.#context.options.faults.push(fault);
  }
}

function withoutHash(url: string): string {
  return url.split('#')[0] ?? '';
}

function isDownload(headers: Record<string, string>): boolean {
  if (/^\s*attachment/i.test(headers['content-disposition'] ?? '')) return true;
  return !/^(text\/|application\/(xhtml|json)|image\/svg|$)/.test(headers['content-type'] ?? '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
