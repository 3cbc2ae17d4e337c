import { parseCookie, stringifySetCookie } from 'cookie';
import type { Caller, KeyCaller } from './caller.ts';
import { newId } from './ids.ts';

export interface CookieOptions {
  /** In milliseconds. Leave it out for a cookie that ends when the browser is closed. */
  maxAge?: number;
  /** False only for a cookie that a script of the page must read (the time zone). */
  httpOnly?: boolean;
  path?: string;
}

export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, options?: CookieOptions): void;
  clear(name: string): void;
}

/** The address of work that is no request: of a job, of the terminal. */
export const SYSTEM_ADDRESS = 'system';

/** A request as operations see it, from a page, a call or a webhook. */
export interface Visit {
  readonly requestId: string;
  /** The client's address; forwarded addresses are believed only from trusted proxies (D13). */
  readonly address: string;
  readonly agent: string;
  /** The registered host, with its port, that serves the request; never an unchecked Host header (D15). */
  readonly host: string;
  /** Scheme and host for absolute links, e.g. `https://acme.shieldhub.test`. */
  readonly origin: string;
  /** Set for polling, a noscript refresh or telemetry, which never extend a session (D10). */
  readonly polling: boolean;
  /** Whether the browser says that a page of the portal made the request (D24). */
  readonly sameOrigin: boolean;
  readonly cookies: Cookies;
  /** The key that a request under /api/v1 carries; null for every other visit. Such a request has no session. */
  readonly key: KeyCaller | null;
  /** Who ran the command, for work of the terminal; null for every other visit. */
  readonly operator: string | null;
  /** The caller. It is read once, and again after `forgetCaller`. */
  caller(): Promise<Caller | null>;
  forgetCaller(): void;
}

export interface VisitParts {
  address: string;
  agent: string;
  host: string;
  origin: string;
  polling: boolean;
  sameOrigin: boolean;
  /** The unparsed Cookie header. */
  cookieHeader: string | undefined;
  /** Receives the Set-Cookie header lines. */
  setCookie(line: string): void;
  /** Outside development cookies are Secure and carry the `__Host-` prefix (D10). */
  secureCookies: boolean;
  readCaller(visit: Visit): Promise<Caller | null>;
  requestId?: string;
  key?: KeyCaller | null;
  operator?: string | null;
}

/** Builds the visit of a request. Cookie names are given without the prefix that production adds. */
export function createVisit(parts: VisitParts): Visit {
  let caller: Promise<Caller | null> | null = null;
  const visit: Visit = {
    requestId: parts.requestId ?? newId(),
    address: parts.address,
    agent: parts.agent,
    host: parts.host,
    origin: parts.origin,
    polling: parts.polling,
    sameOrigin: parts.sameOrigin,
    cookies: createCookies(parts),
    key: parts.key ?? null,
    operator: parts.operator ?? null,
    caller() {
      caller ??= parts.readCaller(visit);
      return caller;
    },
    forgetCaller() {
      caller = null;
    },
  };
  return visit;
}

function createCookies(parts: VisitParts): Cookies {
  const read = parseCookie(parts.cookieHeader ?? '');
  const named = (name: string) => (parts.secureCookies ? `__Host-${name}` : name);
  const write = (name: string, value: string, { maxAge, httpOnly = true, path = '/' }: CookieOptions) => {
    parts.setCookie(
      stringifySetCookie({
        name: named(name),
        value,
        path,
        httpOnly,
        sameSite: 'lax',
        secure: parts.secureCookies,
        ...(maxAge === undefined ? {} : { maxAge: Math.floor(maxAge / 1000) }),
      }),
    );
  };
  return {
    get: (name) => read[named(name)],
    set(name, value, options = {}) {
      read[named(name)] = value;
      write(name, value, options);
    },
    clear(name) {
      delete read[named(name)];
      write(name, '', { maxAge: 0 });
    },
  };
}
