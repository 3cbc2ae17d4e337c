import type { IncomingHttpHeaders } from 'node:http';

/**
 * The only paths that take a request from anywhere, and what proves it there instead (D24; files are the folder's
 * stand-in for a store of its own).
 */
export const exemptions = [
  { prefix: '/hooks/', proof: 'signature of the provider' },
  { prefix: '/unsubscribe/', proof: 'token in the address' },
  { prefix: '/api/v1/', proof: 'bearer key' },
  { prefix: '/files/', proof: 'signature in the address; no cookie is read' },
] as const;

const reading = new Set(['GET', 'HEAD']);
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|application\/json)\s*(?:;|$)/i;

const dots = /[/\\](?:\.|%2e){1,2}(?=[/\\]|$)/i;

/**
 * Whether a path means to every reader what it says. With dots for folders, backslashes or a host in it, the prefixes
 * that decide here and the router behind would see two different paths. No browser sends such a one.
 */
export function isPlainPath(path: string): boolean {
  return path.startsWith('/') && !path.includes('\\') && !dots.test(path);
}

export type GuardAnswer = 'pass' | 'foreign-origin' | 'method' | 'content-type';

/**
 * The same-origin guard, in front of every router: a request that may change something must carry the browser's own
 * word (Origin, or Sec-Fetch-Site) that one of our pages on this very host sent it. No word, no passage. (D24)
 * @param ownOrigin scheme and host that serve the request
 */
export function guard(
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  ownOrigin: string,
): GuardAnswer {
  if (reading.has(method)) return 'pass';
  if (!changing.has(method)) return 'method';
  if (exemptions.some(({ prefix }) => path.startsWith(prefix))) return 'pass';
  if (!isSameOrigin(headers, ownOrigin)) return 'foreign-origin';
  // text/plain and the like are what a foreign form could send without asking.
  const type = headers['content-type'];
  if (type === undefined)
    return headers['content-length'] === '0' || !hasBody(headers) ? 'pass' : 'content-type';
  if (path.startsWith('/hub/api/'))
    return /^application\/json\s*(?:;|$)/i.test(type) ? 'pass' : 'content-type';
  return formTypes.test(type) ? 'pass' : 'content-type';
}

/**
 * Whether the browser says that a page of this origin made the request. Neither header can be set by a page.
 * An Origin must match; `null` (a page without referrer) and none count only with Sec-Fetch-Site: same-origin.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  const origin = headers.origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin !== undefined && origin !== 'null') return origin === ownOrigin;
  return site === 'same-origin';
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
