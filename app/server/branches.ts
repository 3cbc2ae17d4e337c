import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import type { RequestHandler } from 'express';

/**
 * One handler for all routes, and one for each path without parameters that has only the routes of that path. Remix
 * matches each request several times against all of its routes and compiles their patterns each time: with 75 routes
 * that takes 2 ms a time, with the 5 of a path 0.02 ms (`npm run bench -- scripts`).
 * @param handlerOf creates Remix's handler for a build
 */
export function handlersByBranch(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  const whole = handlerOf(build);
  const fixed = new Set(fixedPaths(build));
  // Made when first asked for: all of them together would hold up the start.
  const branches = new Map<string, RequestHandler>();
  const branch = (path: string) => {
    const made = branches.get(path) ?? handlerOf(branchOf(build, path));
    branches.set(path, made);
    return made;
  };
  return (request, response, next) => {
    const path = request.path.replace(/\.data$/, '');
    const handler = fixed.has(path) ? branch(path) : whole;
    return handler(request, response, next);
  };
}

type Routes = ServerBuild['routes'];
type RouteTree = Parameters<typeof matchRoutes>[0];

/** The build with only the routes that a path needs. */
export function branchOf(build: ServerBuild, path: string): ServerBuild {
  return only(build, neededFor(build, path));
}

/** The routes as React Router matches them. */
export function routeTree({ routes }: ServerBuild): RouteTree {
  return nest(routes, undefined);
}

/** The paths of routes that have no parameters. */
function fixedPaths({ routes }: ServerBuild): string[] {
  const paths = Object.values(routes).map((route) => (route?.path ? pathOf(routes, route.id) : '/'));
  return [...new Set(paths)].filter((path) => !/[:*?]/.test(path));
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
