/** The cookies of one browser, by the rules of RFC 6265bis. */
import { Cookie, CookieJar } from 'tough-cookie';
import { siteOf } from './origins.ts';

export interface CookieGiven {
  name: string;
  value: string;
  url?: string;
  domain?: string;
  path?: string;
  /** Seconds since 1970; -1 for a cookie of the session. */
  expires?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
}

export type CookieKept = Required<Omit<CookieGiven, 'url'>>;

/** Where a request comes from, as far as it decides which cookies it carries. */
export interface CookieSituation {
  /** The address of the page that caused it; null if a person typed the address. */
  initiator: string | null;
  /** Whether it opens a page in a window of its own. */
  isTopLevel: boolean;
  method: string;
}

const spelled = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

export class Cookies {
  readonly #jar = new CookieJar(undefined, {
    // The portal's hosts in tests end with .localhost, which is a public suffix to the jar.
    rejectPublicSuffixes: false,
    allowSpecialUseDomain: true,
    prefixSecurity: 'silent',
  });

  /** Keeps a cookie that an answer sets; one that a browser would refuse is left out. */
  take(line: string, url: URL): void {
    this.#jar.setCookieSync(line, url, { ignoreError: true, http: true });
  }

  /** The Cookie header of a request; an empty text if it carries no cookies. */
  headerFor(url: URL, situation: CookieSituation): string {
    const sameSiteContext = contextOf(url, situation);
    return this.#jar.getCookieStringSync(url, { http: true, sameSiteContext });
  }

  add(given: readonly CookieGiven[]): void {
    for (const { name, value, url, domain, path, expires, httpOnly, secure, sameSite } of given) {
      const host = (url ? new URL(url).hostname : (domain ?? '')).replace(/^\./, '');
      const isHostOnly = domain === undefined || !domain.startsWith('.');
      const isPrefixed = name.startsWith('__Host-') || name.startsWith('__Secure-');
      const cookie = new Cookie({
        key: name,
        value,
        path: path ?? '/',
        httpOnly: httpOnly ?? false,
        secure: secure ?? (isPrefixed || url?.startsWith('https:') || false),
        ...(isHostOnly ? {} : { domain: host }),
        ...(sameSite ? { sameSite: sameSite.toLowerCase() } : {}),
        ...(expires !== undefined && expires >= 0 ? { expires: new Date(expires * 1000) } : {}),
      });
      this.#jar.setCookieSync(cookie, url ?? `http://${host}/`, { http: true });
    }
  }

  list(): CookieKept[] {
    const { cookies } = this.#jar.serializeSync() ?? { cookies: [] };
    return cookies
      .map((plain) => Cookie.fromJSON(plain))
      .filter((cookie) => cookie !== undefined)
      .filter((cookie) => cookie.expiryTime() === undefined || (cookie.expiryTime() ?? 0) > Date.now())
      .map((cookie) => ({
        name: cookie.key,
        value: cookie.value,
        domain: `${cookie.hostOnly ? '' : '.'}${cookie.domain ?? ''}`,
        path: cookie.path ?? '/',
        expires: Number.isFinite(cookie.expiryTime()) ? (cookie.expiryTime() ?? 0) / 1000 : -1,
        httpOnly: cookie.httpOnly,
        secure: cookie.secure,
        sameSite: spelled[cookie.sameSite as keyof typeof spelled] ?? 'Lax',
      }));
  }

  /** @param wanted only cookies with this name, domain and path; all of them if it is empty */
  async clear(wanted: { name?: string | RegExp; domain?: string; path?: string } = {}): Promise<void> {
    for (const { name, domain, path } of this.list()) {
      const fits = wanted.name instanceof RegExp ? wanted.name.test(name) : (wanted.name ?? name) === name;
      if (!fits || (wanted.domain ?? domain) !== domain || (wanted.path ?? path) !== path) continue;
      await this.#jar.store.removeCookie(domain.replace(/^\./, ''), path, name);
    }
  }
}

/** Which SameSite cookies may go along: from another site, a link carries all but strict ones, and a post none. */
function contextOf(url: URL, { initiator, isTopLevel, method }: CookieSituation): 'strict' | 'lax' | 'none' {
  if (initiator === null || siteOf(new URL(initiator)) === siteOf(url)) return 'strict';
  return isTopLevel && method === 'GET' ? 'lax' : 'none';
}
