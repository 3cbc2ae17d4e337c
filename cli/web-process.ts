import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { serveAssets } from '#app/server/assets.ts';
import { commonHeaders } from '#app/server/headers.ts';
import { migrationsCheck, standardChecks } from '#app/server/health.ts';
import { hooks } from '#app/server/hook-table.ts';
import { servedHosts } from '#app/server/hosts.ts';
import type { Listener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { migrations } from '#migrations/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import { clientFolder, serverEntry } from './build.ts';

export interface WebProcess {
  /** Finishes the requests in flight. */
  stop(): Promise<void>;
}

/** Serves the built pages and the calls of a portal on a port that is held already. */
export async function startWeb(portal: Portal, listener: Listener): Promise<WebProcess> {
  process.env.NODE_ENV ??= 'production';
  const build = (await import(pathToFileURL(serverEntry).href)) as ServerBuild;
  let draining = false;
  listener.serve(
    createWeb({
      portal,
      hosts: servedHosts(portal),
      hooks,
      checks: [...standardChecks, migrationsCheck(migrations.at(-1)?.name ?? '')],
      build,
      assets: serveAssets(clientFolder, commonHeaders(portal.config)),
      isDraining: () => draining,
    }),
  );
  return {
    async stop() {
      draining = true;
      await listener.drain(portal.config.shutdownTimeout);
    },
  };
}
