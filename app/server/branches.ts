import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import type { RequestHandler } from 'express';

/**
 * Makes one handler with all routes, and one for each path pattern with only the routes of that path. Remix matches
 * each request several times against all routes of its build and compiles their patterns each time: with 175 routes
 * that takes 1 ms each time, with the few routes of a path 0.02 ms (`npm run bench -- scripts`). The browser's script
 * requests a list of routes, for which Remix matches most often: once for each path that a page links to, and for each
 * path above it.
 * @param handlerOf creates Remix's handler for a build
 */
export function handlersByBranch(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  const whole = handlerOf(build);
  const patterns = patternsOf(build);
  // Created on first use, because creating all of them would delay the start.
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

/** The path at which the browser's script requests the routes of a page's links: `?p=/one&p=/other&version=…`. */
const manifestPath = '/__manifest';

const linkedPaths = (url: string) => new URLSearchParams(url.split('?')[1]).getAll('p');

interface Branch {
  /** The ids of the routes that the path needs. */
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

/** The patterns of paths, grouped by their number of segments. */
type Patterns = ReadonlyMap<number, readonly { pattern: string; segments: readonly string[] }[]>;

/** The paths of the routes, both with and without an optional last segment. Paths with a wildcard are left out. */
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
 * The only pattern that matches a path. null if all routes are needed to decide: if several patterns match, none does,
 * or the path is written in an unusual way (encoded, or with an empty segment).
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
 * @param path a path or a pattern, whose `:id` matches like any value because no route has this name
 */
export function branchOf(build: ServerBuild, path: string): ServerBuild {
  return only(build, neededFor(build, path));
}

/** Whether a path shows a page; a file or a redirect does not. */
export function showsPage(build: ServerBuild, path: string): boolean {
  const { id } = matchRoutes(routeTree(build), path)?.at(-1)?.route ?? {};
  return id !== undefined && build.routes[id]?.module.default !== undefined;
}

/** The routes in the form that React Router matches. */
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
