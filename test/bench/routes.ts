import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { branchOf, routeTree } from '#app/server/branches.ts';
import { serverEntry } from '#cli/build.ts';
import { type Measured, median } from './figures.ts';

const path = '/user/network/:connectionid';
const rounds = 15;
const times = 200;

/**
 * Milliseconds to match a path with its own routes, as app/server/branches.ts does, compared with all routes of the
 * portal.
 */
export async function measureRoutes(): Promise<Measured[]> {
  const build = (await import(pathToFileURL(serverEntry).href)) as ServerBuild;
  const own = routeTree(branchOf(build, path));
  const all = routeTree(build);
  const seen: { own: number; all: number }[] = [];
  for (let round = 0; round < rounds; round += 1) seen.push({ own: timeOf(own), all: timeOf(all) });
  return [
    {
      name: `match ${path} once`,
      unit: 'ms',
      seen: median(seen.map((each) => each.own)),
      goal: { atMost: 0.1 },
      beside: { name: 'with all routes', seen: median(seen.map((each) => each.all)) },
    },
  ];
}

function timeOf(routes: ReturnType<typeof routeTree>): number {
  const started = performance.now();
  for (let each = 0; each < times; each += 1) matchRoutes(routes, path);
  return (performance.now() - started) / times;
}
