import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express from 'express';
import { projectFolder } from '#cli/build.ts';

const built = join(projectFolder, '.data', 'bench', 'bare-app');

/** Builds the bare page with its scripts, and serves it in this process. @returns its address, and how to stop it */
export async function serveBareApp(): Promise<{ url: string; stop(): Promise<void> }> {
  const bundler = join(projectFolder, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js');
  const config = join(import.meta.dirname, 'bare-app', 'vite.config.ts');
  await promisify(execFile)(process.execPath, [bundler, 'vite:build', '-c', config], { cwd: projectFolder });
  const build = (await import(pathToFileURL(join(built, 'server', 'index.js')).href)) as ServerBuild;
  const app = express()
    .use(compression())
    .use(express.static(join(built, 'client'), { immutable: true, maxAge: '1y' }))
    .use(createRequestHandler({ build, mode: 'production' }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bare page has no port');
  return {
    url: `http://localhost:${address.port}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
