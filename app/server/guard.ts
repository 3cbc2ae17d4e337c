import type { IncomingHttpHeaders } from 'node:http';

/**
 * The only paths that accept state-changing requests from other origins, and what authenticates them instead (D24).
 * `/files` replaces an object storage if files are kept in a folder.
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
 * Whether this guard and the router behind it see the same path. With dot segments, backslashes or a host in the path,
 * the prefix that is checked here could differ from the path that is routed. A path that cannot be decoded is refused
 * because the router would print it, including codes in it. No browser sends such paths.
 */
export function isPlainPath(path: string): boolean {
  return path.startsWith('/') && !path.includes('\\') && !dots.test(path) && isDecodable(path);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address requests a loader in Remix's older format, which none of our pages does. */
export function isOldDataRequest(url: string): boolean {
  return url.includes('?') && new URL(url, 'http://localhost').searchParams.has('_data');
}

export type GuardAnswer = 'pass' | 'foreign-origin' | 'method' | 'content-type';

/**
 * The same-origin guard in front of every router (D24): a request that may change something must have an Origin or
 * Sec-Fetch-Site header that shows that a page of the same host sent it. A request with neither header is refused.
 * @param ownOrigin scheme and host of this request
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
  // A form on another site can send text/plain without a preflight request.
  const type = headers['content-type'];
  if (type === undefined) return hasBody(headers) ? 'content-type' : 'pass';
  if (path.startsWith('/hub/api/'))
    return /^application\/json\s*(?:;|$)/i.test(type) ? 'pass' : 'content-type';
  return formTypes.test(type) ? 'pass' : 'content-type';
}

/**
 * Whether the browser says that a page of this origin made the request. Scripts can set neither header. If there is an
 * Origin, it must match. `null` (a page without referrer) or a missing Origin is accepted only with Sec-Fetch-Site:
 * same-origin.
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
