import type { IncomingMessage } from 'node:http';
import { createVisit, type KeyCaller, newId, type Portal, type Visit } from '#modules/platform/index.ts';
import { isSameOrigin } from './guard.ts';
import type { Hosts } from './hosts.ts';
import { originReader, type RequestOrigin } from './origin.ts';

/** A request for a host that the portal serves. */
export interface AdmittedRequest {
  from: RequestOrigin;
  /** The registered host, with its port. */
  host: string;
  /** Scheme and registered host. */
  origin: string;
}

export interface Reception {
  /** @returns null for a host that the portal does not serve */
  admit(request: IncomingMessage): AdmittedRequest | null | Promise<AdmittedRequest | null>;
  /**
   * A request for a host that a company gave up, as if it were for the base host; null for any other host. For the button
   * of mail programs that unsubscribes, because they follow no redirect (RFC 8058 section 3.1).
   */
  admitReleased(request: IncomingMessage): Promise<AdmittedRequest | null>;
  /** A visit to a host that the portal does not serve. It has no session, and its links lead to the base host. */
  admitUnknownHost(request: IncomingMessage): AdmittedRequest;
  visit(request: IncomingMessage, admitted: AdmittedRequest, setCookie: (line: string) => void): Visit;
  /** A request with the key of a company, or without one under /api/v1. It has no session and no cookies (D134). */
  keyVisit(
    request: IncomingMessage,
    admitted: AdmittedRequest,
    key: KeyCaller | null,
    requestId?: string,
  ): Visit;
}

/**
 * Whether polling sent the request (according to a header or a query parameter). Such requests never extend a session
 * (D10).
 */
const pollingHeader = 'x-polling';
const pollingQuery = /[?&]polling=1(?:&|$)/;

export function openReception(portal: Portal, hosts: Hosts): Reception {
  const readOrigin = originReader(portal.config);
  const readCaller = portal.readCaller.bind(portal);
  return {
    admit(request) {
      const from = readOrigin(request);
      const host = hosts.find(from.host);
      return host instanceof Promise ? host.then((found) => admittedAs(from, found)) : admittedAs(from, host);
    },
    async admitReleased(request) {
      const from = readOrigin(request);
      const { baseHost: host, publicUrl: origin } = portal.config;
      return (await hosts.isReleased(from.host)) ? { from, host, origin } : null;
    },
    admitUnknownHost: (request) => ({ from: readOrigin(request), host: '', origin: portal.config.publicUrl }),
    visit(request, admitted, setCookie) {
      const { headers } = request;
      return createVisit({
        requestId: newId(),
        address: admitted.from.address,
        agent: (headers['user-agent'] ?? '').slice(0, 500),
        host: admitted.host,
        origin: admitted.origin,
        polling: headers[pollingHeader] !== undefined || pollingQuery.test(request.url ?? ''),
        // For GET, this counts only for requests by our own scripts, because a redirect to an address that somebody
        // else chose is a navigation.
        sameOrigin:
          isSameOrigin(headers, admitted.origin) &&
          !(request.method === 'GET' && headers['sec-fetch-mode'] === 'navigate'),
        cookieHeader: headers.cookie,
        setCookie,
        secureCookies: portal.config.cookies.secure,
        readCaller,
      });
    },
    keyVisit: (request, admitted, key, requestId = newId()) =>
      createVisit({
        requestId,
        address: admitted.from.address,
        agent: (request.headers['user-agent'] ?? '').slice(0, 500),
        host: admitted.host,
        origin: admitted.origin,
        polling: false,
        sameOrigin: false,
        cookieHeader: undefined,
        setCookie: () => undefined,
        secureCookies: portal.config.cookies.secure,
        readCaller: async () => null,
        key,
      }),
  };
}

function admittedAs(from: RequestOrigin, host: string | null): AdmittedRequest | null {
  return host === null ? null : { from, host, origin: `${from.scheme}://${host}` };
}
