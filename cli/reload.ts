import type { ServerBuild } from '@remix-run/node';
import type { ViteDevServer } from 'vite';
import { branchOf } from '#app/server/branches.ts';
import type { Listener } from '#app/server/listener.ts';
import { projectFolder } from './build.ts';
import type { Pages } from './pages.ts';
import { remixFuture } from './remix-future.ts';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

export interface ReloadingPages extends Pages {
  close(): Promise<void>;
}

/**
 * Pages from Vite's development server, with hot module replacement. Only the routes that a request needs are loaded:
 * loading all of them takes longer than the rest of the start.
 */
export async function openReloadingPages(listener: Listener): Promise<ReloadingPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectFolder,
    server: { middlewareMode: true, ws: { server: listener.server } },
    appType: 'custom',
  });
  const build = (path: string) => loadBuild(vite, path);
  // The files that every page needs are loaded while the database starts. Requests report their errors.
  build('/').catch(() => undefined);
  return { build, assets: null, vite: vite.middlewares, close: () => vite.close() };
}

/** At this path the browser's script asks which routes there are, which needs no code of theirs. */
const manifestPath = '/__manifest';

/** The current state of the routes of a path, as `remix vite:build` would build them. */
async function loadBuild(vite: ViteDevServer, path: string): Promise<ServerBuild> {
  const [manifest, entry] = await Promise.all([
    vite.ssrLoadModule('virtual:remix/server-manifest'),
    vite.ssrLoadModule('/app/entry.server.tsx'),
  ]);
  const assets = manifest.default as ServerBuild['assets'];
  const routes = Object.entries(assets.routes).flatMap(([key, route]) =>
    route ? [[key, { ...route, module: {} as RouteModule }] as const] : [],
  );
  const build: ServerBuild = {
    mode: 'development',
    entry: { module: entry as ServerBuild['entry']['module'] },
    assets,
    routes: Object.fromEntries(routes),
    future: remixFuture,
    isSpaMode: false,
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
  };
  if (path === manifestPath) return build;
  const page = path.replace(/\.data$/, '');
  const branch = branchOf(build, page === '/_root' ? '/' : page);
  await Promise.all(
    Object.values(branch.routes).map(async (route) => {
      const file = route && assets.routes[route.id]?.module;
      if (file) route.module = (await vite.ssrLoadModule(file)) as RouteModule;
    }),
  );
  return branch;
}
