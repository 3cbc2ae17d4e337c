import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority, constants as system } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Lock, tryLock } from '#embedded-database/index.ts';
import { exitCodes, StartError } from '#modules/platform/starting.ts';
import type { Command } from './terminal.ts';

export const projectFolder = join(import.meta.dirname, '..');
/** The folder of the last complete build: client, server, and a fingerprint of the sources. */
const builtFolder = join(projectFolder, 'build', 'pages');
const draftFolder = join(projectFolder, 'build', 'draft');
export const clientFolder = join(builtFolder, 'client');
export const serverEntry = join(builtFolder, 'server', 'index.js');
const markName = 'sources.txt';

/** The sources that the bundles are built from. */
const sources = [
  'app',
  'modules',
  'public',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'cli/browser-chunks.ts',
  'cli/remix-future.ts',
];
/** The bundles contain only the browser-safe parts of modules/, and Node runs app/server/ directly. */
const bundled = (path: string) =>
  !path.startsWith('app/server/') &&
  (!path.startsWith('modules/') ||
    /\/(?:fields|forms|limits|statuses|texts)\.ts$|\/platform\/(?:browser\.ts$|fields\/)/.test(path));

/**
 * Builds the pages, unless the last build was made from the same sources.
 * @returns whether it built
 * @throws StartError with the bundler's last lines
 */
export async function buildPages(signal: AbortSignal): Promise<boolean> {
  if (isBuiltOf(fingerprint())) return false;
  const lock = await takeTurn(signal);
  try {
    const state = fingerprint();
    if (isBuiltOf(state)) return false;
    rmSync(draftFolder, { recursive: true, force: true });
    await runBundler(signal);
    await packAssets(join(draftFolder, 'client'));
    writeFileSync(join(draftFolder, markName), state);
    rmSync(builtFolder, { recursive: true, force: true });
    renameSync(draftFolder, builtFolder);
    return true;
  } finally {
    lock.release();
  }
}

/** `shield build`: builds the pages at deployment, so that the first start is quick. */
export const build: Command = async (terminal) => {
  terminal.out((await buildPages(terminal.signal)) ? 'Built the pages.' : 'The pages are already built.');
  return exitCodes.ok;
};

function isBuiltOf(state: string): boolean {
  const mark = join(builtFolder, markName);
  return existsSync(mark) && readFileSync(mark, 'utf8') === state;
}

/** Locks the build folder, so that two starts at the same time do not overwrite each other's build. */
async function takeTurn(signal: AbortSignal): Promise<Lock> {
  for (;;) {
    const lock = tryLock(join(projectFolder, 'build', 'lock'));
    if (lock) return lock;
    await pause(200, undefined, { signal });
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(projectFolder, source);
    const files = statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path];
    for (const file of files) {
      const name = file.slice(projectFolder.length + 1).replaceAll('\\', '/');
      if (bundled(name) && existsSync(file)) hash.update(`${name}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

async function runBundler(signal: AbortSignal): Promise<void> {
  const program = join(projectFolder, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js');
  if (!existsSync(program))
    throw new StartError(
      'The pages are not built from these sources, and the bundler is not installed. Run npm ci and shield build, then npm prune --omit=dev.',
      exitCodes.unavailable,
    );
  const bundler = spawn(process.execPath, [program, 'vite:build'], {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production', FORCE_COLOR: '0', BUILD_FOLDER: 'build/draft' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  // At the first start, loading the demo data takes longer, so it gets the higher priority.
  if (bundler.pid) setPriority(bundler.pid, system.priority.PRIORITY_BELOW_NORMAL);
  let said = '';
  for (const stream of [bundler.stdout, bundler.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-20_000);
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    bundler.once('error', fail);
    bundler.once('exit', done);
  });
  if (code !== 0) throw new StartError(`The pages cannot be built:\n${said.trim()}`, exitCodes.failed);
}

/** Writes compressed copies of the files that become smaller, so that they need not be compressed for each request. */
async function packAssets(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css|svg|json|txt|html|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const plain = await readFile(file);
      if (plain.length < 1024) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        promisify(gzip)(plain, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }),
  );
}
