import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import { CALL_BASE, KEY_CALL_BASE, type Portal } from '#modules/platform/index.ts';
import type { Hook } from './hooks.ts';
import { HOST_CHECK } from './host-check.ts';

/** A request as metrics and traces name it, without its path or ids. */
export interface RequestRoute {
  kind: string;
  /** The pattern of its route. */
  route: string;
  method: string;
  /** 499 if nobody waited for the answer anymore, as proxies say it. */
  status: number;
}

interface Routes {
  portal: Pick<Portal, 'calls' | 'keyCalls'>;
  hooks: readonly Pick<Hook, 'name'>[];
  build: ServerBuild | ((path: string) => Promise<ServerBuild>);
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
const UNKNOWN = 'unknown';

/** @returns a function that says what an answered request was */
export function routeFinder({
  portal,
  hooks,
  build,
}: Routes): (request: IncomingMessage, response: ServerResponse, path: string) => RequestRoute {
  const findPage = typeof build === 'function' ? () => UNKNOWN : pageFinder(build.routes);
  const hookNames = new Set(hooks.map(({ name }) => name));

  function routeOf(method: string, path: string): { kind: string; route: string } {
    if (path === '/healthz' || path === '/readyz' || path === HOST_CHECK)
      return { kind: 'health', route: path };
    if (path.startsWith(`${CALL_BASE}/`))
      return {
        kind: 'call',
        route: portal.calls.find(method, path.slice(CALL_BASE.length))?.path ?? UNKNOWN,
      };
    if (path.startsWith(`${KEY_CALL_BASE}/`)) {
      const found = portal.keyCalls.find(method, path.slice(KEY_CALL_BASE.length));
      return { kind: 'key-call', route: found?.call.route.split(' ')[1] ?? UNKNOWN };
    }
    if (path.startsWith('/hooks/')) {
      const name = path.slice('/hooks/'.length);
      return { kind: 'hook', route: hookNames.has(name) ? path : UNKNOWN };
    }
    if (path.startsWith('/files/')) return { kind: 'file', route: '/files/*' };
    if (path.startsWith('/assets/')) return { kind: 'asset', route: '/assets/*' };
    const isData = path.endsWith('.data');
    const page = findPage(isData ? path.slice(0, -'.data'.length).replace(/\/_root$/, '/') : path);
    return { kind: isData ? 'data' : 'page', route: page };
  }

  return (request, response, path) => {
    const method = methods.has(request.method ?? '') ? (request.method ?? '') : UNKNOWN;
    const status = response.writableFinished ? response.statusCode : 499;
    return { ...routeOf(method, path), method, status };
  };
}

interface Pattern {
  route: string;
  fits: RegExp;
  /** How many of its segments stand for any text. */
  open: number;
}

/** @returns a function that finds the pattern of a page's path */
function pageFinder(routes: ServerBuild['routes']): (path: string) => string {
  const fixed = new Set<string>();
  const open: Pattern[] = [];
  for (const { id, index } of Object.values(routes).flatMap((route) => route ?? [])) {
    const segments: string[] = [];
    for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
      segments.unshift(...(at.path ?? '').split('/').filter((segment) => segment !== ''));
    const route = `/${segments.join('/')}`;
    if (segments.length === 0 && !index) continue;
    if (!/[:*?]/.test(route)) fixed.add(route);
    else open.push(patternOf(route, segments));
  }
  // A pattern with fewer open segments is the more exact one.
  open.sort((one, other) => one.open - other.open);
  return (path) => {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (fixed.has(plain)) return plain;
    return open.find(({ fits }) => fits.test(plain))?.route ?? UNKNOWN;
  };
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf(route: string, segments: readonly string[]): Pattern {
  const text = segments.map((segment) => {
    const isOptional = segment.endsWith('?');
    const name = isOptional ? segment.slice(0, -1) : segment;
    const one = name === '*' ? '/.*' : name.startsWith(':') ? '/[^/]+' : `/${escapePattern(name)}`;
    return isOptional || name === '*' ? `(?:${one})?` : one;
  });
  const isOpen = (segment: string) => /^[:*]/.test(segment);
  // A rest of any length is less exact than any number of parameters.
  const open = segments.filter(isOpen).length + (segments.includes('*') ? 100 : 0);
  return { route, fits: new RegExp(`^${text.join('')}$`), open };
}
