import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import type { Listener } from '#app/server/listener.ts';
import { exitCodes } from '#modules/platform/index.ts';
import { projectFolder } from './build.ts';
import type { Pages } from './pages.ts';
import type { Command } from './terminal.ts';

/** Folders whose code Node runs directly. A change in them restarts the process; pages are reloaded by Vite. */
const watched = ['modules', 'sandboxes', 'jobs', 'migrations', 'cli', 'app/server'];

/** `npm run dev`: restarts the portal, or reloads the page, when a file changes. */
export const dev: Command = (terminal) =>
  new Promise((done, fail) => {
    const paths = watched.map((path) => `--watch-path=${join(projectFolder, path)}`);
    const child = spawn(
      process.execPath,
      [
        '--watch',
        '--watch-preserve-output',
        ...paths,
        join(projectFolder, 'cli', 'shield.ts'),
        'up',
        '--reload',
      ],
      {
        cwd: projectFolder,
        stdio: 'inherit',
        env: { ...process.env, ...terminal.environment, NODE_ENV: 'development' },
      },
    );
    // In a terminal, the child also gets Ctrl-C itself, and ignores this second signal.
    terminal.signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
    child.once('error', fail);
    child.once('exit', (code) => done(terminal.signal.aborted ? exitCodes.ok : (code ?? exitCodes.failed)));
  });

/** Pages from Vite's development server, with hot module replacement. */
export async function openReloadingPages(listener: Listener): Promise<Pages & { close(): Promise<void> }> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectFolder,
    server: { middlewareMode: true, hmr: { server: listener.server } },
    appType: 'custom',
  });
  return {
    build: async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild,
    assets: null,
    vite: vite.middlewares,
    close: () => vite.close(),
  };
}
