import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import type { RequestHandler } from 'express';

/**
 * One handler for all routes, and one for each path pattern that has only the routes of that path. Remix matches each
 * request several times against all of its routes and compiles their patterns each time: with 175 routes that takes
 * 1 ms a time, with the few of a path 0.02 ms (`npm run bench -- scripts`). The most it matches for the list of routes
 * that the browser's script asks for: once for each path that a page links to, and for each above it.
 * @param handlerOf creates Remix's handler for a build
 */
export function handlersByBranch(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  const whole = handlerOf(build);
  const patterns = patternsOf(build);
  // Made when first asked for: all of them together would hold up the start.
  const branches = new Map<string, Branch>();
  const branchOf = (pattern: string): Branch => {
    const made = branches.get(pattern) ?? makeBranch(build, pattern, handlerOf);
    branches.set(pattern, made);
    return made;
  };
  return (request, response, next) => {
    const paths = request.path === manifestPath ? linkedPaths(request.url) : [request.path];
    const found = paths.map((path) => findPattern(patterns, path.replace(/\.data$/, '')));
    const needed = [...new Set(found)].map((pattern) => (pattern === null ? null : branchOf(pattern)));
    return handlerFor(needed)(request, response, next);
  };

  function handlerFor([first, ...others]: (Branch | null)[]): RequestHandler {
    if (!first || others.includes(null)) return whole;
    if (others.length === 0) return first.handler;
    const ids = [first, ...others].flatMap((branch) => [...(branch?.ids ?? [])]);
    return handlerOf(only(build, new Set(ids)));
  }
}

/** Where the browser's script asks for the routes of a page's links: `?p=/one&p=/other&version=…`. */
const manifestPath = '/__manifest';

const linkedPaths = (url: string) => new URLSearchParams(url.split('?')[1]).getAll('p');

interface Branch {
  /** Of the routes that the path needs. */
  ids: ReadonlySet<string>;
  handler: RequestHandler;
}

function makeBranch(
  build: ServerBuild,
  pattern: string,
  handlerOf: (build: ServerBuild) => RequestHandler,
): Branch {
  const ids = neededFor(build, pattern);
  return { ids, handler: handlerOf(only(build, ids)) };
}

/** The patterns of paths that have as many segments, by that number. */
type Patterns = ReadonlyMap<number, readonly { pattern: string; segments: readonly string[] }[]>;

/** The paths of the routes, with and without an optional segment at the end, but not those that end in anything. */
function patternsOf({ routes }: ServerBuild): Patterns {
  const paths = Object.values(routes).flatMap((route) => {
    const path = route?.path ? pathOf(routes, route.id) : '/';
    return path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)] : [path];
  });
  const plain = [...new Set(paths)].filter((path) => !/[*?]/.test(path));
  return Map.groupBy(
    plain.map((pattern) => ({ pattern, segments: pattern.split('/').slice(1) })),
    ({ segments }) => segments.length,
  );
}

/**
 * The one pattern that a path can mean, or null where the whole table has to decide: where several fit, none does, or the
 * path is written in another way (encoded, in capitals, with a slash at its end).
 */
function findPattern(patterns: Patterns, path: string): string | null {
  const asked = path.split('/').slice(1);
  const sameLength = patterns.get(asked.length) ?? [];
  const exact = sameLength.find(({ pattern }) => pattern === path);
  if (exact) return exact.pattern;
  if (path.includes('%') || asked.includes('')) return null;
  const lower = asked.map((segment) => segment.toLowerCase());
  const [fits, ...others] = sameLength.filter(({ segments }) =>
    segments.every((segment, at) => segment.startsWith(':') || segment.toLowerCase() === lower[at]),
  );
  return fits && others.length === 0 ? fits.pattern : null;
}

type Routes = ServerBuild['routes'];
type RouteTree = Parameters<typeof matchRoutes>[0];

/**
 * The build with only the routes that a path needs.
 * @param path a path, or a pattern: its `:id` stands for any value, as no route has that for a name
 */
export function branchOf(build: ServerBuild, path: string): ServerBuild {
  return only(build, neededFor(build, path));
}

/** The routes as React Router matches them. */
export function routeTree({ routes }: ServerBuild): RouteTree {
  return nest(routes, undefined);
}

function pathOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return '';
  return pathOf(routes, route.parentId) + (route.path ? `/${route.path}` : '');
}

/** The routes of the path and of the paths above it, because Remix also sends those to the browser. */
function neededFor(build: ServerBuild, path: string): Set<string> {
  const table = routeTree(build);
  const segments = path.split('/').filter(Boolean);
  const above = segments.map((_, length) => `/${segments.slice(0, length).join('/')}`);
  return new Set(
    ['/', ...above, path].flatMap(
      (each) => matchRoutes(table, each)?.map(({ route }) => route.id ?? '') ?? [],
    ),
  );
}

function nest(routes: Routes, parentId: string | undefined): RouteTree {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index, children: undefined } : { id, path, children: nest(routes, id) },
    );
}

function only(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const pick = <R extends Record<string, unknown>>(routes: R) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as R;
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
