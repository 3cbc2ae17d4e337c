import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitCodes } from '#modules/platform/starting.ts';
import type { Command } from './terminal.ts';

const projectFolder = join(import.meta.dirname, '..');

/** Folders whose code Node runs directly. A change in them restarts the process; pages are reloaded by Vite. */
const watched = ['modules', 'sandboxes', 'jobs', 'migrations', 'cli', 'app/server'];

/** `npm run dev`: restarts the portal, or reloads the page, when a file changes. */
export const dev: Command = (terminal) =>
  new Promise((done, fail) => {
    const paths = watched.map((path) => `--watch-path=${join(projectFolder, path)}`);
    const child = spawn(
      process.execPath,
      [
        // Loading the pages makes much garbage that is gone at once.
        '--min-semi-space-size=64',
        '--max-semi-space-size=64',
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
