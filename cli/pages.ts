import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { type AssetServer, serveAssets } from '#app/server/assets.ts';
import { commonHeaders } from '#app/server/headers.ts';
import type { Config } from '#modules/platform/index.ts';
import { clientFolder, serverEntry } from './build.ts';

/** The built pages as the web server needs them. */
export interface Pages {
  /** Everything that was built, or in development a function that loads what a path needs. */
  build: ServerBuild | ((path: string) => Promise<ServerBuild>);
  assets: AssetServer | null;
  vite:
    | ((request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void)
    | null;
}

/** The last complete build. */
export async function loadBuiltPages(config: Config): Promise<Pages> {
  const build = (await import(pathToFileURL(serverEntry).href)) as ServerBuild;
  return { build, assets: serveAssets(clientFolder, commonHeaders(config)), vite: null };
}
