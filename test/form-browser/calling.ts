/** What sends requests for pages, frames and their parts. */
import type { CookieKept } from './cookies.ts';
import type { FormRequest, FormResponse, ResourceType } from './exchange.ts';
import type { Received } from './transport.ts';

export interface ContextOptions {
  /** Where addresses without a host lead to. */
  baseURL: string;
  /** Are sent with every request. */
  extraHTTPHeaders: Record<string, string>;
  /** How long an action or expectation follows a page that refreshes itself, in milliseconds. */
  patience: number;
  /** The browser that the server is told about. */
  userAgent: string;
  locale: string;
  /** Gets what is wrong with the pages. */
  faults: string[];
  /** Is shown each answer with the cookies that the browser has then. */
  watch?: ContextWatch | undefined;
}

export interface ContextWatch {
  sent(request: FormRequest): void;
  received(response: FormResponse, text: string, cookies: readonly CookieKept[]): void;
}

export interface Call {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer | null;
  type: ResourceType;
  /** See CookieSituation. */
  initiator: string | null;
  isTopLevel: boolean;
}

/** The window that makes a call. */
export interface CallWindow {
  noteRequest?(request: FormRequest): void;
  /** Answers in place of the server; null if the server answers. */
  answer?(request: FormRequest): Promise<Received | null>;
}

/** A browser, for whatever makes requests in it. */
export interface Caller {
  readonly options: ContextOptions;
  /** Sends one request with the browser's headers and cookies, and keeps the cookies of the answer. */
  call(call: Call, window?: CallWindow): Promise<FormResponse>;
}
